// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages
public import WebAuthnVerification
public import WireFormats

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Timestamp {
    /// The whole second that a date falls in; dates outside Foundation's distant past and future count as those.
    public init(_ date: Date) {
        let date = min(max(date, .distantPast), .distantFuture)
        self.init(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
    }
}

extension Date {
    /// The moment of a timestamp.
    public init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: Double(timestamp.secondsSince1970))
    }
}

extension CreationOptions {
    /// The options as JSON.
    public var jsonData: Data { Data(jsonBytes) }
}

extension RequestOptions {
    /// The options as JSON.
    public var jsonData: Data { Data(jsonBytes) }
}

extension RegistrationVerification {
    /// Verifies a response as it came over the wire.
    public static func verify(
        json: Data, against pending: PendingRegistration, at date: Date = Date()
    ) throws(RegistrationRejection) -> VerifiedRegistration {
        try verify(json: [UInt8](json), against: pending, at: Timestamp(date))
    }
}

extension AuthenticationResponse {
    /// Reads an `AuthenticationResponseJSON`; unknown members are ignored.
    public init(json: Data) throws(ResponseMalformation) {
        try self.init(json: [UInt8](json))
    }
}

extension AuthenticationVerification {
    /// Verifies a response as it came over the wire, where the credential is known beforehand.
    public static func verify(
        json: Data, against pending: PendingAuthentication, credential: StoredCredential
    ) throws(AuthenticationRejection) -> VerifiedAuthentication {
        try verify(json: [UInt8](json), against: pending, credential: credential)
    }
}

extension Challenge {
    /// The challenge's bytes.
    public var data: Data { Data(bytes) }
}

extension CredentialID {
    /// Wraps the bytes of an identifier.
    public init(_ data: Data) { self.init([UInt8](data)) }

    /// The identifier's bytes.
    public var data: Data { Data(bytes) }
}

extension UserHandle {
    /// Accepts 1 to 64 bytes; `nil` otherwise.
    public init?(_ data: Data) { self.init([UInt8](data)) }

    /// The handle's bytes.
    public var data: Data { Data(bytes) }
}

extension StoredCredential {
    /// The public key as COSE bytes, as it is stored.
    public var publicKeyData: Data { Data(publicKeyBytes) }
}

extension RegistrationRejection: LocalizedError {
    /// The explanation, for a developer.
    public var errorDescription: String? { explanation }
}

extension AuthenticationRejection: LocalizedError {
    /// The explanation, for a developer.
    public var errorDescription: String? { explanation }
}

extension MetadataRejection: LocalizedError {
    /// The explanation, for a developer.
    public var errorDescription: String? { explanation }
}
