// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import ThumbturnServer
import WebAuthnVerification

/// The reference of error codes: `docs/error-codes.md` is this text.
enum ErrorCodesPage {
    /// Every code of the server and of the library.
    static let codes: [ErrorCode] =
        ErrorCode.all + MetadataRejection.examples.map { ErrorCode(code: $0.code, meaning: $0.explanation) }

    static let text: String = """
        # Error codes

        <!-- Generated from the failures in the program; a test compares it. To update it:
             THUMBTURN_WRITE_PAGES=1 scripts/test --filter ErrorCodesPageTests -->

        Every error response of the server has a `code`, and so does its line in the log. The library's rejections have one
        too. A code is a stable name for programs: kebab-case segments joined by dots, the family first. Codes are never
        renamed or reused. Texts may change, and three dots stand for values of the request. The `error` beside the `code`
        has the values of the OAuth RFCs.

        Details that help an attacker more than a developer are not sent: all rejections of a ceremony's response have the
        same text. The log has the explanation, and `thumbturn why REFERENCE` prints it with the remedy.

        \(sections)

        """

    /// The remedy for a code, in words that hold for every client.
    static func remedy(for code: String) -> String? { ErrorRemedy.text(for: code, client: nil) }

    private static let families: [(prefix: String, title: String)] = [
        ("registration.", "Registrations"), ("authentication.", "Authentications"), ("metadata.", "FIDO metadata"),
        ("sign-in.", "Sign-ups, sign-ins and passkeys"), ("oauth.", "Clients and tokens"),
        ("request.", "Requests"), ("account.", "Accounts"), ("invitation.", "Invitations"), ("link.", "Links in mail"),
        ("mail.", "Mail"),
        ("messages.", "Text messages"),
        ("recovery.", "Recovery"),
        ("page.", "Pages"),
        ("cors.", "CORS"),
        ("http.", "HTTP"), ("server.", "The server"),
    ]

    private static let sections: String = families.map { family in
        let rows = codes.filter { $0.code.hasPrefix(family.prefix) }.map { code in
            "| `\(code.code)` | \(cell(code.meaning)) | \(cell(remedy(for: code.code) ?? "")) |"
        }
        return "## \(family.title)\n\n| code | meaning | remedy |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }.joined(separator: "\n\n")

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
