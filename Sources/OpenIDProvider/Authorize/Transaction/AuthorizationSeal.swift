// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import IdentityModel
package import WireFormats

/// Seals transactions and pushed requests, so that the server stores neither.
package struct AuthorizationSeal: Sendable {
    private static let transactionContext = [UInt8]("authorization transaction 2".utf8)
    /// The longest text that is opened, in bytes. What this server seals is shorter.
    private static let maximumLength = 32_768

    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    /// Returns the transaction as the text of a URL parameter.
    package func seal(_ transaction: AuthorizationTransaction) -> String {
        seal(transaction.bytes, context: Self.transactionContext)
    }

    /// Opens a transaction in the browser that began it. This protects the pages from forged requests and from sign-ins
    /// that an attacker began.
    package func openTransaction(
        _ text: String, browser: [UInt8]?, at time: Timestamp
    ) throws(AuthorizationPageError) -> AuthorizationTransaction {
        guard let bytes = openBytes(text, context: Self.transactionContext),
            let transaction = AuthorizationTransaction(bytes: bytes)
        else { throw .transactionNotIssuedHere }
        guard let browser, constantTimeEqual(browser, to: transaction.browser) else {
            throw .transactionBrowserMismatch
        }
        guard time < transaction.expiresAt else { throw .transactionExpired }
        return transaction
    }

    func seal(_ json: JSONObject, context: [UInt8]) -> String {
        seal(JSONValue.object(json).serialized(), context: context)
    }

    private func seal(_ bytes: [UInt8], context: [UInt8]) -> String {
        Base64URL.encode(key.sealApart(bytes, authenticating: context))
    }

    func open(_ text: String, context: [UInt8]) -> JSONObject? {
        (openBytes(text, context: context).flatMap { try? JSONReader.read($0) })?.objectValue
    }

    private func openBytes(_ text: String, context: [UInt8]) -> [UInt8]? {
        guard text.utf8.count <= Self.maximumLength, let sealed = Base64URL.decode(text) else { return nil }
        return key.openApart(sealed, authenticating: context)
    }
}
