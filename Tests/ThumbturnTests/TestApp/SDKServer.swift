// SPDX-License-Identifier: Apache-2.0

import ServerHarness
import TestLimits
import Testing
import WireFormats

/// Everything that the SDK does with a server. One server runs for all of it; every test has users and devices of its
/// own.
@Suite(.sdkServer, .turnLimit)
enum SDKTests {}

/// The server of the tests: the program, behind a proxy on this machine.
struct SDKServer: Sendable {
    @TaskLocal static var current: SDKServer?

    static let host = "auth.example.test"
    static let relyingPartyID = "example.test"
    static let team = "9JA89QQLNQ"
    static let bundle = "org.example.notes"
    static let callback = "https://\(host)/ios/\(bundle)/callback"

    /// The host that this one serves.
    let host: String
    let port: UInt16
    /// `nil` in a process other than that of the tests.
    let log: ProgramLog?
    /// `nil` in a process other than that of the tests.
    let database: String?
    /// The folder that the server writes mail into.
    var mail = ""

    /// Sends a request on a connection of its own.
    static func send(_ request: WireRequest) throws -> WireResponse {
        guard let current else { throw Missing() }
        var request = request
        request.headers.append(("X-Forwarded-Proto", "https"))
        return try WireClient(port: current.port, host: current.host).send(request)
    }

    /// Lets three days pass for every passkey of the server.
    static func settlePasskeys() throws {
        guard let database = current?.database else { throw Missing() }
        try DatabaseEdit.settlePasskeys(in: database)
    }

    /// Lets three days pass for the device keys of one user: another test may need new ones.
    static func settleDeviceKeys(of user: String) throws {
        guard let database = current?.database else { throw Missing() }
        try DatabaseEdit.settleDeviceKeys(of: user, in: database)
    }

    struct Missing: Error {}

    /// One client for each setting that a test needs.
    static var configuration: JSONValue {
        [
            "tenant": [
                "friendly_name": "Example", "default_directory": "People",
                // Hashes that cost little.
                "thumbturn": ["password_hash": ["memory_kib": 64, "passes": 1]],
            ],
            "custom_domains": [["domain": .string(host), "relying_party_identifier": .string(relyingPartyID)]],
            "connections": [
                [
                    "name": "People", "strategy": "auth0",
                    "options": [
                        "authentication_methods": ["passkey": ["enabled": true], "password": ["enabled": true]],
                        "attributes": ["email": ["identifier": ["active": true], "signup": ["status": "required"]]],
                    ],
                ],
                [
                    "name": "Proven", "strategy": "auth0",
                    "options": [
                        "authentication_methods": [
                            "passkey": ["enabled": true], "password": ["enabled": true], "email_otp": ["enabled": true],
                        ],
                        "attributes": [
                            "email": [
                                "identifier": ["active": true],
                                "signup": ["status": "required", "verification": ["active": true]],
                            ]
                        ],
                    ],
                ],
                [
                    "name": "Members", "strategy": "auth0",
                    "options": [
                        "authentication_methods": ["passkey": ["enabled": true], "password": ["enabled": true]],
                        "attributes": ["email": ["identifier": ["active": true], "signup": ["status": "required"]]],
                        "password_options": [
                            "complexity": ["min_length": 10, "character_types": ["lowercase", "number"]],
                            "history": ["active": true, "size": 2],
                        ],
                    ],
                ],
            ],
            "resource_servers": [
                ["identifier": "urn:notes", "name": "Notes", "scopes": [["value": "read:notes"]]],
                ["identifier": "urn:photos", "name": "Photos", "scopes": [["value": "read:photos"]]],
            ],
            "clients": [
                client("ios"),
                client("ios-timed-out"),
                client("ios-prefers-apple"),
                client("ios-without-passcode"),
                client("ios-verified", thumbturn: ["user_verification": "required"]),
                client("ios-attested", thumbturn: ["attestation": "direct"]),
                client("ios-managed", thumbturn: ["attestation": "enterprise"]),
                client("ios-strict", thumbturn: ["enrollment_max_age": 4]),
                client("ios-bound", members: ["require_proof_of_possession": true]),
                client("ios-bound-hasty", members: ["require_proof_of_possession": true], leeway: 1),
                client("ios-codes", grants: ["http://auth0.com/oauth/grant-type/passwordless/otp"]),
                client("ios-device-keys", grants: ["urn:ietf:params:oauth:grant-type:jwt-bearer", "password"]),
                client("ios-passwords", grants: ["password", "http://auth0.com/oauth/grant-type/password-realm"]),
            ],
        ]
    }

    private static func client(
        _ id: String, members: JSONObject = [:], thumbturn: JSONObject = [:], leeway: JSONValue = .null,
        grants: [JSONValue] = []
    ) -> JSONValue {
        var client: JSONObject = [
            "client_id": .string(id), "name": "Notes", "app_type": "native", "token_endpoint_auth_method": "none",
            "grant_types": .array(
                ["urn:okta:params:oauth:grant-type:webauthn", "refresh_token", "authorization_code"] + grants),
            "callbacks": [.string(callback), .string("\(bundle)://\(host)/ios/\(bundle)/callback")],
            "mobile": ["ios": ["team_id": .string(team), "app_bundle_identifier": .string(bundle)]],
            "refresh_token": [
                "rotation_type": "rotating", "expiration_type": "expiring", "leeway": leeway,
                "policies": [["audience": "urn:photos", "scope": ["read:photos"]]],
            ],
        ]
        for member in members.members { client[member.name] = member.value }
        if !thumbturn.isEmpty { client["thumbturn"] = .object(thumbturn) }
        return .object(client)
    }
}

struct SDKServerTrait: SuiteTrait, TestScoping {
    let host: String
    let configuration: JSONValue

    /// Starts the server before the first test, and stops it after the last one.
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let folder = try ProgramFolder(configuration, isNew: true)
        let mail = "\(folder.path)/mail"
        let options = ["--rate-limits", "off", "--trusted-proxy", "127.0.0.1", "--mail", "file:\(mail)"]
        let program = try RunningProgram(on: folder, options, url: "https://\(host)")
        var server = SDKServer(host: host, port: try program.port(), log: program.log, database: folder.database)
        server.mail = mail
        do {
            try await SDKServer.$current.withValue(server) { try await function() }
        } catch {
            program.kill()
            throw error
        }
        _ = try program.stop()
    }
}

extension Trait where Self == SDKServerTrait {
    static var sdkServer: Self { Self(host: SDKServer.host, configuration: SDKServer.configuration) }
}
