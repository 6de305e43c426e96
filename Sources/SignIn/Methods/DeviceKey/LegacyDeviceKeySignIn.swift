// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import IdentityModel
import JOSE
import WebAuthnMessages
import WireFormats

/// Signs users in with what Auth0's Touch ID library and Lock send, for clients whose old versions still do.
///
/// What the key signs names a user and a device, and neither a server nor a challenge: whoever sees it may use it
/// elsewhere, or first. So each message counts once, and what it opens never reaches the user's own account.
package struct LegacyDeviceKeySignIn: Sendable {
    private let accounts: AccountStorage

    package init(accounts: AccountStorage) {
        self.accounts = accounts
    }

    /// Judges what a key has signed. Nothing is stored. Unknown users and keys take as long as a wrong signature.
    package func judge(
        _ text: String, for request: AdmissionRequest, by sender: RequestSender,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let client = request.client
        let admission = try Admission(legacyClient: request, to: .deviceKey, in: configuration)
        let time = accounts.now()
        try client.requireDeviceKeys(at: time)
        let assertion = try LegacyAssertion(text)
        let found = try await accounts.read { snapshot in
            let user = try snapshot.users.find(assertion.user)
            let keys = try snapshot.deviceKeys.list(of: assertion.user)
            return (user, keys.last { $0.isLegacyKey(named: assertion.device, of: client.id) })
        }
        let key = found.1.flatMap { key in DevicePublicKey(stored: key.publicKey).map { (key, $0) } }
        let isSigned = assertion.isSigned(by: key?.1, minimumBits: client.minimumDeviceKeyBits)
        guard let user = found.0, let (key, publicKey) = key else { throw .deviceKey(.mismatch(.unknownKey)) }
        guard isSigned else { throw .deviceKey(.mismatch(.signature)) }
        guard client.accepts(publicKey) else { throw .deviceKey(.mismatch(.keyTooWeak)) }
        guard user.connection == admission.connection.name else { throw .deviceKey(.mismatch(.otherConnection)) }
        guard user.isActive else { throw .deviceKey(.mismatch(.inactive)) }
        let message = try assertion.check(at: time)
        return SignIn(
            .existing(user), by: SignIn.Method(deviceKey: key), authentication: .deviceKey(at: time),
            for: SignIn.Request(client: client.id, organization: admission.organization?.tokenID, sender: sender),
            changing: DeviceKeyChange(.use(key), challenge: nil, messages: [message], at: time))
    }
}

extension DeviceKey {
    /// Whether an old application on a device means it. Lock registers the letters and digits of the device's name, and
    /// signs the name.
    func isLegacyKey(named device: String, of client: String) -> Bool {
        guard shape == .legacy, self.client == client else { return false }
        return deviceName == device || deviceID == device || deviceName == device.alphanumerics
    }
}

extension String {
    fileprivate var alphanumerics: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.isASCII && $0.properties.isAlphanumeric }))
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isAlphanumeric: Bool { isAlphabetic || numericType != nil }
}

/// What a key of Auth0's library has signed.
private struct LegacyAssertion: Sendable {
    /// The longest time for which it may be valid.
    private static let longest: Int64 = 30
    /// The tolerated error of a device's clock that is ahead.
    private static let skew = 60
    private static let maximumLength = 8192

    let user: UserID
    let device: String
    private let jws: CompactJWS
    private let claims: JSONObject
    /// By which it counts once: what was signed, without the signature.
    private let digest: [UInt8]

    init(_ text: String) throws(SignInFailure) {
        guard text.utf8.count <= Self.maximumLength, let jws = try? CompactJWS(text),
            jws.algorithm == JWSAlgorithm.rs256.name,
            let claims = (try? JSONReader.read(jws.payload))?.objectValue,
            let user = claims["iss"]?.stringValue, let device = claims["device"]?.stringValue,
            let end = text.utf8.lastIndex(of: UInt8(ascii: "."))
        else { throw .deviceKey(.mismatch(.malformed)) }
        self.user = UserID(rawValue: user)
        self.device = device
        self.jws = jws
        self.claims = claims
        digest = DigestAlgorithm.sha256.hash([UInt8]("legacy-assertion\n".utf8) + text.utf8[..<end])
    }

    func isSigned(by key: DevicePublicKey?, minimumBits: Int) -> Bool {
        DevicePublicKey.isSigned(jws, by: key, as: .rs256, rsaBits: minimumBits)
    }

    func check(at time: Timestamp) throws(SignInFailure) -> SignedMessage {
        guard let issuedAt = claims["iat"]?.numericDate, let expiresAt = claims["exp"]?.numericDate,
            issuedAt <= time.advanced(by: Self.skew), expiresAt > time,
            expiresAt.secondsSince1970 - issuedAt.secondsSince1970 <= Self.longest
        else { throw .deviceKey(.mismatch(.time)) }
        return SignedMessage(id: digest, expiresAt: expiresAt.advanced(by: Self.skew))
    }
}
