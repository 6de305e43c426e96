// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The instructions for a page's script, as data in the page.
package struct ScriptSettings: Sendable {
    private var members: JSONObject
    private var messages: ScriptMessages?

    private init(_ action: String, messages: ScriptMessages? = nil) {
        members = ["action": .string(action)]
        self.messages = messages
    }

    /// Signs in with a passkey.
    static func authentication(usesAutofill: Bool, in strings: Strings) -> ScriptSettings {
        var settings = authentication(begin: .signInChallenge, finish: .signInPasskey, in: strings)
        settings.members["autofill"] = .bool(usesAutofill)
        return settings
    }

    /// Proves with a passkey who asks.
    static func authentication(begin: PagePath, finish: PagePath, in strings: Strings) -> ScriptSettings {
        var settings = ScriptSettings("get", messages: strings.script)
        settings.members["begin"] = .string(begin.rawValue)
        settings.members["finish"] = .string(finish.rawValue)
        return settings
    }

    /// Creates a passkey.
    static func registration(begin: PagePath, finish: PagePath, in strings: Strings) -> ScriptSettings {
        var settings = ScriptSettings("create", messages: strings.script)
        settings.members["begin"] = .string(begin.rawValue)
        settings.members["finish"] = .string(finish.rawValue)
        return settings
    }

    /// The same settings of a page whose script first asks the browser to create the passkey without a prompt.
    var creatingConditionally: ScriptSettings {
        var settings = self
        settings.members["conditional"] = true
        return settings
    }

    /// Accepts the invitation in the address.
    static func invitation(in strings: Strings) -> ScriptSettings {
        var settings = registration(begin: .invitationChallenge, finish: .invitationVerification, in: strings)
        settings.members["action"] = "invitation"
        settings.members["contents"] = .string(PagePath.invitationContents.rawValue)
        settings.members["sentences"] = strings.invitation.json
        return settings.explaining(strings.invitation.messages)
    }

    /// Only takes the fragment of the address.
    static let fragment = ScriptSettings("fragment")

    /// Submits the page's form.
    static let submission = ScriptSettings("submit")

    /// Sends a message to the window that opened or embeds the page.
    static func message(_ message: JSONValue, to target: WebOrigin) -> ScriptSettings {
        var settings = ScriptSettings("message")
        settings.members["message"] = message
        settings.members["target"] = .string(target.description)
        return settings
    }

    /// The same settings with messages for problems by their codes.
    func explaining(_ problems: [(code: String, message: Strings.Message)]) -> ScriptSettings {
        var settings = self
        settings.messages = messages?.explaining(problems)
        return settings
    }

    /// The same settings with what the page signals to the device when it opens (Signal API).
    func signaling(_ signal: JSONValue?) -> ScriptSettings {
        var settings = self
        settings.members["signal"] = signal
        return settings
    }

    /// A block of data. Browsers don't run it, so that the policy need not allow inline scripts.
    var element: HTML {
        var json = Self.escaped(JSONValue.object(members).serialized())
        // The object has a member already, its action.
        if let messages { json.replaceSubrange((json.endIndex - 1)..., with: messages.lastMember) }
        return "<script type=\"application/json\" id=\"settings\">\(HTML(unescaped: json))</script>\n"
    }

    /// JSON without the characters that could end the element. They only occur within strings.
    fileprivate static func escaped(_ json: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(json.count + 64)
        for byte in json {
            switch byte {
            case UInt8(ascii: "<"): output.append(contentsOf: #"\u003c"#.utf8)
            case UInt8(ascii: ">"): output.append(contentsOf: #"\u003e"#.utf8)
            case UInt8(ascii: "&"): output.append(contentsOf: #"\u0026"#.utf8)
            default: output.append(byte)
            }
        }
        return output
    }
}

/// The messages of the script, serialized once because they are the same on every page.
struct ScriptMessages: Sendable {
    /// The last member of the settings with what ends them: `,"messages":{…}}`.
    fileprivate let lastMember: [UInt8]
    private let members: JSONObject

    init(_ script: Strings.Script) {
        self.init(script.json)
    }

    private init(_ members: JSONObject) {
        self.members = members
        lastMember =
            Array(#","messages":"#.utf8) + ScriptSettings.escaped(JSONValue.object(members).serialized())
            + [UInt8(ascii: "}")]
    }

    fileprivate func explaining(_ problems: [(code: String, message: Strings.Message)]) -> ScriptMessages {
        var members = members
        for problem in problems { members[problem.code] = problem.message.json }
        return ScriptMessages(members)
    }
}
