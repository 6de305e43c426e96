// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints
import HTTPServer
import HostedPages
import Testing
import WireFormats

/// The cost of the pages for a browser that has nothing in its cache.
struct PageWeightTests {
    /// The largest sign-in page with all that it loads, in bytes without compression.
    private static let limit = 50_000

    @Test(arguments: ["en", "de"])
    func `the sign-in page needs four requests and 50 kB`(language: String) async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        browser.prefer(language)
        let visit = try await browser.authorize(RelyingParty(at: server).attempt())
        let page = try visit.page
        let named = page.elements.compactMap { element -> String? in
            switch element.name {
            case "link": element["href"]
            case "script", "img", "iframe": element["src"]
            default: nil
            }
        }
        let files = named.filter { !$0.hasPrefix("data:") }
        #expect(files.allSatisfy { $0.hasPrefix("/assets/") })
        var responses = [visit.response, try await browser.beginCeremony(of: visit).require(200)]
        for file in files { responses.append(try await browser.send(.get(file)).require(200)) }
        #expect(responses.count <= 4)
        let sizes = responses.map { response in
            response.body.count
                + response.headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        }
        #expect(sizes.reduce(0, +) < Self.limit, "\(sizes)")
    }

    @Test func `every path that pages name is served`() {
        for path in PagePath.allCases {
            #expect(Endpoints.operations.contains { $0.path.text == path.rawValue }, "\(path)")
        }
    }
}
