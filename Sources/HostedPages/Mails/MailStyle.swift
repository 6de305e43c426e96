// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The inline styles of mails, of properties that the common mail programs support.
enum MailStyle {
    static let page: HTML = """
        max-width:560px;margin:0 auto;padding:32px 24px;font-family:system-ui,-apple-system,Roboto,Helvetica,Arial,\
        sans-serif;font-size:16px;line-height:1.5;overflow-wrap:break-word
        """
    static let brand: HTML = "margin:0 0 28px;font-weight:600"
    static let monogram: HTML = """
        display:inline-block;width:40px;height:40px;margin-right:8px;border-radius:12px;line-height:40px;\
        text-align:center;font-size:20px;font-weight:700
        """
    static let heading: HTML = "margin:0 0 20px;font-size:24px;line-height:1.25;font-weight:700"
    static let paragraph: HTML = "margin:0 0 16px"
    static let code: HTML = """
        margin:0 0 16px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;line-height:1.25;\
        font-weight:700;letter-spacing:2px
        """
    static let firstHalf: HTML = "padding-right:12px"
    static let facts: HTML = "margin:0 0 20px;border-collapse:collapse;font-size:16px;line-height:1.5"
    static let factName: HTML = "padding:2px 20px 2px 0;vertical-align:top;font-weight:400;white-space:nowrap"
    static let factValue: HTML = "padding:2px 0;vertical-align:top;font-weight:600"
    static let button: HTML = """
        display:inline-block;padding:12px 22px;border-radius:12px;font-weight:600;text-decoration:none
        """
    static let link: HTML = "color:inherit;font-weight:600;text-decoration:underline"
    static let closing: HTML = "margin:32px 0 0;padding:16px 0 0;border-top:1px solid #808080;font-size:14px"
}

/// The colors of a brand in a mail, which has one style for both schemes.
struct MailColors {
    let accent: RGBColor
    let onAccent: RGBColor
    /// The border. It has a contrast of 3 with both surfaces, where the accent may be like one of them.
    let edge: RGBColor

    init(accent: RGBColor) {
        self.accent = accent
        onAccent = accent.ink
        edge = accent.adjusted(to: 3, on: Brand.surfaces.light).adjusted(to: 3, on: Brand.surfaces.dark)
    }

    /// Background, text and border.
    var fill: HTML {
        """
        background-color:\(accent.description);color:\(onAccent.description);border:1px solid \(edge.description)
        """
    }
}

extension Brand {
    /// The style sheet's accent, for a brand without one.
    private static let usualAccent = RGBColor(red: 0x2F, green: 0x4F, blue: 0xD8)

    var mailColors: MailColors { MailColors(accent: accent ?? Self.usualAccent) }
}
