// SPDX-License-Identifier: Apache-2.0

import PublicSuffixes
import Testing

@Suite("The list of public suffixes")
struct PublicSuffixesTests {
    @Test(
        "has top-level domains, those below them, and those that companies share out",
        arguments: ["com", "co.uk", "github.io", "xn--p1ai"])
    func listed(_ domain: String) {
        #expect(PublicSuffixes.isListed(domain))
    }

    @Test(
        "has no domain of one owner, and none that does not exist",
        arguments: ["example.com", "login.example.co.uk", "localhost", "test", "brand1.test", ""])
    func unlisted(_ domain: String) {
        #expect(!PublicSuffixes.isListed(domain))
    }
}
