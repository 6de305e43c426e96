// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import SoftwareAuthenticator
import WireFormats

/// A WebAuthn ceremony of the software authenticator, with its options from the command line.
struct AuthenticatorCeremony {
    private let options: JSONValue
    private let origin: String
    private let relyingPartyID: String
    private var settings = CeremonySettings()
    private var mutation: ResponseMutation?
    private let wrapping: Wrapping

    /// The JSON that the response is wrapped in.
    private enum Wrapping {
        case nothing
        case verificationCase
        case tokenRequest(session: JSONValue)
    }

    init(_ arguments: CommandArguments, console: Console) throws(CommandFailure) {
        guard arguments.operands.count <= 1 else {
            throw .malformed("authenticator takes one options file.", help: "authenticator")
        }
        let source = arguments.operands.first ?? "-"
        let bytes = source == "-" ? console.readInput() : try Files.read(source)
        let json: JSONValue
        do {
            json = try JSONReader.read(bytes)
            options = json["publicKey"] ?? json["authn_params_public_key"] ?? json
        } catch {
            throw .malformed("The options are not strict JSON: \(error.explanation(in: bytes)).")
        }
        let named = (options["rp"]?["id"] ?? options["rpId"])?.stringValue
        guard let origin = arguments.value("--origin") ?? named.map({ "https://" + $0 }) else {
            throw .malformed(
                "The options do not name a relying party. Give the origin of the page or app with --origin.")
        }
        self.origin = origin
        // An Android app's origin is the hash of its certificate and has no host.
        if origin.hasPrefix("android:") {
            guard named != nil else {
                throw .malformed("An Android app's origin has no host, so the options must name the relying party.")
            }
            settings.client = .native
        }
        relyingPartyID = named ?? String(origin.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
        wrapping = try Self.wrapping(for: arguments, input: json)
        try readBehavior(arguments)
    }

    /// Reads the options that change how the user, the client and the authenticator behave.
    private mutating func readBehavior(_ arguments: CommandArguments) throws(CommandFailure) {
        if arguments.contains("--attest") { settings.attestation = .always }
        if arguments.contains("--conditional") { settings.mediation = .conditional }
        if arguments.contains("--unverified") { settings.userVerified = false }
        switch try arguments.value("--tamper").map({ name throws(CommandFailure) in try RequestedMutation(named: name) }
        ) {
        case .response(let mutation): self.mutation = mutation
        case .attestation(let alteration): settings.alteration = alteration
        case nil: break
        }
    }

    /// Creates a credential and returns the registration response.
    func create(with authenticator: SoftwareAuthenticator) throws(CommandFailure) -> String {
        let response = try perform { () throws(AuthenticatorFailure) in
            try authenticator.create(
                optionsJSON: options.serialized(), origin: origin, settings: settings, mutation: mutation)
        }
        return wrapped(response, type: "registration", extra: [])
    }

    /// Signs in and returns the authentication response.
    func get(with authenticator: SoftwareAuthenticator) throws(CommandFailure) -> String {
        if let alteration = settings.alteration {
            throw .failed(AuthenticatorFailure.tamperingNotApplicable(alteration.name).explanation)
        }
        let before = authenticator.credentials
        let response = try perform { () throws(AuthenticatorFailure) in
            try authenticator.get(
                optionsJSON: options.serialized(), origin: origin, settings: settings, mutation: mutation)
        }
        let id = (try? JSONReader.read(response))?["id"]?.stringValue
        let used = before.first { Base64URL.encode($0.id) == id } ?? before.last
        return wrapped(
            response, type: "authentication",
            extra: credentialMembers
                + (used.map { [("credential", $0.record(isBackupEligible: authenticator.profile.backupEligible))] }
                    ?? []))
    }

    /// The allowed credentials, or the mark of a discoverable credential if the options list none.
    private var credentialMembers: [(String, JSONValue)] {
        let ids = (options["allowCredentials"]?.arrayValue ?? []).compactMap { $0["id"] }
        return ids.isEmpty ? [("discoverable", true)] : [("allow_credentials", .array(ids))]
    }

    private func perform(_ ceremony: () throws(AuthenticatorFailure) -> [UInt8]) throws(CommandFailure) -> [UInt8] {
        do {
            return try ceremony()
        } catch {
            throw .failed(error.explanation)
        }
    }

    private static func wrapping(
        for arguments: CommandArguments, input json: JSONValue
    ) throws(CommandFailure) -> Wrapping {
        switch (arguments.contains("--case"), arguments.contains("--token-request")) {
        case (true, true): throw .malformed("--case and --token-request exclude each other. Give one of them.")
        case (true, false): return .verificationCase
        case (false, false): return .nothing
        case (false, true):
            guard let session = json["auth_session"] else {
                let reason = json["error_description"]?.stringValue.map {
                    " The server's error is: \(TerminalText.safe($0, limit: 300))"
                }
                throw .malformed(
                    "The input has no auth_session. Pass the server's complete response.\(reason ?? "")")
            }
            return .tokenRequest(session: session)
        }
    }

    private func wrapped(_ response: [UInt8], type: String, extra: [(String, JSONValue)]) -> String {
        let input = (try? JSONReader.read(response)) ?? .string(String(decoding: response, as: UTF8.self))
        let json: JSONValue
        switch wrapping {
        case .nothing: return String(decoding: response, as: UTF8.self)
        case .verificationCase: json = verificationCase(of: input, type: type, extra: extra)
        case .tokenRequest(let session):
            json = [
                "grant_type": .string(GrantType.passkey.rawValue), "auth_session": session,
                "scope": "openid profile email offline_access", "authn_response": input,
            ]
        }
        return String(decoding: json.serialized(), as: UTF8.self)
    }

    private func verificationCase(
        of input: JSONValue, type: String, extra: [(String, JSONValue)]
    ) -> JSONValue {
        let requirement = options["authenticatorSelection"]?["userVerification"] ?? options["userVerification"]
        var members: [(String, JSONValue)] = [
            ("id", .string(type)), ("type", .string(type)), ("rp_id", .string(relyingPartyID)),
            ("origin", .string(origin)), ("challenge", options["challenge"] ?? ""),
            ("user_verification", requirement ?? "preferred"),
        ]
        if settings.mediation == .conditional { members.append(("require_user_presence", false)) }
        return .object(JSONObject(members + extra + [("input", input)]))
    }
}

/// A mutation of the response or of its attestation statement, named by `--tamper`.
enum RequestedMutation {
    case response(ResponseMutation)
    case attestation(AttestationAlteration)

    init(named name: String) throws(CommandFailure) {
        if let mutation = ResponseMutation(rawValue: name) {
            self = .response(mutation)
        } else if let alteration = AttestationAlteration.named(name) {
            self = .attestation(alteration)
        } else {
            throw .malformed(
                "There is no mutation \(TerminalText.safe(name))." + Suggestion.text(for: name, among: Self.names)
                    + " See authenticator --tamper list.")
        }
    }

    /// A line for each name, with the verdict of a correct server.
    static var overview: String {
        let rows =
            ResponseMutation.allCases.map { ($0.name, "\($0.verdict)") }
            + AttestationAlteration.allCases.map { ($0.name, "\($0.verdict)") }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.padded(to: width) + "  " + $1 + "\n" }.joined()
    }

    private static var names: [String] {
        ResponseMutation.allCases.map(\.name) + AttestationAlteration.allCases.map(\.name)
    }
}
