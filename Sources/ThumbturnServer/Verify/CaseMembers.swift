// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WireFormats

/// The members of a case, read with errors that name them.
struct CaseMembers {
    let path: String
    private let object: JSONObject

    init(_ value: JSONValue?, path: String = "") throws(CaseMalformation) {
        guard let object = value?.objectValue else {
            throw CaseMalformation(member: path.isEmpty ? "the case" : path, expectation: "an object")
        }
        self.object = object
        self.path = path
    }

    subscript(_ name: String) -> JSONValue? {
        guard let value = object[name], value != .null else { return nil }
        return value
    }

    func members(_ name: String) throws(CaseMalformation) -> CaseMembers {
        try CaseMembers(self[name], path: path + name + ".")
    }

    func text(_ name: String) throws(CaseMalformation) -> String {
        guard let text = self[name]?.stringValue else { throw malformation(name, "a text") }
        return text
    }

    func optionalText(_ name: String) throws(CaseMalformation) -> String? {
        self[name] == nil ? nil : try text(name)
    }

    func bool(_ name: String, default value: Bool) throws(CaseMalformation) -> Bool {
        guard let member = self[name] else { return value }
        guard let bool = member.boolValue else { throw malformation(name, "true or false") }
        return bool
    }

    func optionalInt(_ name: String) throws(CaseMalformation) -> Int? {
        guard let member = self[name] else { return nil }
        guard let number = member.intValue else { throw malformation(name, "a whole number") }
        return number
    }

    func ints(_ name: String) throws(CaseMalformation) -> [Int]? {
        guard let member = self[name] else { return nil }
        guard let numbers = member.arrayValue?.map(\.intValue), !numbers.contains(nil) else {
            throw malformation(name, "a list of whole numbers")
        }
        return numbers.compactMap { $0 }
    }

    /// A list of texts, or a single one.
    func texts(_ name: String) throws(CaseMalformation) -> [String]? {
        guard let member = self[name] else { return nil }
        if let text = member.stringValue { return [text] }
        guard let texts = member.arrayValue?.map(\.stringValue), !texts.contains(nil) else {
            throw malformation(name, "a text or a list of texts")
        }
        return texts.compactMap { $0 }
    }

    func bytes(_ name: String) throws(CaseMalformation) -> [UInt8] {
        guard let bytes = Base64URL.decode(try text(name)) else { throw malformation(name, "base64url") }
        return bytes
    }

    func optionalHandle(_ name: String) throws(CaseMalformation) -> UserHandle? {
        guard self[name] != nil else { return nil }
        guard let handle = UserHandle(try bytes(name)) else { throw malformation(name, "1 to 64 bytes in base64url") }
        return handle
    }

    func credentialIDs(_ name: String) throws(CaseMalformation) -> Set<CredentialID>? {
        guard let texts = try texts(name) else { return nil }
        var ids: Set<CredentialID> = []
        for text in texts {
            guard let id = CredentialID(base64URL: text) else { throw malformation(name, "identifiers in base64url") }
            ids.insert(id)
        }
        return ids
    }

    func malformation(_ name: String, _ expectation: String) -> CaseMalformation {
        CaseMalformation(member: path + name, expectation: expectation)
    }
}

/// What is wrong with a case, apart from the response in it.
struct CaseMalformation: Error, Hashable {
    let member: String
    let expectation: String

    var explanation: String { "\(member) should be \(expectation)" }
}
