// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Alternative names of TPMs")
struct TPMAlternativeNameTests {
    private static func read(_ attributes: [DirectoryName.Attribute]...) -> TPMAlternativeName? {
        let names = attributes.map { DER.explicit(tag: 4, DirectoryName($0).der) }
        return TPMAlternativeName(DER.sequence(names))
    }

    @Test("maker, model and version are read")
    func good() throws {
        let name = try #require(Self.read([.tpmManufacturer("id:A"), .tpmModel("B"), .tpmVersion("id:C")]))
        #expect([name.manufacturer, name.model, name.version] == ["id:A", "B", "id:C"])
    }

    @Test("another name beside it changes nothing")
    func secondName() {
        #expect(Self.read([.commonName("a")], [.tpmManufacturer("A"), .tpmModel("B"), .tpmVersion("C")]) != nil)
    }

    @Test("a name with an empty part is refused")
    func emptyPart() {
        #expect(Self.read([.tpmManufacturer(""), .tpmModel("B"), .tpmVersion("C")]) == nil)
        #expect(Self.read([.tpmManufacturer("A"), .tpmModel(""), .tpmVersion("C")]) == nil)
        #expect(Self.read([.tpmManufacturer("A"), .tpmModel("B"), .tpmVersion("")]) == nil)
    }

    @Test("parts spread over two names are refused")
    func spread() {
        #expect(Self.read([.tpmManufacturer("A"), .tpmModel("B")], [.tpmVersion("C")]) == nil)
    }
}
