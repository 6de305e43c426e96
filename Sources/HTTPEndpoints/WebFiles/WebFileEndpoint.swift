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
        guard let file = DemoApplication.files.first(where: { ExactText($0.name) == ExactText(name) }) else {
            throw .unknownPath
        }
        return response(file, caching: "no-cache")
    }

    func sdkFile() throws(HTTPProblem) -> HTTPResponse {
        let module = WebSDK.module
        var response: HTTPResponse
        switch ExactText(name) {
        case ExactText(module.name): response = self.response(module, caching: "public, max-age=31536000, immutable")
        case ExactText(WebSDK.types.name): response = self.response(WebSDK.types, caching: "no-cache")
        case ExactText("thumbturn.js"): response = self.response(module, caching: "no-cache")
        case ExactText("thumbturn.json"):
            response = .json([
                "version": .string(WebSDK.version), "integrity": .string(module.integrity),
                "url": .string(context.issuer.url + "sdk/" + module.name),
            ])
        default: throw .unknownPath
        }
        // The SDK is public: pages of every origin may load it, also with an integrity attribute, which needs CORS.
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response
    }

    private func response(_ file: WebFile, caching: String) -> HTTPResponse {
        CachedFile(file.bytes, contentType: file.contentType, caching: caching).response(to: context.request)
    }

    static let demoPage: HTTPResponse = .page(
        DemoApplication.page.bytes,
        policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
            + "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        isFramed: false)
}

extension WebFile {
    /// The steps of the verification, which the sample application shows beside the exchange.
    fileprivate static let steps: JSONValue = [
        "registration": .array(RegistrationStep.allCases.map { step("\($0)", title: $0.title) }),
        "authentication": .array(AuthenticationStep.allCases.map { step("\($0)", title: $0.title) }),
    ]

    private static func step(_ number: String, title: String) -> JSONValue {
        ["step": .string(number), "title": .string(title)]
    }
}
