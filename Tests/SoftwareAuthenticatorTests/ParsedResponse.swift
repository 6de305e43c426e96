// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WireFormats

/// A response parsed by the readers of WireFormats, which share no code with the writers under test.
struct ParsedResponse {
    let json: JSONValue
    let clientDataJSON: [UInt8]
    let authenticatorData: [UInt8]

    init(_ bytes: [UInt8]) throws {
        json = try JSONReader.read(bytes)
        clientDataJSON = try Self.bytes(of: json["response"], name: "clientDataJSON")
        if let object = json["response"]?["attestationObject"]?.stringValue {
            let encoded = try #require(Base64URL.decode(object))
            let map = try CBORReader.read(encoded, form: .canonical).mapValue
            authenticatorData = try #require(map?["authData"]?.bytesValue)
        } else {
            authenticatorData = try Self.bytes(of: json["response"], name: "authenticatorData")
        }
    }

    static func bytes(of object: JSONValue?, name: String) throws -> [UInt8] {
        let text = try #require(object?[name]?.stringValue)
        return try #require(Base64URL.decode(text))
    }

    func bytes(_ name: String) throws -> [UInt8] { try Self.bytes(of: json["response"], name: name) }

    var id: [UInt8] { get throws { try Self.bytes(of: json, name: "rawId") } }
    var clientData: JSONValue { get throws { try JSONReader.read(clientDataJSON) } }
    var clientDataHash: [UInt8] { DigestAlgorithm.sha256.hash(clientDataJSON) }
    var extensions: JSONValue? { json["clientExtensionResults"] }

    var flags: UInt8 { authenticatorData[32] }
    var signCount: UInt32 { authenticatorData[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }

    /// The attestation object's format and statement.
    var attestation: (format: String, statement: CBORMap) {
        get throws {
            let map = try CBORReader.read(try bytes("attestationObject"), form: .canonical).mapValue
            let format = try #require(map?["fmt"]?.textValue)
            return (format, map?["attStmt"]?.mapValue ?? [:])
        }
    }

    var aaguid: [UInt8] { Array(authenticatorData[37..<53]) }

    var attestedID: [UInt8] {
        let length = Int(authenticatorData[53]) << 8 | Int(authenticatorData[54])
        return Array(authenticatorData[55..<55 + length])
    }

    /// The COSE_Key and the extension outputs behind it.
    var coseKey: (key: CBORMap, rest: ArraySlice<UInt8>) {
        get throws {
            let tail = authenticatorData[(55 + attestedID.count)...]
            let (value, used) = try CBORReader.readPrefix(tail, form: .canonical)
            return (try #require(value.mapValue), tail.dropFirst(used))
        }
    }

    var authenticatorExtensions: CBORMap {
        get throws {
            let rest = flags & 0x40 == 0 ? authenticatorData[37...] : try coseKey.rest
            return try #require(try CBORReader.read(Array(rest), form: .canonical).mapValue)
        }
    }
}

/// The options of one relying party, `example.com`.
enum Options {
    static let origin = "https://example.com"
    static let user = Base64URL.encode(Array("user-handle-0001".utf8))
    static let challenge = Base64URL.encode((0..<32).map { UInt8($0) &* 37 &+ 3 })

    static func creation(
        algorithms: [Int] = [-7], user: String = user, attestation: String = "none", more: String = ""
    ) -> [UInt8] {
        let parameters = algorithms.map { #"{"type":"public-key","alg":\#($0)}"# }.joined(separator: ",")
        return Array(
            #"""
            {"rp":{"id":"example.com","name":"Example"},"user":{"id":"\#(user)","name":"anne","displayName":"Anne"},
            "challenge":"\#(challenge)","pubKeyCredParams":[\#(parameters)],"attestation":"\#(attestation)"\#(more)}
            """#.utf8)
    }

    static func request(allow: [[UInt8]] = [], more: String = "") -> [UInt8] {
        let list = allow.map { #"{"type":"public-key","id":"\#(Base64URL.encode($0))"}"# }.joined(separator: ",")
        return Array(#"{"challenge":"\#(challenge)","rpId":"example.com","allowCredentials":[\#(list)]\#(more)}"#.utf8)
    }
}

extension SoftwareAuthenticator {
    func register(_ options: [UInt8], settings: CeremonySettings = .init(), mutation: ResponseMutation? = nil) throws
        -> ParsedResponse
    {
        try ParsedResponse(create(optionsJSON: options, origin: Options.origin, settings: settings, mutation: mutation))
    }

    func signIn(_ options: [UInt8], settings: CeremonySettings = .init(), mutation: ResponseMutation? = nil) throws
        -> ParsedResponse
    {
        try ParsedResponse(get(optionsJSON: options, origin: Options.origin, settings: settings, mutation: mutation))
    }
}
