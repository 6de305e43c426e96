// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import Testing
import WireFormats

@Suite struct CertificateHeaderTests {
    private func chain(_ header: JSONObject) throws -> [Certificate] {
        let key = PrivateKey.generate(.edwards(.ed25519))
        let text = CompactJWS.signed(payload: [], header: header, key: key, algorithm: .edDSA)
        return try CompactJWS(text).certificateChain()
    }

    @Test func `certificates are in the header's order`() throws {
        let chain = try chain(["x5c": [.string(CertificateFixtures.leaf), .string(CertificateFixtures.intermediate)]])
        #expect(
            chain.map { $0.subject.values(for: DistinguishedName.commonName) } == [
                ["Test Leaf"], ["Test Intermediate"],
            ])
    }

    @Test func `a header without certificates has none`() {
        #expect(throws: JWSRejection.certificatesMissing) { try chain([:]) }
        #expect(throws: JWSRejection.certificatesMissing) { try chain(["x5c": []]) }
    }

    @Test(
        arguments: [
            "x", ["AA=="], [7], [.string(CertificateFixtures.leaf), ""], [.string(CertificateFixtures.leaf + "AAAA")],
        ] as [JSONValue])
    func `an entry that is not a certificate is malformed`(member: JSONValue) {
        #expect(throws: JWSRejection.certificateMalformed) { try chain(["x5c": member]) }
    }

    @Test func `certificates are in base64, not in base64url`() {
        let text = CertificateFixtures.leaf.map { $0 == "+" ? "-" : $0 == "/" ? "_" : String($0) }.joined()
        #expect(text != CertificateFixtures.leaf)
        #expect(throws: JWSRejection.certificateMalformed) { try chain(["x5c": [.string(text)]]) }
    }
}
