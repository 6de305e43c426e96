// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// The settings that do nothing on a server that sends no mail, or no text messages.
struct SendingNeedTests {
    private static let passwords: JSONObject = ConfigurationExample.full.setting(
        "connections[0].options.authentication_methods.password", to: ["enabled": true])
    private static let reset = "tenant.thumbturn.recovery.password_reset"

    private func needs(_ json: JSONObject, sendsMessages: Bool? = nil) throws -> [SendingNeed] {
        let file = ConfigurationExample.file(.object(json))
        try #require(file.findings.problems == [])
        return try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
            .unmetNeeds(sendsMail: false, sendsMessages: sendsMessages)
    }

    private func problems(
        _ json: JSONObject, sendsMail: Bool?, sendsMessages: Bool? = nil, stored: [ConfigurationDocument] = []
    ) -> [ConfigurationProblem] {
        var settings = ConfigurationApplication.Settings(url: ConfigurationExample.url)
        (settings.sendsMail, settings.sendsMessages) = (sendsMail, sendsMessages)
        return ConfigurationExample.plan(.object(json), stored: stored, settings: settings).findings.problems
    }

    /// A setting that needs mail, and where its path begins in the stored configuration.
    static let settings: [(path: String, value: JSONValue, stored: String)] = [
        (reset, "at_once", reset),
        ("tenant.thumbturn.notices.new_browser", true, "tenant.thumbturn.notices.new_browser"),
        ("tenant.thumbturn.sign_up_mode", "strict", "tenant.thumbturn.sign_up_mode"),
        ("connections[0].thumbturn.sign_up_mode", "strict", #"connections["Users"].thumbturn.sign_up_mode"#),
        ("clients[0].thumbturn.sign_up_mode", "strict", #"clients["native-app"].thumbturn.sign_up_mode"#),
    ]

    @Test(arguments: settings)
    func `what a file asks for is rejected at its place if the server sends no mail`(
        path: String, value: JSONValue, stored: String
    ) throws {
        let json = ConfigurationExample.full.setting(path, to: value)
        #expect(try needs(json).map(\.path) == [stored])
        #expect(problems(json, sendsMail: false).map(\.path) == [path])
        #expect(problems(json, sendsMail: true).isEmpty && problems(json, sendsMail: nil).isEmpty)
    }

    @Test func `addresses are verified by mail, and phone numbers by text messages`() throws {
        let attributes: JSONValue = [
            "email": ["identifier": ["active": true], "signup": ["verification": ["active": true]]],
            "phone_number": ["identifier": ["active": true], "signup": ["verification": ["active": true]]],
        ]
        let json = ConfigurationExample.full.setting("connections[0].options.attributes", to: attributes)
        #expect(
            try needs(json).map(\.path)
                == [#"connections["Users"].options.attributes.email.signup.verification"#])
        #expect(
            problems(json, sendsMail: false).map(\.path)
                == ["connections[0].options.attributes.email.signup.verification"])
        #expect(
            problems(json, sendsMail: true, sendsMessages: false).map(\.path)
                == ["connections[0].options.attributes.phone_number.signup.verification"])
        #expect(problems(json, sendsMail: true, sendsMessages: true).isEmpty)
    }

    @Test func `what needs text messages is rejected at its place if the server sends none`() throws {
        let phone: JSONValue = ["phone_number": ["identifier": ["active": true]]]
        let methods: JSONValue = ["phone_otp": ["enabled": true]]
        let codes = ConfigurationExample.full.setting("connections[0].options.attributes", to: phone)
            .setting("connections[0].options.authentication_methods", to: methods)
        let strict = ConfigurationExample.full.setting("connections[0].options.attributes", to: phone)
            .setting("tenant.thumbturn.sign_up_mode", to: "strict")
        for (json, path) in [
            (codes, "connections[0].options.authentication_methods.phone_otp.enabled"),
            (strict, "connections[0].options.attributes.phone_number.identifier"),
        ] {
            #expect(problems(json, sendsMail: true, sendsMessages: false).map(\.path) == [path])
            for sends in [true, nil] { #expect(problems(json, sendsMail: true, sendsMessages: sends).isEmpty) }
        }
    }

    @Test func `a connection with passwords needs mail once by default, which is no fault of a file`() throws {
        let two = Self.passwords.setting(
            "connections[1]",
            to: ["name": "Staff", "options": ["authentication_methods": ["password": ["enabled": true]]]])
        for json in [Self.passwords, two] {
            let needs = try needs(json)
            #expect(needs.map(\.path) == [Self.reset])
            #expect(needs.first?.isAskedFor == false)
            #expect(problems(json, sendsMail: false).isEmpty)
        }
    }

    @Test func `nothing needs mail where nobody resets a password, and no notice is sent`() throws {
        #expect(try needs(ConfigurationExample.full).isEmpty)
        for (path, value) in [
            (Self.reset, "wait"), ("connections[0].options.disable_self_service_change_password", true),
        ] as [(String, JSONValue)] {
            #expect(try needs(Self.passwords.setting(path, to: value)).isEmpty, "\(path)")
        }
        #expect(
            try needs(ConfigurationExample.full.setting("tenant.thumbturn.notices", to: ["new_browser": false])).isEmpty
        )
    }

    @Test func `what is stored is no fault of a file that doesn't have it`() {
        let before: JSONObject = [
            "tenant": ["thumbturn": ["recovery": ["password_reset": "at_once"]]],
            "connections": [["name": "Users", "thumbturn": ["sign_up_mode": "strict"]]],
        ]
        let stored = ConfigurationExample.file(.object(before)).documents
        #expect(problems(["clients": []], sendsMail: false, stored: stored).isEmpty)
        #expect(problems(["tenant": ["friendly_name": "Other"]], sendsMail: false, stored: stored).isEmpty)
    }

    // MARK: The members

    private func tenant(_ json: JSONObject) throws -> Tenant {
        let file = ConfigurationExample.file(.object(json))
        return try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url).tenant
    }

    @Test func `a tenant says what a mailed link does, and whether users are told of new browsers`() throws {
        let usual = try tenant(ConfigurationExample.full)
        #expect(usual.passwordReset == .atOnce && usual.noticesNewBrowsers)
        let json = ConfigurationExample.full
            .setting("tenant.thumbturn.recovery", to: ["password_reset": "wait"])
            .setting("tenant.thumbturn.notices", to: ["new_browser": false])
        let changed = try tenant(json)
        #expect(changed.passwordReset == .wait && !changed.noticesNewBrowsers)
    }

    static let bounds = [
        Boundary(
            "tenant.thumbturn.recovery.password_reset", accepted: ["at_once", "wait"], rejected: ["later", true]),
        Boundary("tenant.thumbturn.recovery", accepted: [[:]], rejected: [["delay_hours": 72], ["rungs": []], "wait"]),
        Boundary("tenant.thumbturn.notices.new_browser", accepted: [true, false], rejected: ["true", 1]),
        Boundary("tenant.thumbturn.notices", accepted: [[:]], rejected: [["new_device": true], true]),
    ]

    @Test(arguments: bounds)
    func `a member has its values, and its object no others`(_ boundary: Boundary) {
        for value in boundary.accepted { #expect(boundary.problems(value) == [], "\(value)") }
        for value in boundary.rejected {
            #expect(boundary.problems(value).first?.path.hasPrefix(boundary.path) == true, "\(value)")
        }
    }
}
