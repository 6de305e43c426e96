// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The name and the look of the service that users sign in to.
package struct Brand: Hashable, Sendable {
    package var name: String
    package var logo: PageLink?
    package var accent: RGBColor?
    package var background: RGBColor?

    package init(name: String, logo: PageLink? = nil, accent: RGBColor? = nil, background: RGBColor? = nil) {
        self.name = name
        self.logo = logo
        self.accent = accent
        self.background = background
    }

    /// The surface of the style sheet in each color scheme.
    static let surfaces = (light: RGBColor.white, dark: RGBColor(red: 0x1A, green: 0x1D, blue: 0x24))

    /// The style sheet's variables in the brand's colors, or `nil` if it has none.
    ///
    /// Links keep a contrast of 4.5 in both schemes, and so does the text on buttons.
    var style: HTML? {
        guard accent != nil || background != nil else { return nil }
        return HTML(unescaped: Array(":root{\(light)}@media (prefers-color-scheme:dark){:root{\(dark)}}".utf8))
    }

    private var light: String {
        var variables = ""
        if let accent {
            variables += Self.variables(accent: accent, link: accent.adjusted(to: 4.5, on: Self.surfaces.light))
        }
        if let background { variables += Self.variables(canvas: background) }
        return variables
    }

    /// A light background would glare in the dark scheme, so only a dark one is kept.
    private var dark: String {
        var variables = ""
        if let accent {
            let lighter = accent.adjusted(to: 5.5, on: Self.surfaces.dark)
            variables += Self.variables(accent: lighter, link: lighter)
        }
        if let background {
            let canvas = background.luminance < 0.1 ? background : RGBColor(red: 0x10, green: 0x12, blue: 0x16)
            variables += Self.variables(canvas: canvas)
        }
        return variables
    }

    private static func variables(accent: RGBColor, link: RGBColor) -> String {
        "--accent:\(accent);--on-accent:\(accent.ink);--link:\(link);"
    }

    private static func variables(canvas: RGBColor) -> String {
        "--canvas:\(canvas);--on-canvas:\(canvas.ink);"
    }
}
