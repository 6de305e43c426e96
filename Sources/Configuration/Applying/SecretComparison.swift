// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// A document of a file with its secret: the one in the file, or else the stored one.
struct SecretComparison {
    static let member = "client_secret_hash"

    /// The document to store, which contains the hash of the secret.
    let document: ConfigurationDocument
    /// Whether the secret differs from the stored one; `nil` if there is no secret.
    let isChanged: Bool?

    init(_ document: ConfigurationDocument, before: ConfigurationDocument?, given: ClientSecret?) {
        guard document.kind == .client else {
            self.document = document
            isChanged = nil
            return
        }
        let stored = before.flatMap(Self.hash(in:))
        let written = Self.hash(in: document)
        let isSame = given.map { given in stored.map(given.matches) ?? false } ?? (written == nil || written == stored)
        let hash = isSame ? stored : given?.hash() ?? written
        var own = document.json["thumbturn"]?.objectValue ?? JSONObject()
        own[Self.member] = hash.map { .string($0.description) }
        var document = document
        if !own.isEmpty || document.json["thumbturn"] != nil { document.json["thumbturn"] = .object(own) }
        self.document = document
        isChanged = hash == nil ? nil : !isSame
    }

    private static func hash(in document: ConfigurationDocument) -> ClientSecretHash? {
        (document.json["thumbturn"]?[member]?.stringValue).flatMap { try? ClientSecretHash($0) }
    }
}
