// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import OpenIDProvider
import WebAuthnVerification
import WebFiles
import WireFormats

/// `/assets/…`, `/sdk/…` and `/demo/…`: the files of the pages, the web SDK, for pages of any origin, and the sample
/// application, where the server has one.
enum WebFileEndpoint {
    private static let demoFamily = Family(isServed: { $0.services.options.servesDemo })

    static let rows = [asset, sdkFile, demo, demoFile]

    /// Its name changes with its content, so that caches may keep it forever.
    private static let asset = Row(
        get: "/assets/{id}", in: .documents, reaching: .localAddress, id: "asset",
        summary: "Returns a file of the pages",
        success: .file("A style sheet, a script or an icon.", mediaType: "text/css"), failing: [404]
    ) { request in
        let name = request.name ?? ""
        guard let file = StaticFiles.assets.file(named: name) else { throw RequestFailure.pathUnknown }
        var response = file.response(to: request.request)
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response
    }

    private static let sdkFile = Row(
        .get, "/sdk/{id}", in: .documents, by: .anyone, taking: .nothing, id: "sdkFile",
        summary: "Returns a file of the web SDK",
        success: .file("A file, or 303 to the newest package.", mediaType: "text/javascript"), failing: [404]
    ) { request in
        let (context, name) = (request.context, ExactText(request.context.incoming.name ?? ""))
        var response: HTTPResponse
        if name == ExactText("thumbturn.json") {
            let module = WebSDK.module
            response = .json([
                "version": .string(WebSDK.version), "integrity": .string(module.integrity),
                "url": .string(context.url(of: module)), "package": .string(context.url(of: WebSDK.package)),
            ])
        } else if name == ExactText("thumbturn.tgz") {
            response = .seeOther(context.url(of: WebSDK.package))
            response.headers["Cache-Control"] = "no-cache"
        } else if let file = StaticFiles.sdk.file(named: name.text) {
            response = file.response(to: context.request)
        } else {
            throw RequestFailure.pathUnknown
        }
        // The SDK is public: pages of every origin may load it, also with an integrity attribute, which needs CORS.
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response
    }

    private static let demo = Row(
        .get, "/demo/", in: demoFamily, by: .anyone, taking: .nothing, id: "demo",
        summary: "Returns the sample application",
        success: .init(200, "An HTML page.").with(mediaType: "text/html"), failing: [404]
    ) { _ in
        demoPage
    }

    private static let demoPage: HTTPResponse = .page(
        DemoApplication.page.bytes,
        policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
            + "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        isFramed: false)

    private static let demoFile = Row(
        .get, "/demo/{id}", in: Family(failures: Family.documents.failures, isServed: demoFamily.isServed), by: .anyone,
        taking: .nothing, id: "demoFile", summary: "Returns a file of the sample application",
        success: .file("A file.", mediaType: "text/javascript"), failing: [404]
    ) { request in
        let name = request.context.incoming.name ?? ""
        if ExactText(name) == ExactText("steps.json") { return .json(WebFile.steps) }
        guard let file = StaticFiles.demo.file(named: name) else { throw RequestFailure.pathUnknown }
        return file.response(to: request.context.request)
    }
}

extension RequestContext {
    fileprivate func url(of file: WebFile) -> String { issuer.url + "sdk/" + file.name }
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
