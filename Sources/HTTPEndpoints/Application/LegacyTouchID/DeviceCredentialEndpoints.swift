// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/api/v2/device-credentials`, as Lock 1 uses it: with the user's own name and password.
enum DeviceCredentialEndpoints {
    static let rows = [list, add, remove]

    private static let family = Family(
        dialect: LegacyTouchID.dialect, limit: .token, isCrossOrigin: true, isServed: LegacyTouchID.isServed)

    private static let list = Row(
        .get, "/api/v2/device-credentials", in: family, by: .password(\.clientID),
        taking: .query(DeviceCredentialQuery.self), id: "listDeviceCredentials",
        summary: "Lists the keys of the user's devices, as Lock does",
        success: .json("The keys.", .array(of: .deviceCredential, maxItems: 10)), failing: [404]
    ) { request in
        let isMeant = request.input.isAboutKeys && request.input.user.map { $0 == request.caller.user.rawValue } ?? true
        let keys = isMeant ? try await request.legacyKeys.list(of: request.caller) : []
        return .json(.array(keys.map { .object($0.credential) }))
    }

    private static let add = Row(
        .post, "/api/v2/device-credentials", in: family, by: .password(\.clientID),
        taking: .json(DeviceCredentialBody.self), id: "addDeviceCredential",
        summary: "Registers the key of a device, as Lock does",
        success: .json("The ID of the key.", .deviceCredentialID, status: 201), failing: [404, 409]
    ) { request in
        let body = request.input
        let key = Base64.decode(body.value).map { String(decoding: $0, as: UTF8.self) }
        var submission = LegacyDeviceKeys.Submission(publicKey: key ?? "", deviceName: body.deviceName)
        submission.deviceID = body.deviceID.flatMap { $0.isEmpty ? nil : $0 }
        let added = try await request.legacyKeys.add(submission, by: request.caller)
        return .json(["id": .string(added.id.credentialID)], status: 201)
    }

    private static let remove = Row(
        .delete, "/api/v2/device-credentials/{id}", in: family, by: .password { _ in nil }, taking: .nothing,
        id: "removeDeviceCredential", summary: "Removes the key of a device, as Lock does",
        success: .init(204, "The key is removed."), failing: [404, 409]
    ) { request in
        let id = request.context.incoming.name
        return try await request.removeLegacyKey { $0.id.credentialID == id }
    }
}

extension Access where Caller == AccountOwner {
    /// The user's name and password, for the client that the request names.
    @inline(__always) fileprivate static func password(
        _ clientID: @escaping @Sendable (Input) -> String?
    ) -> Access {
        Access(
            security: .userPassword, failures: [400, 401],
            check: .input { context, input in
                let client = try await context.legacyClient(named: clientID(input))
                guard let credentials = LegacyCredentials(authorization: context.field("Authorization")) else {
                    throw SignInFailure.deviceKey(.passwordMissing)
                }
                let wanted = AdmissionRequest(
                    client: client, host: context.host.host, realm: credentials.connection)
                let signIn = try await PasswordSignIn(context.services.passwords).judge(
                    PasswordSignIn.Submission(
                        name: credentials.name, password: credentials.password, sender: context.sender),
                    ofLegacyClient: wanted, in: context.configuration)
                try context.take(.myAccount, key: signIn.user.id.rawValue)
                return context.legacyOwner(
                    signIn.user, of: client, signedInAt: signIn.authentication.authenticatedAt, ways: signIn.ways)
            })
    }
}

extension RequestContext {
    /// The client that the request names, or that of the key that the path names.
    fileprivate func legacyClient(named id: String?) async throws -> Client {
        guard id == nil, let key = incoming.name else { return try legacyClient(id) }
        let found = try await services.accounts.storage.read { snapshot in
            try snapshot.deviceKeys.find(DeviceKey.ID(credentialID: key))?.client
        }
        let known = found.flatMap(configuration.client)
        // An unknown key, and one of another client, cost and say the same before the password is right.
        let first = configuration.clients.values.filter(\.usesLegacyDeviceKeys).map(\.id).min()
        return try legacyClient(known?.usesLegacyDeviceKeys == true ? known?.id : first)
    }
}

/// `Basic`, with the connection before the name.
private struct LegacyCredentials {
    let connection: String
    let name: String
    let password: String

    init?(authorization header: String?) {
        let parts = (header ?? "").utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, String(Substring(parts[0])).lowercased() == "basic", parts[1].count <= 4096 else {
            return nil
        }
        let text = String(Substring(parts[1]))
        guard let bytes = Base64URL.decode(text) ?? Base64.decode(text),
            let decoded = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let halves = decoded.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let names = halves[0].split(separator: UInt8(ascii: "\\"), maxSplits: 1, omittingEmptySubsequences: false)
        guard names.count == 2 else { return nil }
        connection = String(Substring(names[0]))
        name = String(Substring(names[1]))
        password = String(Substring(halves[1]))
    }
}

private struct DeviceCredentialQuery: RequestQuery {
    let clientID: String?
    let user: String?
    /// Whether it asks for keys, and not for refresh tokens.
    let isAboutKeys: Bool

    init(_ parameters: QueryParameters) {
        clientID = parameters["client_id"]
        user = parameters["user_id"]
        isAboutKeys = parameters["type"] == "public_key"
    }

    static let members: [Member] = [
        .required("client_id", as: .string(upTo: 128)),
        .optional("type", as: .string(StringRule(length: 0...64)), description: "public_key."),
        .optional("user_id", as: .string(StringRule(length: 0...256))),
    ]
}

extension DeviceKey.ID {
    private static let prefix = "dcr_"

    /// The ID in Auth0's form.
    fileprivate var credentialID: String { Self.prefix + rawValue.dropFirst("device-key|".count) }

    fileprivate init(credentialID text: String) {
        self.init(rawValue: "device-key|" + text.dropFirst(Self.prefix.count))
    }
}

extension DeviceKey {
    fileprivate var credential: JSONObject {
        var body: JSONObject = ["id": .string(id.credentialID), "device_name": .string(deviceName)]
        body["device_id"] = deviceID.map(JSONValue.string)
        body["type"] = "public_key"
        body["user_id"] = .string(user.rawValue)
        body["client_id"] = .string(client)
        return body
    }
}
