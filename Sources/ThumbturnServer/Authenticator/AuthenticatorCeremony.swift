// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SoftwareAuthenticator
import WireFormats

/// One ceremony as the command line describes it.
struct AuthenticatorCeremony {
    private let options: JSONValue
    private let origin: String
    private let relyingPartyID: String
    private var settings = CeremonySettings()
    private var mutation: ResponseMutation?
    /// What the response is put into.
    private enum Wrapping {
        case nothing
        case verificationCase
        case tokenRequest(session: JSONValue)
    }

    private let wrapping: Wrapping

    init(_ arguments: CommandArguments, _ console: Console) throws(CommandFailure) {
        guard arguments.operands.count <= 2 else { throw .malformed("authenticator takes one file of options.") }
        let source = arguments.operands.count == 2 ? arguments.operands[1] : "-"
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
            throw .malformed("The options name no relying party: say where the ceremony takes place with --origin.")
        }
        self.origin = origin
        // The origin of an Android app is the hash of its certificate and names no host.
        if origin.hasPrefix("android:") {
            guard named != nil else {
                throw .malformed("The origin of an Android app has no host: the options must name the relying party.")
            }
            settings.client = .native
        }
        relyingPartyID = named ?? String(origin.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
        wrapping = try Self.wrapping(arguments, json)
        try readBehavior(arguments)
    }

    /// What the person, the platform and the mistake are to be.
    private mutating func readBehavior(_ arguments: CommandArguments) throws(CommandFailure) {
        if arguments.contains("--attest") { settings.attestation = .always }
        if arguments.contains("--conditional") { settings.mediation = .conditional }
        if arguments.contains("--unverified") { settings.userVerified = false }
        switch try arguments.value("--tamper").map({ name throws(CommandFailure) in try Tampering(named: name) }) {
        case .response(let mutation): self.mutation = mutation
        case .attestation(let alteration): settings.alteration = alteration
        case nil: break
        }
    }

    /// The response to creation options.
    func create(with authenticator: SoftwareAuthenticator) throws(CommandFailure) -> String {
        let response = try perform { () throws(AuthenticatorFailure) in
            try authenticator.create(
                optionsJSON: options.serialized(), origin: origin, settings: settings, mutation: mutation)
        }
        return wrapped(response, type: "registration", extra: [])
    }

    /// The response to request options.
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

    /// What the options say of whose credential is wanted. Without a list, the response itself has to say it.
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
        _ arguments: CommandArguments, _ json: JSONValue
    ) throws(CommandFailure) -> Wrapping {
        switch (arguments.contains("--case"), arguments.contains("--token-request")) {
        case (true, true): throw .malformed("The response can be put into a case or a token request, not both.")
        case (true, false): return .verificationCase
        case (false, false): return .nothing
        case (false, true):
            guard let session = json["auth_session"] else {
                let answer = json["error_description"]?.stringValue.map { " The server says: \($0)" } ?? ""
                throw .malformed("What came in has no auth_session: give it the server's whole answer.\(answer)")
            }
            return .tokenRequest(session: session)
        }
    }

    private func wrapped(_ response: [UInt8], type: String, extra: [(String, JSONValue)]) -> String {
        let answer = (try? JSONReader.read(response)) ?? .string(String(decoding: response, as: UTF8.self))
        let json: JSONValue
        switch wrapping {
        case .nothing: return String(decoding: response, as: UTF8.self)
        case .verificationCase: json = verificationCase(answer, type: type, extra: extra)
        case .tokenRequest(let session):
            json = [
                "grant_type": .string(GrantType.passkey.rawValue), "auth_session": session,
                "scope": "openid profile email offline_access", "authn_response": answer,
            ]
        }
        return String(decoding: json.serialized(), as: UTF8.self)
    }

    private func verificationCase(
        _ answer: JSONValue, type: String, extra: [(String, JSONValue)]
    ) -> JSONValue {
        let requirement = options["authenticatorSelection"]?["userVerification"] ?? options["userVerification"]
        var members: [(String, JSONValue)] = [
            ("id", .string(type)), ("type", .string(type)), ("rp_id", .string(relyingPartyID)),
            ("origin", .string(origin)), ("challenge", options["challenge"] ?? ""),
            ("user_verification", requirement ?? "preferred"),
        ]
        if settings.mediation == .conditional { members.append(("require_user_presence", false)) }
        return .object(JSONObject(members + extra + [("input", answer)]))
    }
}
