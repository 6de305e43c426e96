// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct AndroidKeyDescriptionTests {
    typealias Description = WebAuthnVerification.AndroidKeyDescription

    /// The versions and security levels before the challenge.
    static let head = [DER.integer(3), DER.enumerated(1), DER.integer(4), DER.enumerated(1)]
    static let challenge = [DER.octetString([7]), DER.octetString([])]

    private static func list(_ fields: [UInt8]...) -> [UInt8] { DER.sequence(fields) }

    private static func value(software: [UInt8] = list(), environment: [UInt8] = list()) -> [UInt8] {
        DER.sequence(head + challenge + [software, environment])
    }

    private static let purposes = DER.explicit(tag: 1, DER.set([DER.integer(2), DER.integer(3)]))

    @Test func `a key description is parsed`() throws {
        let origin = DER.explicit(tag: 702, DER.integer(0))
        let value = Self.value(
            software: Self.list(DER.explicit(tag: 600, DER.null())), environment: Self.list(Self.purposes, origin))
        let description = try #require(Description(value))
        #expect(description.challenge == [7])
        #expect(description.softwareEnforced.isForAllApplications)
        #expect(!description.trustedEnvironmentEnforced.isForAllApplications)
        #expect(description.trustedEnvironmentEnforced.purposes == [2, 3])
        #expect(description.trustedEnvironmentEnforced.origin == 0)
        #expect(description.softwareEnforced.origin == nil)
    }

    @Test func `unused fields are ignored`() throws {
        let value = Self.value(environment: Self.list(DER.explicit(tag: 2, DER.integer(3)), Self.purposes, DER.null()))
        #expect(try #require(Description(value)).trustedEnvironmentEnforced.purposes == [2, 3])
    }

    @Test(arguments: [UInt8(0x61), 0x21, 0xE1])
    func `a tag means a property only if it is context-specific`(tag: UInt8) throws {
        let value = Self.value(environment: Self.list(DER.value(tag: tag, DER.set([DER.integer(2)]))))
        #expect(try #require(Description(value)).trustedEnvironmentEnforced.purposes == [])
    }

    @Test(arguments: [
        [], value() + [0], DER.sequence(head + challenge + [list()]),
        DER.sequence(head + challenge + [list(), list(), list()]),
        DER.sequence(head.dropLast() + challenge + [list(), list()]),
        DER.sequence(head + challenge + [DER.set([]), list()]),
        value(environment: list(DER.explicit(tag: 1, DER.integer(2)))),
        value(environment: list(DER.explicit(tag: 702, DER.null()))),
    ])
    func `a key description of any other form is rejected`(value: [UInt8]) {
        #expect(Description(value) == nil)
    }
}
