// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WireFormats

/// One ceremony as the command line describes it.
struct AuthenticatorCeremony {
    private let options: JSONValue
    private let origin: String
    private let relyingPartyID: String
    private var settings = CeremonySettings()
    private var tamper: Tamper?
    private let isWrapping: Bool

    init(_ arguments: CommandArguments, _ console: Console) throws(CommandFailure) {
        guard arguments.operands.count <= 2 else { throw .malformed("authenticator takes one file of options.") }
        let source = arguments.operands.count == 2 ? arguments.operands[1] : "-"
        let bytes = source == "-" ? console.readInput() : try Files.read(source)
        do {
            let json = try JSONReader.read(bytes)
            options = json["publicKey"] ?? json["authn_params_public_key"] ?? json
        } catch {
            throw .malformed("The options are not strict JSON (\(error)).")
        }
        let named = (options["rp"]?["id"] ?? options["rpId"])?.stringValue
        guard let origin = arguments.value("--origin") ?? named.map({ "https://" + $0 }) else {
            throw .malformed("The options name no relying party: say where the ceremony takes place with --origin.")
        }
        self.origin = origin
        relyingPartyID = named ?? String(origin.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
        isWrapping = arguments.contains("--case")
        if arguments.contains("--attest") { settings.attestation = .always }
        if arguments.contains("--conditional") { settings.mediation = .conditional }
        if arguments.contains("--unverified") { settings.userVerified = false }
        switch try arguments.value("--tamper").map({ name throws(CommandFailure) in try Tampering(named: name) }) {
        case .response(let tamper): self.tamper = tamper
        case .attestation(let alteration): settings.alteration = alteration
        case nil: break
        }
    }

    /// The response to creation options.
    func create(with authenticator: SoftwareAuthenticator) throws(CommandFailure) -> String {
        let response = try perform { () throws(AuthenticatorFailure) in
            try authenticator.create(
                optionsJSON: options.serialized(), origin: origin, settings: settings, tamper: tamper)
        }
        guard isWrapping else { return String(decoding: response, as: UTF8.self) }
        return wrapped(response, type: "registration", extra: [])
    }

    /// The response to request options.
    func get(with authenticator: SoftwareAuthenticator) throws(CommandFailure) -> String {
        let before = authenticator.credentials
        let response = try perform { () throws(AuthenticatorFailure) in
            try authenticator.get(optionsJSON: options.serialized(), origin: origin, settings: settings, tamper: tamper)
        }
        guard isWrapping else { return String(decoding: response, as: UTF8.self) }
        let id = (try? JSONReader.read(response))?["id"]?.stringValue
        let used = before.first { Base64URL.encode($0.id) == id } ?? before.last
        return wrapped(
            response, type: "authentication",
            extra: used.map { [("credential", $0.record(isBackupEligible: authenticator.profile.backupEligible))] }
                ?? [])
    }

    private func perform(_ ceremony: () throws(AuthenticatorFailure) -> [UInt8]) throws(CommandFailure) -> [UInt8] {
        do {
            return try ceremony()
        } catch {
            throw .failed(error.explanation)
        }
    }

    private func wrapped(_ response: [UInt8], type: String, extra: [(String, JSONValue)]) -> String {
        let requirement = options["authenticatorSelection"]?["userVerification"] ?? options["userVerification"]
        var members: [(String, JSONValue)] = [
            ("id", .string(type)), ("type", .string(type)), ("rp_id", .string(relyingPartyID)),
            ("origin", .string(origin)), ("challenge", options["challenge"] ?? ""),
            ("user_verification", requirement ?? "preferred"),
        ]
        if settings.mediation == .conditional { members.append(("require_user_presence", false)) }
        members += extra
        members.append(
            ("input", (try? JSONReader.read(response)) ?? .string(String(decoding: response, as: UTF8.self))))
        return String(decoding: JSONValue.object(JSONObject(members)).serialized(), as: UTF8.self)
    }
}
