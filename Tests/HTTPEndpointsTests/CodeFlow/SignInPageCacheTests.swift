// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HostedPages
import Testing

/// Which rendered pages are kept.
struct SignInPageCacheTests {
    /// Returns whether the page was rendered anew.
    private func isRendered(_ port: Int, in cache: SignInPageCache) -> Bool {
        let key = SignInPageCache.Key(
            host: "login.example.com", client: "app", connection: "people", language: .english,
            redirectURI: "http://127.0.0.1:\(port)/")
        var isRendered = false
        _ = cache.template(for: key) {
            isRendered = true
            return PageTemplate { _, nonce in
                LoggedOutPage().rendered(
                    in: PageContext(
                        language: .english, brand: Brand(name: "Test"), host: "login.example.com", nonce: nonce))
            }
        }
        return isRendered
    }

    @Test func `a page in use stays while many others are asked for once, and these are dropped`() async {
        let cache = SignInPageCache()
        #expect(isRendered(0, in: cache))
        for port in 1...2_000 {
            _ = isRendered(port, in: cache)
            if port.isMultiple(of: 100) {
                #expect(!isRendered(0, in: cache))
                // Other tests need the thread as well.
                await Task.yield()
            }
        }
        #expect(isRendered(1, in: cache))
        #expect(!isRendered(2_000, in: cache))
    }
}
