// SPDX-License-Identifier: Apache-2.0

import ClientContract
package import WireFormats

/// `POST /userinfo` with the access token in a form (RFC 6750, section 2.2). The header field is usual.
package struct UserInfoBody: RequestBody {
    package let accessToken: String?

    package init(_ body: JSONObject) {
        accessToken = body.text("access_token")
    }

    package static let byteLimit = 16 << 10

    package static let shape = Shape.object([
        .optional(
            "access_token", as: .string(StringRule(length: 1...8192)),
            description: "The access token, if it is not in the Authorization field. Only a form may have it.")
    ])
}
