// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Apple's nonces")
struct AppleNonceTests {
    static let nonce = DER.octetString([1, 2, 3])

    @Test("a nonce is read")
    func good() {
        #expect(AppleNonce.read(DER.sequence(DER.explicit(tag: 1, Self.nonce))) == [1, 2, 3])
    }

    @Test(
        "a nonce of another form is none",
        arguments: [
            [], DER.sequence(), DER.sequence(nonce), DER.explicit(tag: 1, nonce),
            DER.set([DER.explicit(tag: 1, nonce)]),
            DER.sequence(DER.explicit(tag: 0, nonce)), DER.sequence(DER.explicit(tag: 2, nonce)),
            DER.sequence(DER.value(tag: 0x61, nonce)), DER.sequence(DER.explicit(tag: 1, DER.bitString([1, 2, 3]))),
            DER.sequence(DER.explicit(tag: 1, [])), DER.sequence(DER.explicit(tag: 1, nonce + nonce)),
            DER.sequence(DER.explicit(tag: 1, nonce), DER.null()), DER.sequence(DER.explicit(tag: 1, nonce)) + [0],
        ])
    func malformed(_ value: [UInt8]) {
        #expect(AppleNonce.read(value) == nil)
    }
}
