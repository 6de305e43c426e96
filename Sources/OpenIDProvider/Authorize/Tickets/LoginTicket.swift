// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
import JOSE
package import WireFormats

/// A sign-in that a client's own page finished with the passkey grant, and with which the page's browser may begin a
/// session.
///
/// The page holds it, sealed. `AuthorizationSeal` seals `PageTicket` and `PushedRequest` as well, each kind in a
/// context of its own, so that none is accepted as another.
///
/// 1. `SignInExchange` returns a ticket with the tokens, if the request has the PKCE challenge of an authorization
///    request.
/// 2. The page posts it to the authorization endpoint with that request. `openLoginTicket` compares the ticket with the
///    request, and with the origin of the page.
/// 3. `LoginTicketUse` consumes it in the transaction that begins the session. The request continues with the session.
package struct LoginTicket: Hashable, Sendable {
    /// In seconds.
    private static let lifetime: Int64 = 60

    /// The page and the authorization request that a ticket is for.
    package struct Binding: Hashable, Sendable {
        package let client: String
        /// The host that the page calls.
        package let host: String
        /// The origin of the page.
        package let origin: String
        /// The PKCE challenge of the only authorization request that may use the ticket.
        package let challenge: String

        package init(client: String, host: String, origin: String, challenge: String) {
            self.client = client
            self.host = host
            self.origin = origin
            self.challenge = challenge
        }
    }

    /// A random identifier, by which the ticket is consumed once.
    package let id: [UInt8]
    package let binding: Binding
    package let user: UserID
    /// The generation of the account's tokens. A block begins a new one.
    package let generation: Int
    /// The ways in that the session ends with.
    package let ways: [WayReference]
    package let authentication: AuthenticationFacts
    package let expiresAt: Timestamp

    /// Creates the ticket of a sign-in.
    package init(_ binding: Binding, user: User, ways: [WayReference], authentication: AuthenticationFacts) {
        id = Randomness.bytes(16)
        self.binding = binding
        self.user = user.id
        generation = user.tokenGeneration
        self.ways = ways
        self.authentication = authentication
        expiresAt = authentication.authenticatedAt.advanced(by: Self.lifetime)
    }
}

extension AuthorizationSeal {
    private static let ticketContext = [UInt8]("login ticket 2".utf8)

    package func seal(_ ticket: LoginTicket) -> String {
        seal(ticket.json, context: Self.ticketContext)
    }

    /// Opens the ticket that a page posted with an authorization request.
    ///
    /// Browsers send the origin of the page that posts a form, and no page can choose it. This is the protection
    /// against a page that posts a ticket of its own user, to sign the browser in as another user (login CSRF).
    package func openLoginTicket(
        _ text: String, for request: AuthorizationRequest, host: String, origin: String?, at time: Timestamp
    ) throws(AuthorizationError) -> LoginTicket {
        guard let json = open(text, context: Self.ticketContext), let ticket = LoginTicket(json: json),
            ticket.binding.host == host, ExactText(ticket.binding.client) == ExactText(request.client),
            let challenge = request.challenge, ExactText(ticket.binding.challenge) == ExactText(challenge),
            time < ticket.expiresAt
        else { throw .loginTicketInvalid }
        guard let origin, ExactText(ticket.binding.origin) == ExactText(origin) else {
            throw .loginTicketOriginMismatch
        }
        return ticket
    }
}

extension LoginTicket {
    fileprivate var json: JSONObject {
        [
            "id": .string(Base64URL.encode(id)), "client": .string(binding.client), "host": .string(binding.host),
            "origin": .string(binding.origin), "challenge": .string(binding.challenge),
            "user": .string(user.rawValue), "generation": .number(JSONNumber(Int64(generation))),
            "ways": .array(ways.map { .string($0.id) }),
            "authenticated": JSONValue(authentication.authenticatedAt),
            "methods": .array(authentication.methods.map(JSONValue.string)), "expires": JSONValue(expiresAt),
        ]
    }

    fileprivate init?(json: JSONObject) {
        let text = { (name: String) in json[name]?.stringValue }
        guard let id = text("id").flatMap({ Base64URL.decode($0) }), let client = text("client"),
            let host = text("host"), let origin = text("origin"), let challenge = text("challenge"),
            let user = text("user"), let generation = json["generation"]?.intValue,
            let authenticatedAt = json["authenticated"]?.numericDate, let methods = json["methods"]?.arrayValue,
            let expiresAt = json["expires"]?.numericDate, let names = json["ways"]?.arrayValue
        else { return nil }
        let ways = names.compactMap { $0.stringValue.flatMap { WayReference(id: $0) } }
        guard ways.count == names.count else { return nil }
        self.id = id
        binding = Binding(client: client, host: host, origin: origin, challenge: challenge)
        self.user = UserID(rawValue: user)
        self.generation = generation
        self.ways = ways
        authentication = AuthenticationFacts(
            authenticatedAt: authenticatedAt, methods: methods.compactMap(\.stringValue))
        self.expiresAt = expiresAt
    }
}
