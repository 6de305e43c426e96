// SPDX-License-Identifier: Apache-2.0

/// One statement as text. It is put together from literals alone, so that no value can become part of it.
final class SQL: Sendable {
    let text: String

    /// Takes the parts of the statement; a blank goes between them.
    init(_ parts: StaticString...) {
        text = parts.map(\.description).joined(separator: " ")
    }
}
