// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPEndpoints
import HTTPServer
import IdentityModel
import Testing
import WireFormats

struct AssociationFilesTests {
    private typealias File = AssociationFiles.File

    private static func response(
        with file: File, host: String = "login.example.com", to head: RequestHead = request(),
        of json: JSONValue = SiteConfiguration.full
    ) throws -> HTTPResponse {
        AssociationFiles(host: host, configuration: try SiteConfiguration.configuration(json))
            .response(with: file, to: HTTPRequest(head: head))
    }

    /// The path does not matter.
    private static func request(_ method: HTTPMethod = .get, condition: String? = nil) -> RequestHead {
        var headers = HTTPFields()
        headers["If-None-Match"] = condition
        return RequestHead(method: method, target: "/", headers: headers)
    }

    private static func text(
        _ file: File, host: String = "login.example.com", of json: JSONValue = SiteConfiguration.full
    ) throws -> String {
        String(decoding: try response(with: file, host: host, of: json).body, as: UTF8.self)
    }

    // MARK: Contents

    @Test func `Apple's file lists every application for links and for passkeys`() throws {
        #expect(
            try Self.text(.apple) == #"{"applinks":{"apps":[],"details":["#
                + #"{"appID":"86WQXF56BC.com.example.tablet-app","paths":["/ios/com.example.tablet-app/*"]},"#
                + #"{"appID":"9JA89QQLNQ.com.example.App","paths":["/ios/com.example.App/*"]}]},"#
                + #""webcredentials":{"apps":["86WQXF56BC.com.example.tablet-app","9JA89QQLNQ.com.example.App"]}}"#)
    }

    @Test func `Android's file lists every package once, for links and for passkeys`() throws {
        let prints = [SiteConfiguration.oneFingerprint, SiteConfiguration.otherFingerprint]
        #expect(
            try Self.text(.android) == #"[{"relation":["delegate_permission/common.handle_all_urls","#
                + #""delegate_permission/common.get_login_creds"],"target":{"namespace":"android_app","#
                + #""package_name":"com.example.app","sha256_cert_fingerprints":["\#(prints[0])","\#(prints[1])"]}}]"#)
    }

    @Test func `related origins are those of the host`() throws {
        #expect(try Self.text(.relatedOrigins) == #"{"origins":["https://example.net","https://example.org"]}"#)
        let other = try Self.text(.relatedOrigins, host: "login.example.net")
        #expect(other == #"{"origins":["https://example.net"]}"#)
    }

    @Test func `passkey endpoints are empty while there are no such pages`() throws {
        #expect(try Self.text(.passkeyEndpoints) == "{}")
    }

    @Test(arguments: [
        (AssociationFiles.File.apple, #"{"applinks":{"apps":[],"details":[]},"webcredentials":{"apps":[]}}"#),
        (.android, "[]"), (.relatedOrigins, #"{"origins":[]}"#), (.passkeyEndpoints, "{}"),
    ])
    func `files without applications and sites are complete and empty`(file: AssociationFiles.File, text: String)
        throws
    {
        #expect(try Self.text(file, of: SiteConfiguration.empty) == text)
    }

    // MARK: Responses

    @Test(arguments: AssociationFiles.File.allCases) func `a file is JSON that may be cached for an hour`(
        file: AssociationFiles.File
    ) throws {
        let response = try Self.response(with: file)
        #expect(response.status == 200)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Cache-Control"] == "public, max-age=3600")
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        // Pages of related origins read whether they are listed.
        let isForPages = file == .relatedOrigins
        #expect(response.headers["Access-Control-Allow-Origin"] == (isForPages ? "*" : nil))
        #expect(response.headers.count == (isForPages ? 5 : 4))
    }

    @Test(arguments: AssociationFiles.File.allCases) func `a file's ETag is the hash of its bytes`(
        file: AssociationFiles.File
    ) throws {
        let response = try Self.response(with: file)
        let hash = Base64URL.encode(DigestAlgorithm.sha256.hash(response.body))
        #expect(response.headers["ETag"] == "\"\(hash)\"")
    }

    @Test(arguments: AssociationFiles.File.allCases) func `HEAD returns the same headers`(
        file: AssociationFiles.File
    ) throws {
        #expect(try Self.response(with: file, to: Self.request(.head)).headers == Self.response(with: file).headers)
    }

    @Test(arguments: ["TAG", "W/TAG", "\"other\", TAG", "\"a,b\",W/TAG", "*"])
    func `a request with the current ETag gets 304`(condition: String) throws {
        let tag = try #require(try Self.response(with: .apple).headers["ETag"])
        let field = condition.replacing("TAG", with: tag)
        let response = try Self.response(with: .apple, to: Self.request(condition: field))
        #expect(response.status == 304)
        #expect(
            response.headers == [
                "ETag": tag, "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff",
            ])
        #expect(response.body.isEmpty)
    }

    @Test(arguments: ["", "\"other\"", "TAG", "\"TAG\"x", "w/\"TAG\"", "\"xTAG\""])
    func `a request with another ETag gets the file`(condition: String) throws {
        let tag = try #require(try Self.response(with: .apple).headers["ETag"])
        let field = condition.replacing("TAG", with: tag.dropFirst().dropLast())
        #expect(try Self.response(with: .apple, to: Self.request(condition: field)).status == 200)
    }

    @Test func `a changed configuration changes the ETag`() throws {
        let before = try Self.response(with: .apple).headers["ETag"]
        let after = try Self.response(with: .apple, of: SiteConfiguration.empty).headers["ETag"]
        #expect(before != after)
    }
}
