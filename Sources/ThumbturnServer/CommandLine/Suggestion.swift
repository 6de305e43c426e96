// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The nearest known word to one that was mistyped.
enum Suggestion {
    /// A sentence with the suggestion, with a blank before it; empty if nothing is near.
    static func text(for word: String, among known: [String]) -> String {
        NearestText.find(word, among: known).map { " Did you mean \($0)?" } ?? ""
    }
}
