// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation
import WebAuthnMessages
import WireFormats

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The replacement of ``FakePasskeys`` for a server and a device.
final class FakeServer: HTTPTransport, @unchecked Sendable {
    static let domain = "fake.invalid"
    static let clientID = "fake"

    /// The error that a test wants, on its way through the client.
    struct Ordered: Error {
        let error: PasskeyError
    }

    private let lock = NSLock()
    private(set) var user: User?
    private(set) var methods: [AuthenticationMethodAnswer] = []
    /// The account's password. The device has saved it, too.
    var password: String?
    var messages = Messages()
    var deviceKeys = DeviceKeyRing()
    private var failure: PasskeyError?

    /// An account with a password has no passkey yet.
    init(_ user: User?, password: String?) {
        self.user = user
        self.password = user == nil ? nil : password
        if user != nil, password == nil { methods = [Self.makeMethod()] }
    }

    var passkeys: [Passkey] { lock.withLock { methods.map(Passkey.init) } }

    func fail(with error: PasskeyError) { lock.withLock { failure = error } }

    var listedDeviceKeys: [DeviceKey] {
        lock.withLock { deviceKeys.keys.map { DeviceKey($0.answer, isOnThisDevice: false) } }
    }

    func settle() { lock.withLock { settleEnrollments() } }

    func verifyNewUsers() { lock.withLock { messages.verifiesNewUsers = true } }

    func openSentLink() { lock.withLock { openLink() } }

    // MARK: The device

    /// The response of a device whose user agrees at once, and prefers a passkey to a password.
    func respond(
        to request: DeviceError.Request, offering offer: SignInOffer
    ) throws(PasskeyError) -> DeviceCredential {
        let (id, saved) = lock.withLock {
            (request == .authentication ? methods.first?.credentialID : Self.randomBytes(), savedPassword)
        }
        if let id { return .passkey(DeviceResponse(credentialID: Data(id), isNew: request != .authentication)) }
        guard offer.includesPasswords, let saved else { throw .noPasskeyHere }
        return .password(saved)
    }

    // MARK: The server

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let path = url.path
        // The client doesn't wait for these, so a test would not see them fail.
        if !["/passkey/report", "/oauth/revoke"].contains(path), let error = takeFailure() {
            throw Ordered(error: error)
        }
        let body = (request.httpBody.flatMap { try? JSONReader.read([UInt8]($0)) })?.objectValue ?? JSONObject()
        let answer = lock.withLock { self.answer(request.httpMethod ?? "GET", path, body) }
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: answer.status, httpVersion: "HTTP/1.1",
                headerFields: ["Location": "/me/v1/authentication-methods/new"])
        else { throw URLError(.badServerResponse) }
        return (Data(JSONValue.object(answer.body).serialized()), response)
    }

    private func takeFailure() -> PasskeyError? {
        lock.withLock {
            defer { failure = nil }
            return failure
        }
    }

    struct Answer {
        var status = 200
        var body = JSONObject()

        static func problem(_ code: String, status: Int = 400) -> Answer {
            Answer(status: status, body: ["error": "invalid_request", "code": .string(code)])
        }
    }

    /// Begins the account of a new user.
    func signUp(_ profile: JSONObject) { user = User(signedUpWith: profile) }

    func change(_ changed: User?) { user = changed }

    private func answer(_ method: String, _ path: String, _ body: JSONObject) -> Answer {
        let parts = path.split(separator: "/").map(String.init)
        switch (method, parts.first, parts.count) {
        case ("POST", "passkey", 2) where parts[1] == "register":
            guard methods.isEmpty, password == nil else { return .problem("sign-in.account-exists") }
            let profile = body["user_profile"]?.objectValue ?? JSONObject()
            signUp(profile)
            return Answer(body: verification(of: profile, in: Self.ceremony))
        case ("POST", "passkey", 2): return Answer(body: Self.ceremony)
        case ("POST", "otp", 2): return sendCode(body, isBound: true)
        case ("POST", "passwordless", 2): return sendCode(body, isBound: false)
        case ("POST", "dbconnections", 2): return signUpWithPassword(body)
        case ("POST", "oauth", 2) where parts[1] == "token":
            let rejection =
                rejection(ofPasswordIn: body) ?? rejection(ofCodeIn: body) ?? rejection(ofVerificationIn: body)
                ?? rejection(ofAssertionIn: body)
            if let rejection { return rejection }
            return tokens(isOfPasskey: body["authn_response"] != nil)
        case (_, "device-keys", _): return answer(method, toDeviceKeys: parts.dropFirst().first, with: body)
        case ("DELETE", "me", 2): return deletion()
        case (_, "me", 3...): return account(method, parts.count > 3 ? parts[3] : nil, parts.last == "verify", body)
        default: return Answer()
        }
    }

    private func tokens(isOfPasskey: Bool) -> Answer {
        guard let user else { return .problem("sign-in.credential-unknown") }
        if methods.isEmpty, isOfPasskey { methods = [Self.makeMethod()] }
        let tokens = TokenAnswer(
            accessToken: UUID().uuidString, tokenType: "Bearer", validFor: 3600, scope: nil,
            idToken: Self.idToken(of: user), refreshToken: UUID().uuidString)
        return Answer(body: tokens.json)
    }

    private func account(_ method: String, _ id: String?, _ isVerification: Bool, _ body: JSONObject) -> Answer {
        let index = methods.firstIndex { $0.id == id }
        switch (method, index) {
        case ("GET", _): return Answer(body: PasskeyListAnswer(passkeys: methods, signal: nil).json)
        case ("POST", _) where isVerification && body["new_password"] != nil: return setPassword(body)
        case ("POST", _) where isVerification && body["otp_code"] != nil: return finishAddressChange(body)
        case ("POST", _) where !isVerification && body["type"] == "password": return passwordChange
        case ("POST", _) where !isVerification && ["email", "phone"].contains(body["type"]): return changeAddress(body)
        case ("POST", _) where body["act"] != nil && methods.isEmpty: return .problem("sign-in.way-in-required")
        case ("POST", _) where isVerification:
            let new = Self.makeMethod()
            methods.append(new)
            noteEnrollment(of: new.id)
            return Answer(body: PasskeyAnswer(passkey: new, signal: nil).json)
        case ("POST", _): return Answer(body: Self.ceremony)
        case ("PATCH", let index?):
            methods[index].name = body["name"]?.stringValue
            return Answer(body: PasskeyAnswer(passkey: methods[index], signal: nil).json)
        case ("DELETE", let index?):
            guard methods.count > 1 else { return .problem("sign-in.last-credential") }
            methods.remove(at: index)
            return Answer()
        default: return .problem("sign-in.passkey-unknown")
        }
    }

    private func deletion() -> Answer {
        (user, methods, password, deviceKeys) = (nil, [], nil, DeviceKeyRing())
        let inThreeDays = Int64(Date().timeIntervalSince1970) + 72 * 3600
        return Answer(status: 202, body: DeletionAnswer(deletesAt: Timestamp(secondsSince1970: inThreeDays)).json)
    }

    /// Options that serve for a registration and for an authentication.
    static var ceremony: JSONObject {
        let random = JSONValue.string(Base64URL.encode(randomBytes()))
        let options: JSONObject = [
            "challenge": random, "rp": ["id": .string(domain), "name": "Fake"], "rpId": .string(domain),
            "user": ["id": random, "name": "fake", "displayName": "fake"],
            "pubKeyCredParams": [["type": "public-key", "alg": -7]],
        ]
        return CeremonyAnswer(session: UUID().uuidString, options: .object(options)).json
    }

    private static func makeMethod() -> AuthenticationMethodAnswer {
        var method = AuthenticationMethodAnswer(
            id: UUID().uuidString, createdAt: Timestamp(secondsSince1970: Int64(Date().timeIntervalSince1970)),
            credentialID: randomBytes(), userHandle: randomBytes(), isSynced: true, isBackedUp: true)
        method.aaguid = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd"
        return method
    }

    private static func randomBytes() -> [UInt8] { (0..<16).map { _ in .random(in: .min ... .max) } }

    private static func idToken(of user: User) -> String {
        var claims = user.claims
        claims["iss"] = .string("https://\(domain)/")
        claims["aud"] = .string(clientID)
        return "e30.\(Base64URL.encode(JSONValue.object(claims).serialized()))."
    }
}

extension MemoryKeychain {
    /// Keeps a session, as the client of the fake server stores it.
    func keepSession(of user: User) {
        let session: JSONObject = ["version": 1, "claims": .object(user.claims), "refresh_token": "fake"]
        _ = add(JSONValue.object(session).serialized(), as: "session")
    }
}

extension User {
    fileprivate init(signedUpWith profile: JSONObject) {
        self.init(
            id: UUID().uuidString, email: profile["email"]?.stringValue,
            phoneNumber: profile["phone_number"]?.stringValue, username: profile["username"]?.stringValue,
            name: profile["name"]?.stringValue, givenName: profile["given_name"]?.stringValue,
            familyName: profile["family_name"]?.stringValue, nickname: profile["nickname"]?.stringValue,
            picture: profile["picture"]?.stringValue)
    }

    /// The claims of an ID token for this user.
    var claims: JSONObject {
        var claims: JSONObject = ["sub": .string(id), "email_verified": .bool(isEmailVerified)]
        let texts = [
            "email": email, "phone_number": phoneNumber, "preferred_username": username, "name": name,
            "given_name": givenName, "family_name": familyName, "nickname": nickname, "picture": picture,
        ]
        for (name, text) in texts { claims[name] = text.map(JSONValue.string) }
        return claims
    }
}

extension DeviceResponse {
    /// The response of a device that is not there. Only a server that does not verify it accepts it.
    fileprivate init(credentialID: Data, isNew: Bool) {
        let id = CredentialID([UInt8](credentialID))
        self.credentialID = credentialID
        usedAnotherDevice = false
        response =
            isNew
            ? .registration(of: id, clientDataJSON: [], attestationObject: [], transports: [], attachment: .platform)
            : .authentication(
                with: id, clientDataJSON: [], authenticatorData: [], signature: [], userHandle: [],
                attachment: .platform)
    }
}
