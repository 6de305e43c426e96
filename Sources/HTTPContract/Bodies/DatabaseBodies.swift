// SPDX-License-Identifier: Apache-2.0

package import ClientContract
import WireFormats

/// `POST /dbconnections/signup`.
extension DatabaseSignUpBody: RequestBody {
    package static let shape = Shape.object(
        [
            .required("client_id", as: .string(upTo: 128), description: "The client's identifier."),
            .optional("connection", as: .string(StringRule(length: 0...128)), description: "The connection's name."),
            .optional("password", as: .string(StringRule(length: 0...1024))),
            .optional("email", as: .string(StringRule(length: 0...320))),
            .optional("username", as: .string(StringRule(length: 0...320))),
            .optional("phone_number", as: .string(StringRule(length: 0...320))),
            .optional("name", as: .string(StringRule(length: 0...4096))),
            .optional("given_name", as: .string(StringRule(length: 0...4096))),
            .optional("family_name", as: .string(StringRule(length: 0...4096))),
            .optional("nickname", as: .string(StringRule(length: 0...4096))),
            .optional("picture", as: .string(StringRule(length: 0...4096))),
            .optional("user_metadata", as: .anyObject, description: "The application's data about the user."),
        ])
}

/// `POST /dbconnections/change_password`.
extension DatabasePasswordChangeBody: RequestBody {
    package static let shape = Shape.object([
        .required("client_id", as: .string(upTo: 128), description: "The client's identifier."),
        .optional("connection", as: .string(StringRule(length: 0...128)), description: "The connection's name."),
        .optional("email", as: .string(StringRule(length: 0...320))),
        .optional("username", as: .string(StringRule(length: 0...320))),
        .optional("organization", as: .string(StringRule(length: 0...64))),
        .optional("password", as: .string(StringRule(length: 0...1024)), description: "Ignored."),
    ])
}
