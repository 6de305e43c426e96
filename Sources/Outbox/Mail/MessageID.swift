// SPDX-License-Identifier: Apache-2.0

/// The identity of a message, by which a repeated one can be recognized.
package struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// With its angle brackets.
    package let description: String

    /// Both parts are dot-atoms: a message that is stored has such an id, and a server such a host.
    package init(id: String, host: String) throws(MailMessageRejection) {
        guard id.utf8.count <= 64, DotAtom.isValid(Array(id.utf8)[...]), DomainName.isValid(Array(host.utf8)[...])
        else { throw .messageIDMalformed }
        description = "<\(id)@\(host)>"
    }
}
