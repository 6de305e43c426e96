// SPDX-License-Identifier: Apache-2.0

import PublicSuffixes
import Testing

struct PublicSuffixesTests {
    @Test(arguments: ["com", "co.uk", "github.io", "xn--p1ai"])
    func `public suffixes of registries and companies are listed`(domain: String) {
        #expect(PublicSuffixes.isListed(domain))
    }

    @Test(arguments: ["example.com", "login.example.co.uk", "localhost", "test", "brand1.test", ""])
    func `registered domains and unknown names are not listed`(domain: String) {
        #expect(!PublicSuffixes.isListed(domain))
    }
}
