// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HostedPages

extension IncomingRequest {
    /// A file of the pages. Its name changes with its content, so that caches may keep it forever.
    var asset: HTTPResponse {
        get throws(HTTPProblem) {
            guard let asset = name.flatMap(Asset.named) else { throw .unknownPath }
            return HTTPResponse(
                status: 200,
                headers: [
                    "Content-Type": asset.contentType, "Cache-Control": "public, max-age=31536000, immutable",
                    "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
                ],
                body: asset.bytes)
        }
    }
}
