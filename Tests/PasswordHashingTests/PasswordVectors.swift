// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasswordHashing
import Testing
import WireFormats

/// A hash of another system with its password, of `Tests/Vectors/passwords`. Each was verified by at least one other
/// implementation. Those with a source are examples of Auth0's documentation.
struct PasswordVector: Sendable, CustomTestStringConvertible {
    let id: String
    let password: String
    let isMatch: Bool
    private let object: JSONObject

    var testDescription: String { id }

    static let all: [PasswordVector] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let folder = ProcessInfo.processInfo.environment["THUMBTURN_VECTORS"].map { URL(filePath: $0) }
        let ours = tests.appending(path: "Vectors/passwords/password-hashes.json")
        let all = folder?.appending(path: "password-hashes.json")
        let data = all.flatMap { try? Data(contentsOf: $0) } ?? (try? Data(contentsOf: ours)) ?? Data()
        return ((try? JSONReader.read([UInt8](data)))?.arrayValue ?? []).compactMap(\.objectValue).map(Self.init)
    }()

    static let matching = all.filter(\.isMatch)

    private init(_ object: JSONObject) {
        self.object = object
        id = object["id"]?.stringValue ?? ""
        password = object["password"]?.stringValue ?? ""
        isMatch = object["expected"]?.stringValue == "match"
    }

    func read() throws(PasswordHashRejection) -> PasswordHash {
        if let text = object["text"]?.stringValue { return try PasswordHash(importing: text) }
        if let custom = object["custom_password_hash"]?.objectValue { return try PasswordHash(importing: custom) }
        var firebase = object["firebase"]?.objectValue ?? [:]
        firebase["algorithm"] = "firebase-scrypt"
        if let value = firebase["hash"] { firebase["hash"] = ["value": value, "encoding": "base64"] }
        return try PasswordHash(importing: firebase)
    }
}
