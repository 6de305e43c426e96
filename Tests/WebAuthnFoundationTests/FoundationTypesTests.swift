// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnFoundation
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct FoundationTypesTests {
    @Test func `a date is rounded down to a second, before 1970 too`() {
        #expect(Timestamp(Date(timeIntervalSince1970: 12.9)).secondsSince1970 == 12)
        #expect(Timestamp(Date(timeIntervalSince1970: -0.5)).secondsSince1970 == -1)
        #expect(Date(Timestamp(secondsSince1970: 12)).timeIntervalSince1970 == 12)
    }

    @Test func `a date beyond the distant future is clamped to it`() {
        #expect(Timestamp(Date(timeIntervalSince1970: .infinity)) == Timestamp(.distantFuture))
    }

    @Test func `identifiers, user handles and challenges are converted to data`() throws {
        let bytes = Data(0..<16)
        #expect(CredentialID(bytes).data == bytes)
        #expect(try #require(UserHandle(bytes)).data == bytes)
        #expect(UserHandle(Data()) == nil)
        #expect(try #require(Challenge([UInt8](bytes))).data == bytes)
    }

    @Test func `a rejection's localized description is its explanation`() {
        let registration = RegistrationRejection.challengeMismatch
        #expect((registration as any Error).localizedDescription == registration.explanation)
        let authentication = AuthenticationRejection.signatureInvalid
        #expect((authentication as any Error).localizedDescription == authentication.explanation)
        let metadata = MetadataRejection.tokenMalformed
        #expect((metadata as any Error).localizedDescription == metadata.explanation)
    }
}
