// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import SignIn
package import WireFormats

/// A text message as the operator's service gets it.
package struct RenderedMessage: Hashable, Sendable {
    /// The identity of the message, by which a repeated one can be recognized.
    package let id: OutboxItem.ID
    /// A phone number in the form of E.164.
    package let to: String
    package let text: String
    /// The occasion, such as `test`.
    package let kind: String
    /// The tag of the text's language (RFC 5646).
    package let language: String
    package let deliveryMethod: MessageOrder.DeliveryMethod

    package init(
        id: OutboxItem.ID, to: String, text: String, kind: String, language: String,
        deliveryMethod: MessageOrder.DeliveryMethod
    ) {
        self.id = id
        self.to = to
        self.text = text
        self.kind = kind
        self.language = language
        self.deliveryMethod = deliveryMethod
    }

    /// The body of the request. It has the ID too, because the signature is that of the body.
    package var json: JSONObject {
        [
            "id": .string(id.rawValue), "to": .string(to), "text": .string(text), "kind": .string(kind),
            "language": .string(language), "delivery_method": .string(deliveryMethod.rawValue),
        ]
    }
}
