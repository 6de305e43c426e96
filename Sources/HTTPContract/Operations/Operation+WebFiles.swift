// SPDX-License-Identifier: Apache-2.0

extension Operation {
    /// The web SDK and the sample application.
    static let webFiles: [Operation] = [
        Operation(
            .get, at: .sdkFile, id: "sdkFile", summary: "Returns a file of the web SDK",
            success: Success(200, description: "A file, or 303 to the newest package.").with(
                mediaType: "text/javascript")
        ).needing(.nothing, failing: 404, 429).revalidated(),
        Operation(
            .get, at: .demo, id: "demo", summary: "Returns the sample application",
            success: Success(200, description: "An HTML page.").with(mediaType: "text/html")
        ).needing(.nothing, failing: 404, 429, 503),
        Operation(
            .get, at: .demoFile, id: "demoFile", summary: "Returns a file of the sample application",
            success: Success(200, description: "A file.").with(mediaType: "text/javascript")
        ).needing(.nothing, failing: 404, 429).revalidated(),
    ]
}
