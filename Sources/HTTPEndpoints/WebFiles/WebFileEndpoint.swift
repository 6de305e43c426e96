// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import OpenIDProvider
import WebAuthnVerification
import WebFiles
import WireFormats

/// `/sdk/…` and `/demo/…`: the web SDK, for pages of any origin, and the sample application, where the server has one.
struct WebFileEndpoint {
    let context: RequestContext

    private var name: String { context.incoming.name ?? "" }

    func demoFile() throws(HTTPProblem) -> HTTPResponse {
        if ExactText(name) == ExactText("steps.json") { return .json(WebFile.steps) }
        guard let file = StaticFiles.demo.file(named: name) else { throw .unknownPath }
        return file.response(to: context.request)
    }

    func sdkFile() throws(HTTPProblem) -> HTTPResponse {
        var response: HTTPResponse
        if ExactText(name) == ExactText("thumbturn.json") {
            let module = WebSDK.module
            response = .json([
                "version": .string(WebSDK.version), "integrity": .string(module.integrity),
                "url": .string(url(of: module)), "package": .string(url(of: WebSDK.package)),
            ])
        } else if ExactText(name) == ExactText("thumbturn.tgz") {
            response = .seeOther(url(of: WebSDK.package))
            response.headers["Cache-Control"] = "no-cache"
        } else if let file = StaticFiles.sdk.file(named: name) {
            response = file.response(to: context.request)
        } else {
            throw .unknownPath
        }
        // The SDK is public: pages of every origin may load it, also with an integrity attribute, which needs CORS.
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response
    }

    private func url(of file: WebFile) -> String { context.issuer.url + "sdk/" + file.name }

    static let demoPage: HTTPResponse = .page(
        DemoApplication.page.bytes,
        policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
            + "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        isFramed: false)
}

extension WebFile {
    /// The steps of the verification, and the one at which each reason rejects a response. The sample application shows
    /// them beside the exchange, with what they compared there.
    fileprivate static let steps: JSONValue = [
        "registration": .array(RegistrationStep.allCases.map { step("\($0)", title: $0.title) }),
        "authentication": .array(AuthenticationStep.allCases.map { step("\($0)", title: $0.title) }),
        "rejections": .object(
            JSONObject(
                RegistrationRejection.examples.map { ($0.code, .string("\($0.step)")) }
                    + AuthenticationRejection.examples.map { ($0.code, .string("\($0.step)")) })),
    ]

    private static func step(_ number: String, title: String) -> JSONValue {
        ["step": .string(number), "title": .string(title)]
    }
}
