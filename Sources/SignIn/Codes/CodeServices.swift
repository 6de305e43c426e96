// SPDX-License-Identifier: Apache-2.0

import Configuration
package import Cryptography
package import IdentityModel
package import RateLimiting
import WireFormats

/// Sends one-time codes and judges them. It is a class because all use cases of codes hold it.
///
/// 1. A use case has a code prepared: a `SentCode` and what is sent. Both are stored together. Whoever has the address,
///    there is one of each, so that a stranger can't tell.
/// 2. `judge` counts a try before it compares. A wrong code also counts against the address, over all codes of a day.
/// 3. What a right code is good for is an `AddressProof`. It is used up in the transaction that stores what it proves.
///
/// A link is the same as its code, sealed. It is good in the browser that asked; elsewhere it shows the code.
package final class CodeServices: Sendable {
    /// The wrong codes that are accepted for an address in a day.
    package static let dailyFailures = 20

    package let accounts: AccountStorage
    /// `nil` if no mail is sent.
    let mail: MailSeal?
    /// `nil` if no text messages are sent.
    let messages: MessageSeal?
    let knownBrowsers: KnownBrowsers
    let limits: RateLimits
    let uptime: @Sendable () -> UInt64
    private let key: HMACKey
    let seal: CodeSeal
    /// Returns the address of the page that a link leads to, at a host.
    let link: @Sendable (_ token: String, _ host: String) -> String

    package init(
        accounts: AccountStorage, mail: MailSeal?, messages: MessageSeal?, knownBrowsers: KnownBrowsers,
        limits: RateLimits, uptime: @escaping @Sendable () -> UInt64, key: HMACKey, seal: AEADKey,
        link: @escaping @Sendable (_ token: String, _ host: String) -> String
    ) {
        self.accounts = accounts
        self.mail = mail
        self.messages = messages
        self.knownBrowsers = knownBrowsers
        self.limits = limits
        self.uptime = uptime
        self.key = key
        self.seal = CodeSeal(key: seal)
        self.link = link
    }

    /// Whether codes can be sent to addresses of a kind.
    package func reaches(_ kind: Identifier.Kind) -> Bool {
        switch kind {
        case .email: mail != nil
        case .phoneNumber: messages != nil
        case .username: false
        }
    }

    /// Rejects addresses that the server sends nothing to.
    func requireReach(to kind: Identifier.Kind) throws(SignInFailure) {
        guard reaches(kind) else { throw .code(.notConfigured(kind)) }
    }

    /// The address that a code was sent to.
    package func address(of id: SentCode.ID) async throws(SignInFailure) -> SentCode.Address? {
        try await accounts.read { try $0.codes.find(id)?.address }
    }

    func hash(_ code: String, of id: SentCode.ID) -> [UInt8] {
        key.authenticationCode(for: id.rawValue + [UInt8](code.utf8))
    }

    /// A code that is as probable as any other of its length.
    static func random(digits: Int) -> String {
        var code = ""
        while code.utf8.count < digits {
            // 250 is a multiple of ten, so that all digits are as likely.
            code += Randomness.bytes(digits).filter { $0 < 250 }.map { String($0 % 10) }.joined()
        }
        return String(code.prefix(digits))
    }
}

/// Seals what is kept with a code, and the links that stand for codes.
struct CodeSeal: Sendable {
    private static let contentContext = [UInt8]("code content 1".utf8)
    private static let linkContext = [UInt8]("code link 1".utf8)
    private static let idLength = TimeOrderedID.prefixLength + 16

    let key: AEADKey

    func seal(_ content: JSONObject, of id: SentCode.ID) -> [UInt8] {
        key.seal(JSONValue.object(content).serialized(), authenticating: Self.contentContext + id.rawValue)
    }

    func open(_ content: [UInt8], of id: SentCode.ID) -> JSONObject? {
        key.open(content, authenticating: Self.contentContext + id.rawValue)
            .flatMap { try? JSONReader.read($0) }?.objectValue
    }

    func link(to id: SentCode.ID, code: String) -> String {
        Base64URL.encode(key.sealApart(id.rawValue + [UInt8](code.utf8), authenticating: Self.linkContext))
    }

    /// Returns `nil` if the text was not sealed here.
    func open(link text: String) -> (id: SentCode.ID, code: String)? {
        guard text.utf8.count <= 512, let sealed = Base64URL.decode(text),
            let bytes = key.openApart(sealed, authenticating: Self.linkContext), bytes.count > Self.idLength
        else { return nil }
        return (
            SentCode.ID(rawValue: Array(bytes.prefix(Self.idLength))),
            String(decoding: bytes.dropFirst(Self.idLength), as: UTF8.self)
        )
    }
}

extension SentCode.ID {
    /// The ID as clients and pages hold it.
    package var text: String { Base64URL.encode(rawValue) }

    package init?(text: String) {
        guard text.utf8.count <= 64, let bytes = Base64URL.decode(text) else { return nil }
        self.init(rawValue: Array(bytes))
    }
}

extension SentCode.Address {
    /// The address that somebody types. Text that is none is compared as it is: no code was sent to it.
    package init(_ kind: Identifier.Kind, typed text: String, in connection: String) {
        let read = try? IdentifierReading.read(text, as: kind)
        self.init(kind, normalized: read?.normalized ?? text, in: connection)
    }
}
