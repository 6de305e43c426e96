// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WireFormats

/// The members of a case. Reading a malformed one throws an error that names it.
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
        guard let text = self[name]?.stringValue else { throw malformation(of: name, expected: "a string") }
        return text
    }

    func optionalText(_ name: String) throws(CaseMalformation) -> String? {
        self[name] == nil ? nil : try text(name)
    }

    func bool(_ name: String, default value: Bool) throws(CaseMalformation) -> Bool {
        guard let member = self[name] else { return value }
        guard let bool = member.boolValue else { throw malformation(of: name, expected: "true or false") }
        return bool
    }

    func optionalInt(_ name: String) throws(CaseMalformation) -> Int? {
        guard let member = self[name] else { return nil }
        guard let number = member.intValue else { throw malformation(of: name, expected: "an integer") }
        return number
    }

    func ints(_ name: String) throws(CaseMalformation) -> [Int]? {
        guard let member = self[name] else { return nil }
        guard let numbers = member.arrayValue?.map(\.intValue), !numbers.contains(nil) else {
            throw malformation(of: name, expected: "an array of integers")
        }
        return numbers.compactMap { $0 }
    }

    /// Reads a string or an array of strings.
    func texts(_ name: String) throws(CaseMalformation) -> [String]? {
        guard let member = self[name] else { return nil }
        if let text = member.stringValue { return [text] }
        guard let texts = member.arrayValue?.map(\.stringValue), !texts.contains(nil) else {
            throw malformation(of: name, expected: "a string or an array of strings")
        }
        return texts.compactMap { $0 }
    }

    func bytes(_ name: String) throws(CaseMalformation) -> [UInt8] {
        guard let bytes = Base64URL.decode(try text(name)) else { throw malformation(of: name, expected: "base64url") }
        return bytes
    }

    func optionalHandle(_ name: String) throws(CaseMalformation) -> UserHandle? {
        guard self[name] != nil else { return nil }
        guard let handle = UserHandle(try bytes(name)) else {
            throw malformation(of: name, expected: "1 to 64 bytes in base64url")
        }
        return handle
    }

    func credentialIDs(_ name: String) throws(CaseMalformation) -> Set<CredentialID>? {
        guard let texts = try texts(name) else { return nil }
        var ids: Set<CredentialID> = []
        for text in texts {
            guard let id = CredentialID(base64URL: text) else {
                throw malformation(of: name, expected: "identifiers in base64url")
            }
            ids.insert(id)
        }
        return ids
    }

    func malformation(of name: String, expected expectation: String) -> CaseMalformation {
        CaseMalformation(member: path + name, expectation: expectation)
    }
}

/// A malformed member of a case, outside the response.
struct CaseMalformation: Error, Hashable {
    let member: String
    let expectation: String

    var explanation: String { "\(member) must be \(expectation)" }
}
