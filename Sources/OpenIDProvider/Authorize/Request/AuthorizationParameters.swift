// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The raw parameters of an authorization request, from a query or a form.
package struct AuthorizationParameters: Hashable, Sendable {
    package struct Parameter: Hashable, Sendable {
        package let name: ExactText
        package let value: ExactText

        package init(name: String, value: String) {
            self.name = ExactText(name)
            self.value = ExactText(value)
        }
    }

    /// The greatest number of parameters.
    package static let maximumCount = 60
    /// The greatest length of all names and values together, in bytes.
    package static let maximumLength = 16_384

    /// The parameters with a value, in their order. A parameter without a value counts as absent (RFC 6749, section
    /// 3.1).
    package let parameters: [Parameter]
    /// The first name that occurs twice.
    package let repeatedName: String?

    package init(_ parameters: [Parameter]) throws(AuthorizationPageError) {
        let length = parameters.reduce(0) { $0 + $1.name.text.utf8.count + $1.value.text.utf8.count }
        guard parameters.count <= Self.maximumCount, length <= Self.maximumLength else { throw .requestTooLarge }
        self.parameters = parameters.filter { !$0.value.text.isEmpty }
        var names: Set<ExactText> = []
        repeatedName = self.parameters.first { !names.insert($0.name).inserted }?.name.text
    }

    /// Decodes a query or a form (`application/x-www-form-urlencoded`).
    package init(encoded text: String) throws(AuthorizationPageError) {
        guard text.utf8.count <= 3 * Self.maximumLength else { throw .requestTooLarge }
        guard let pairs = URLEncodedPairs.read(text, plusIsBlank: true, limit: Self.maximumCount) else {
            throw .requestMalformed
        }
        try self.init(pairs.map(Parameter.init(name:value:)))
    }

    /// The only value of a parameter; `nil` if it is absent or repeated.
    package subscript(_ name: String) -> String? {
        let values = parameters.filter { $0.name == ExactText(name) }
        return values.count == 1 ? values[0].value.text : nil
    }

    func isRepeated(_ name: String) -> Bool {
        parameters.count { $0.name == ExactText(name) } > 1
    }

    /// Returns the parameters without those that authenticate a client, which are not part of the request (RFC 9126,
    /// section 2.1).
    package func withoutClientAuthentication() -> AuthorizationParameters {
        without("client_secret", "client_assertion", "client_assertion_type")
    }

    /// Returns the parameters without the login ticket, which only a posted request has.
    package func withoutLoginTicket() -> AuthorizationParameters { without("login_ticket") }

    private func without(_ names: String...) -> AuthorizationParameters {
        let names = names.map(ExactText.init)
        return AuthorizationParameters(checked: parameters.filter { !names.contains($0.name) }, repeatedName)
    }

    /// Returns the parameters with another value of one of them, such as the client's that has authenticated.
    package func setting(_ name: String, to value: String) throws(AuthorizationPageError) -> AuthorizationParameters {
        let others = parameters.filter { $0.name != ExactText(name) }
        return try AuthorizationParameters(others + [Parameter(name: name, value: value)])
    }

    private init(checked parameters: [Parameter], _ repeatedName: String?) {
        self.parameters = parameters
        self.repeatedName = repeatedName
    }
}
