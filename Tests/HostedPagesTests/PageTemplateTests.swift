// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

/// Pages that are rendered once and filled for each response.
struct PageTemplateTests {
    private func page(_ token: String) -> SignInPage {
        var page = SignInPage(token: .state(token))
        page.clientName = "Acme <b>Prints</b>"
        page.signUp = PageLink(.signUp, parameters: [("state", token)])
        return page
    }

    private func rendered(_ token: String, nonce: String, brand: Brand) -> RenderedPage {
        page(token).rendered(in: PageContext(language: .english, brand: brand, host: "auth.example.com", nonce: nonce))
    }

    @Test(arguments: [Brand(name: "Example"), Brand(name: "Example", accent: RGBColor("#ffd400"))])
    func `a filled page is the page as it is rendered`(brand: Brand) {
        let template = PageTemplate { rendered($0, nonce: $1, brand: brand) }
        for (token, nonce) in [("a-token_1", "n1"), ("b", "another-nonce"), ("", "")] {
            let (html, policy) = template.filled(token: token, nonce: nonce)
            let expected = rendered(token, nonce: nonce, brand: brand)
            #expect(html == expected.html)
            #expect(policy == expected.policy.text)
        }
    }

    @Test func `a token is text wherever it stands`() {
        let template = PageTemplate { rendered($0, nonce: $1, brand: Brand(name: "Example")) }
        let html = String(decoding: template.filled(token: "\"><script>", nonce: "n").html, as: UTF8.self)
        #expect(!html.contains("\"><script>"))
        #expect(html.contains("&quot;&gt;&lt;script&gt;"))
    }
}
