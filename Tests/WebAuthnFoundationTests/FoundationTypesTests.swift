// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnFoundation
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Foundation's types")
struct FoundationTypesTests {
    @Test("a timestamp is the second that a date falls in, before 1970 too")
    func dates() {
        #expect(Timestamp(Date(timeIntervalSince1970: 12.9)).secondsSince1970 == 12)
        #expect(Timestamp(Date(timeIntervalSince1970: -0.5)).secondsSince1970 == -1)
        #expect(Date(Timestamp(secondsSince1970: 12)).timeIntervalSince1970 == 12)
    }

    @Test("a date beyond all calendars becomes the distant future")
    func endlessDate() {
        #expect(Timestamp(Date(timeIntervalSince1970: .infinity)) == Timestamp(.distantFuture))
    }

    @Test("identifiers, handles and challenges are read from data and become data")
    func data() throws {
        let bytes = Data(0..<16)
        #expect(CredentialID(bytes).data == bytes)
        #expect(try #require(UserHandle(bytes)).data == bytes)
        #expect(UserHandle(Data()) == nil)
        #expect(try #require(Challenge([UInt8](bytes))).data == bytes)
    }

    @Test("a rejection's localized description is its explanation")
    func localizedDescriptions() {
        let registration = RegistrationRejection.challengeMismatch
        #expect((registration as any Error).localizedDescription == registration.explanation)
        let authentication = AuthenticationRejection.signatureInvalid
        #expect((authentication as any Error).localizedDescription == authentication.explanation)
        let metadata = MetadataRejection.tokenMalformed
        #expect((metadata as any Error).localizedDescription == metadata.explanation)
    }
}
