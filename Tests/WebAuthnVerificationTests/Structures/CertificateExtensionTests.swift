// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct AppleNonceTests {
    static let nonce = DER.octetString([1, 2, 3])

    @Test func `a nonce is parsed`() {
        #expect(AppleNonce.parse(DER.sequence(DER.explicit(tag: 1, Self.nonce))) == [1, 2, 3])
    }

    @Test(arguments: [
        [], DER.sequence(), DER.sequence(nonce), DER.explicit(tag: 1, nonce), DER.set([DER.explicit(tag: 1, nonce)]),
        DER.sequence(DER.explicit(tag: 0, nonce)), DER.sequence(DER.explicit(tag: 2, nonce)),
        DER.sequence(DER.value(tag: 0x61, nonce)), DER.sequence(DER.explicit(tag: 1, DER.bitString([1, 2, 3]))),
        DER.sequence(DER.explicit(tag: 1, [])), DER.sequence(DER.explicit(tag: 1, nonce + nonce)),
        DER.sequence(DER.explicit(tag: 1, nonce), DER.null()), DER.sequence(DER.explicit(tag: 1, nonce)) + [0],
    ])
    func `a nonce of any other form is rejected`(value: [UInt8]) {
        #expect(AppleNonce.parse(value) == nil)
    }
}

@Suite struct TPMAlternativeNameTests {
    private static func read(_ attributes: [DirectoryName.Attribute]...) -> TPMAlternativeName? {
        let names = attributes.map { DER.explicit(tag: 4, DirectoryName($0).der) }
        return TPMAlternativeName(DER.sequence(names))
    }

    @Test func `manufacturer, model and version are parsed`() throws {
        let name = try #require(Self.read([.tpmManufacturer("id:A"), .tpmModel("B"), .tpmVersion("id:C")]))
        #expect([name.manufacturer, name.model, name.version] == ["id:A", "B", "id:C"])
    }

    @Test func `additional names are ignored`() {
        #expect(Self.read([.commonName("a")], [.tpmManufacturer("A"), .tpmModel("B"), .tpmVersion("C")]) != nil)
    }

    @Test func `a name with an empty attribute is rejected`() {
        #expect(Self.read([.tpmManufacturer(""), .tpmModel("B"), .tpmVersion("C")]) == nil)
        #expect(Self.read([.tpmManufacturer("A"), .tpmModel(""), .tpmVersion("C")]) == nil)
        #expect(Self.read([.tpmManufacturer("A"), .tpmModel("B"), .tpmVersion("")]) == nil)
    }

    @Test func `attributes in two different names are rejected`() {
        #expect(Self.read([.tpmManufacturer("A"), .tpmModel("B")], [.tpmVersion("C")]) == nil)
    }
}
