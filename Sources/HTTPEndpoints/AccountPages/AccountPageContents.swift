// SPDX-License-Identifier: Apache-2.0

import Configuration
import Grants
import HostedPages
import IdentityModel
import SignIn
import WebAuthnVerification
import WireFormats

extension AccountRequest {
    /// The most sessions that the page lists.
    private static let sessionLimit = 100

    /// Reads what the page shows.
    func accountPage(saying notice: AccountNotice?) async throws(SignInFailure) -> AccountPage {
        let list = try await PasskeyManagement(ceremonies: ceremonies).list(of: owner, in: context.configuration)
        let sessions = try await SessionManagement(ceremonies: ceremonies).list(of: owner)
        let consents = try await ConsentManagement(ceremonies: ceremonies).list(of: owner)
        var page = AccountPage(
            token: .csrf(formToken), name: list.user.profile.name,
            identifiers: list.user.identifiers.map { AccountPage.Identifier($0.value, isVerified: $0.isVerified) })
        page.passkeys = list.passkeys.map { entry(of: $0, isLast: list.passkeys.count == 1) }
        page.isFull = list.passkeys.count >= PasskeyManagement.limit
        page.notice = notice.map { Notice($0, in: browser.language([])) }
        page.sessions = sessions.prefix(Self.sessionLimit).map(entry)
        page.consents = entries(of: consents)
        page.signal = list.signal.json
        return page
    }

    private func entry(of passkey: Passkey, isLast: Bool) -> PasskeyEntry {
        var entry = PasskeyEntry(id: passkey.id.rawValue, createdAt: passkey.origin.createdAt)
        entry.name = passkey.name
        entry.provider = AuthenticatorNames.name(of: passkey.origin.aaguid)
        entry.lastUsedAt = passkey.lastUsedAt
        entry.isOfThisSession = passkey.id == session.record.passkey
        entry.isSynced = passkey.isBackedUp
        entry.isLast = isLast
        return entry
    }

    private func entry(of found: BrowserSession) -> SessionEntry {
        var entry = SessionEntry(
            id: found.id.rawValue, browser: BrowserName(userAgent: found.userAgent ?? "").text ?? found.address ?? "–",
            signedInAt: found.createdAt, lastActiveAt: found.lastUsedAt)
        entry.isThisBrowser = found.id == session.record.id
        return entry
    }

    /// One entry for each client, with everything that it may do.
    private func entries(of consents: [Consent]) -> [ConsentEntry] {
        var clients: [String] = []
        for consent in consents where clients.last != consent.client { clients.append(consent.client) }
        return clients.map { client in
            let own = consents.filter { $0.client == client }
            var scopes: [RequestedScope] = []
            for scope in own.flatMap(requestedScopes) where !scopes.contains(scope) { scopes.append(scope) }
            return ConsentEntry(
                id: client, clientName: context.configuration.client(client)?.name ?? client, scopes: scopes,
                grantedAt: own.map(\.grantedAt).max() ?? context.time)
        }
    }

    private func requestedScopes(of consent: Consent) -> [RequestedScope] {
        let server = consent.audience.flatMap { context.configuration.resourceServer($0, at: context.host.host) }
        return consent.scope.map { name in
            let known = server?.scopes.first { ExactText($0.value) == ExactText(name) }
            return RequestedScope(name, description: known?.explanation)
        }
    }
}

/// The name of a browser and its system, as users know them.
struct BrowserName {
    /// Such as "Firefox · Linux"; `nil` if neither is known.
    let text: String?

    /// Reads the user agent, which anyone can write. Only names of these tables are shown.
    init(userAgent: String) {
        let names = [Self.browsers, Self.systems].compactMap { table in
            table.first { userAgent.contains($0.mark) }?.name
        }
        text = names.isEmpty ? nil : names.joined(separator: " · ")
    }

    /// Most browsers name others, too. The first match counts.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems: [(mark: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "macOS"), ("Linux", "Linux"),
    ]
}
