// SPDX-License-Identifier: Apache-2.0

/// Why client data cannot be read.
public enum ClientDataRejection: Error, Hashable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The text is not strict JSON; the text says where and why.
    case notJSON(String)
    /// The JSON is not an object.
    case notAnObject
}
