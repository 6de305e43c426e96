// SPDX-License-Identifier: Apache-2.0

/// A button of a form.
struct Button {
    enum Kind: String {
        case primary
        case secondary
        case danger
        /// Text without a frame.
        case plain
    }

    let text: String
    var kind = Kind.primary
    var icon: HTML?
    var name: String?
    var value: String?
    /// Where the button sends what has been entered, complete or not, instead of its form's own path.
    var action: PagePath?
    /// The text that assistive technology reads instead, where several buttons have the same text.
    var label: String?

    init(_ text: String, kind: Kind = .primary, icon: HTML? = nil) {
        self.text = text
        self.kind = kind
        self.icon = icon
    }

    /// A button that submits its form.
    var html: HTML {
        """
        <button class="button \(kind.rawValue)" type="submit"\(attribute: "name", name)\(attribute: "value", value)\
        \(attribute: "formaction", action?.rawValue)\(flag: "formnovalidate", action != nil)\
        \(attribute: "aria-label", label)>\(icon)<span>\(text)</span></button>
        """
    }

    /// A button that needs the script, which alone can ask the device.
    var ceremony: HTML {
        """
        <button class="button \(kind.rawValue)" type="submit" data-ceremony>\(icon)<span>\(text)</span></button>
        """
    }

    func submitting(name: String, value: String) -> Button {
        var button = self
        button.name = name
        button.value = value
        return button
    }

    func submitting(to action: PagePath) -> Button {
        var button = self
        button.action = action
        return button
    }

    func labeled(_ label: String) -> Button {
        var button = self
        button.label = label
        return button
    }
}

/// A labeled input, with a hint and with what is wrong with its value.
struct Field {
    enum Sending: String {
        case withRequest = "begin"
        case withResponse = "finish"
        case withBoth = "begin finish"
    }

    let name: String
    let label: String
    /// Distinguishes fields of the same name on one page.
    var idSuffix: String?
    var type = "text"
    var autocomplete: String?
    var value: String?
    var hint: String?
    var fault: String?
    var isRequired = false
    /// The mark after the label of a field that may stay empty.
    var optionalMark: String?
    var inputMode: String?
    var capitalization: String?
    var length = 320
    /// With which request of a ceremony the script sends the value.
    var sending: Sending?
    /// Whether the script takes the value from the fragment of the address.
    var isFilledFromFragment = false
    var isCode = false
    /// Whether users type here first.
    var hasFocus = false

    init(name: String, label: String) {
        self.name = name
        self.label = label
    }

    var html: HTML {
        """
        <div class="field">
        <label for="\(id)">\(label)\(mark)</label>
        \(note(hint, class: "hint", suffix: "hint"))<input id="\(id)" name="\(name)" type="\(type)" \
        maxlength="\(length)"\(attribute: "class", isCode ? "code" : nil)\
        \(attribute: "autocomplete", autocomplete)\(attribute: "inputmode", inputMode)\
        \(attribute: "autocapitalize", capitalization)\
        \(attribute: "spellcheck", capitalization == nil ? nil : "false")\(attribute: "value", value)\
        \(flag: "required", isRequired)\(attribute: "data-send", sending?.rawValue)\
        \(flag: "data-fragment", isFilledFromFragment)\(flag: "autofocus", fault != nil || hasFocus)\
        \(attribute: "aria-describedby", description)\(attribute: "aria-invalid", fault == nil ? nil : "true")>
        \(note(fault, class: "fault", suffix: "fault"))</div>

        """
    }

    private var id: String { idSuffix.map { "\(name)-\($0)" } ?? name }

    private var mark: HTML? {
        optionalMark.map { mark -> HTML in " <span class=\"mark\">(\(mark))</span>" }
    }

    private func note(_ text: String?, class kind: String, suffix: String) -> HTML? {
        text.map { text -> HTML in "<p class=\"\(kind)\" id=\"\(id)-\(suffix)\">\(text)</p>\n" }
    }

    private var description: String? {
        let ids = [hint == nil ? nil : "\(id)-hint", fault == nil ? nil : "\(id)-fault"].compactMap(\.self)
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }
}

/// A message that stands out: what happened, and what to do.
package struct Notice: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case failure
        case warning
        case success
    }

    package let kind: Kind
    package let title: String
    package let text: String
    /// The reference of the request, for those who help.
    package var reference: String?
    /// Whether the focus goes to the message when the page opens.
    var takesFocus = false

    package init(_ kind: Kind, title: String, text: String, reference: String? = nil) {
        self.kind = kind
        self.title = title
        self.text = text
        self.reference = reference
    }

    package init(_ fault: PageFault, reference: String? = nil, in language: Language) {
        self.init(.failure, message: fault.message(in: language.strings))
        self.reference = reference
    }

    package static func tooBusy(in language: Language) -> Notice {
        Notice(.failure, message: language.strings.password.tooBusy)
    }

    init(_ kind: Kind, message: Strings.Message) {
        self.init(kind, title: message.title, text: message.remedy)
    }

    func html(in strings: Strings) -> HTML {
        let mark = reference.map { reference -> HTML in
            "<p class=\"reference\">\(strings.general.reference): <code>\(reference)</code></p>\n"
        }
        return """
            <div class="notice \(kind.rawValue)"\(attribute: "role", kind == .success ? "status" : "alert")\
            \(attribute: "tabindex", takesFocus ? "-1" : nil)\(flag: "autofocus", takesFocus)>
            <p><strong>\(title)</strong> \(text)</p>
            \(mark)</div>

            """
    }
}

extension HTML {
    static func hidden(name: String, value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }

    /// The place for what the script has to say, and what stands there without a script.
    static func scriptNotice(in strings: Strings) -> HTML {
        let missing = strings.general.needsScript
        return """
            <div id="notice" class="notice failure" role="alert" tabindex="-1" hidden></div>
            <p id="status" class="status" role="status"></p>
            <noscript><div class="notice warning"><p><strong>\(missing.title)</strong> \(missing.remedy)</p></div></noscript>

            """
    }

    /// A form with its token.
    static func form(_ path: PagePath, token: FormToken, attributes: HTML = "", content: HTML) -> HTML {
        """
        <form method="post" action="\(PageLink(path))"\(attributes)>
        \(token.field)\(content)</form>

        """
    }

    static func row(icon: HTML?, title: HTML, detail: HTML?, end: HTML? = nil) -> HTML {
        let detail = detail.map { detail -> HTML in "<span class=\"detail\">\(detail)</span>" }
        return """
            <div class="row">\(icon)<div class="row-text"><span class="row-title">\(title)</span>\(detail)</div>\(end)</div>
            """
    }
}
