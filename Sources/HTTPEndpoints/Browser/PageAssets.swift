// SPDX-License-Identifier: Apache-2.0

import HTTPServer

extension IncomingRequest {
    /// A file of the pages. Its name changes with its content, so that caches may keep it forever.
    var asset: HTTPResponse {
        get throws(HTTPProblem) {
            guard let file = name.flatMap({ StaticFiles.assets.file(named: $0) }) else { throw .unknownPath }
            var response = file.response(to: request)
            response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
            return response
        }
    }
}
