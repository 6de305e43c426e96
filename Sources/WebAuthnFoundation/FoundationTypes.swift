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
    /// Creates a timestamp with the second that a date falls in. Clamps it to Foundation's distant past and future.
    public init(_ date: Date) {
        let date = min(max(date, .distantPast), .distantFuture)
        self.init(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
    }
}

extension Date {
    /// Creates the date of a timestamp.
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
    /// Verifies the JSON of a response.
    public static func verify(
        json: Data, against pending: PendingRegistration, at date: Date = Date()
    ) throws(RegistrationRejection) -> VerifiedRegistration {
        try verify(json: [UInt8](json), against: pending, at: Timestamp(date))
    }
}

extension AuthenticationResponse {
    /// Parses an `AuthenticationResponseJSON`. Unknown members are ignored.
    public init(json: Data) throws(ResponseMalformation) {
        try self.init(json: [UInt8](json))
    }
}

extension AuthenticationVerification {
    /// Verifies the JSON of a response with the credential that the caller expects.
    public static func verify(
        json: Data, against pending: PendingAuthentication, credential: StoredCredential
    ) throws(AuthenticationRejection) -> VerifiedAuthentication {
        try verify(json: [UInt8](json), against: pending, credential: credential)
    }
}

extension Challenge {
    /// The bytes of the challenge.
    public var data: Data { Data(bytes) }
}

extension CredentialID {
    /// Creates an identifier from its bytes.
    public init(_ data: Data) { self.init([UInt8](data)) }

    /// The bytes of the identifier.
    public var data: Data { Data(bytes) }
}

extension UserHandle {
    /// Creates a handle. Returns `nil` unless there are 1 to 64 bytes.
    public init?(_ data: Data) { self.init([UInt8](data)) }

    /// The bytes of the handle.
    public var data: Data { Data(bytes) }
}

extension StoredCredential {
    /// The public key as COSE bytes, for storage.
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
