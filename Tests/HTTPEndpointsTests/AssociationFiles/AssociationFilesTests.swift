// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPContract
import HTTPEndpoints
import HTTPServer
import IdentityModel
import Testing
import WireFormats

struct AssociationFilesTests {
    static let files: [Route] = [
        .appleAssociation, .appleAssociationAtRoot, .androidAssociation, .relatedOrigins, .passkeyEndpoints,
    ]

    private static func answer(
        _ route: Route, host: String = "login.example.com", to head: RequestHead = request(),
        of json: JSONValue = ConfiguredSites.full
    ) throws -> HTTPResponse? {
        let configuration = try ConfiguredSites.configuration(json)
        return AssociationFiles.answer(
            route, host: host, configuration: configuration, request: HTTPRequest(head: head))
    }

    /// The path plays no part: the route is known.
    private static func request(_ method: HTTPMethod = .get, condition: String? = nil) -> RequestHead {
        var headers = HTTPFields()
        headers["If-None-Match"] = condition
        return RequestHead(method: method, target: "/", headers: headers)
    }

    private static func text(
        _ route: Route, host: String = "login.example.com", of json: JSONValue = ConfiguredSites.full
    ) throws -> String {
        String(decoding: try #require(try answer(route, host: host, of: json)).body, as: UTF8.self)
    }

    // MARK: Contents

    @Test(arguments: [Route.appleAssociation, .appleAssociationAtRoot])
    func `Apple's file lists every application for links and for passkeys`(route: Route) throws {
        #expect(
            try Self.text(route) == #"{"applinks":{"apps":[],"details":["#
                + #"{"appID":"86WQXF56BC.com.example.tablet-app","paths":["/ios/com.example.tablet-app/*"]},"#
                + #"{"appID":"9JA89QQLNQ.com.example.App","paths":["/ios/com.example.App/*"]}]},"#
                + #""webcredentials":{"apps":["86WQXF56BC.com.example.tablet-app","9JA89QQLNQ.com.example.App"]}}"#)
    }

    @Test func `Android's file lists every package once, for links and for passkeys`() throws {
        let prints = [ConfiguredSites.oneFingerprint, ConfiguredSites.otherFingerprint]
        #expect(
            try Self.text(.androidAssociation) == #"[{"relation":["delegate_permission/common.handle_all_urls","#
                + #""delegate_permission/common.get_login_creds"],"target":{"namespace":"android_app","#
                + #""package_name":"com.example.app","sha256_cert_fingerprints":["\#(prints[0])","\#(prints[1])"]}}]"#)
    }

    @Test func `related origins are those of the host`() throws {
        #expect(try Self.text(.relatedOrigins) == #"{"origins":["https://example.net","https://example.org"]}"#)
        let other = try Self.text(.relatedOrigins, host: "login.example.net")
        #expect(other == #"{"origins":["https://example.net"]}"#)
    }

    @Test func `as long as there are no pages for passkeys none is named`() throws {
        #expect(try Self.text(.passkeyEndpoints) == "{}")
    }

    @Test(arguments: [
        (Route.appleAssociation, #"{"applinks":{"apps":[],"details":[]},"webcredentials":{"apps":[]}}"#),
        (.androidAssociation, "[]"), (.relatedOrigins, #"{"origins":[]}"#), (.passkeyEndpoints, "{}"),
    ])
    func `without applications and sites the files are whole and empty`(route: Route, text: String) throws {
        #expect(try Self.text(route, of: ConfiguredSites.empty) == text)
    }

    // MARK: How they are served

    @Test(arguments: files) func `a file is JSON that caches keep for an hour`(route: Route) throws {
        let response = try #require(try Self.answer(route))
        #expect(response.status == 200)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Cache-Control"] == "public, max-age=3600")
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        #expect(response.headers.count == 4)
    }

    @Test(arguments: files) func `a file's tag is the hash of its bytes`(route: Route) throws {
        let response = try #require(try Self.answer(route))
        let hash = Base64URL.encode(DigestAlgorithm.sha256.hash(response.body))
        #expect(response.headers["ETag"] == "\"\(hash)\"")
    }

    @Test(arguments: files) func `who asks for the head gets the same head`(route: Route) throws {
        #expect(try Self.answer(route, to: Self.request(.head))?.headers == Self.answer(route)?.headers)
    }

    @Test(arguments: ["TAG", "W/TAG", "\"other\", TAG", "\"a,b\",W/TAG", "*"])
    func `who has the file is not sent it again`(condition: String) throws {
        let tag = try #require(try Self.answer(.appleAssociation)?.headers["ETag"])
        let field = condition.replacing("TAG", with: tag)
        let response = try #require(try Self.answer(.appleAssociation, to: Self.request(condition: field)))
        #expect(response.status == 304)
        #expect(
            response.headers == [
                "ETag": tag, "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff",
            ])
        #expect(response.body.isEmpty)
    }

    @Test(arguments: ["", "\"other\"", "TAG", "\"TAG\"x", "w/\"TAG\"", "\"xTAG\""])
    func `who has another file is sent this one`(condition: String) throws {
        let tag = try #require(try Self.answer(.appleAssociation)?.headers["ETag"])
        let field = condition.replacing("TAG", with: tag.dropFirst().dropLast())
        #expect(try Self.answer(.appleAssociation, to: Self.request(condition: field))?.status == 200)
    }

    @Test func `when the configuration changes so does the tag`() throws {
        let before = try Self.answer(.appleAssociation)?.headers["ETag"]
        let after = try Self.answer(.appleAssociation, of: ConfiguredSites.empty)?.headers["ETag"]
        #expect(before != after)
    }

    // MARK: What is not answered

    @Test(arguments: Route.allCases.filter { !files.contains($0) })
    func `other routes are not answered here`(route: Route) throws {
        #expect(try Self.answer(route) == nil)
    }

    @Test(arguments: files) func `a host that is not served has no files`(route: Route) throws {
        #expect(try Self.answer(route, host: "example.com") == nil)
    }

    @Test(arguments: [HTTPMethod.post, .put, .delete, .options])
    func `files are read and nothing else`(method: HTTPMethod) throws {
        #expect(try Self.answer(.appleAssociation, to: Self.request(method)) == nil)
    }
}
