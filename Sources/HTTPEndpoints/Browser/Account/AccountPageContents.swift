// SPDX-License-Identifier: Apache-2.0

import Configuration
import HostedPages
import IdentityModel
import SignIn
import WebAuthnVerification
import WireFormats

extension AccountRequest {
    /// Reads what the page shows.
    func accountPage(saying notice: AccountNotice?) async throws -> AccountPage {
        let accounts = browser.services.accounts
        let list = try await PasskeyManagement(accounts: accounts).list(of: owner, in: context.configuration)
        let latest = try await SessionManagement(accounts: accounts).latest(of: owner)
        let connected = try await ConnectedApplications(accounts: accounts).list(of: owner, in: latest.sessions)
        var page = AccountPage(
            token: .csrf(formToken), name: list.user.profile.name,
            identifiers: list.user.identifiers.map { AccountPage.Identifier($0.value, isVerified: $0.isVerified) })
        // Not the one with the latest time: two can be of the same second.
        let newest = list.passkeys.last
        let time = accounts.now()
        page.isYoungSession = list.passkeys.contains { passkey in
            session.record.ways.contains(passkey.id.way) && !passkey.hasSettled(at: time)
        }
        page.hasYoungPasskeys = list.passkeys.contains { list.isOnlySettled($0, at: time) }
        page.passkeys = list.passkeys.map { passkey in
            let isKept = page.isYoungSession || list.onlyWayIn == passkey.id || list.isOnlySettled(passkey, at: time)
            var entry = entry(of: passkey, isKept: isKept)
            entry.isNew = notice == .passkeyAdded && passkey.id == newest?.id && passkey.name == nil
            return entry
        }
        page.isOnlyWayIn = list.waysIn.isEmpty && session.record.ways.isEmpty
        page.isFull = list.isFull
        page.isAdditionAllowed = list.isAdditionAllowed
        page.password = try await password()
        page.deviceKeys = try await deviceKeys(among: list.waysIn)
        page.addresses = try await addresses()
        let shown = page.addresses.map(\.kind)
        page.identifiers = list.user.identifiers.filter { $0.kind == .username || !shown.contains($0.kind.address) }
            .map { AccountPage.Identifier($0.value, isVerified: $0.isVerified) }
        page.notice = notice.map { Notice($0, in: browser.language([])) }
        page.nextSteps = try await nextSteps()
        page.sessions = latest.sessions.map { entry(of: $0, clients: connected.clients[$0.id] ?? []) }
        page.olderSessionCount = latest.olderCount
        page.olderSignInCount = connected.olderCount
        page.applications = connected.applications.map(entry)
        page.devices = connected.devices.map(entry)
        page.signal = list.signal.json
        return page
    }

    /// The next steps for the server's owner, until the server has a client of its own.
    private func nextSteps() async throws(SignInFailure) -> NextSteps? {
        guard !context.configuration.hasOwnClients,
            try await ServerSetup(storage: browser.services.storage).isOwner(owner.user)
        else { return nil }
        return NextSteps(origin: context.configuration.exampleOrigin, signIn: SampleRequest.link(in: context))
    }

    private func entry(of passkey: Passkey, isKept: Bool) -> PasskeyEntry {
        var entry = PasskeyEntry(id: passkey.id.rawValue, createdAt: passkey.origin.createdAt)
        entry.name = passkey.name
        entry.provider = AuthenticatorNames.name(of: passkey.origin.aaguid)
        entry.lastUsedAt = passkey.lastUsedAt
        entry.isOfThisSession = session.record.ways.contains(passkey.id.way)
        entry.isSynced = passkey.isBackedUp
        entry.browser = BrowserName(userAgent: passkey.origin.userAgent ?? "").parts
        entry.isKept = isKept
        return entry
    }

    private func deviceKeys(among ways: [WayReference]) async throws -> [DeviceKeyEntry] {
        guard ways.contains(where: { $0.kind == .deviceKey }) else { return [] }
        return try await DeviceKeyManagement(ceremonies: browser.ceremonies()).list(
            of: owner, in: context.configuration
        ).map { found in
            let key = found.key
            var entry = DeviceKeyEntry(
                id: key.id.rawValue, deviceName: key.deviceName, applicationName: name(of: key.client),
                createdAt: key.createdAt)
            entry.lastUsedAt = key.lastUsedAt
            entry.isLegacy = key.shape == .legacy
            entry.unconfirmedUntil = found.unconfirmedUntil
            entry.isReplaced = found.replacement != nil
            entry.removal =
                found.isRemovable ? .allowed : ways == [key.id.way] ? .needsAnotherWay : .needsPasskey
            return entry
        }
    }

    private func entry(of found: BrowserSession, clients: [String]) -> SessionEntry {
        var entry = SessionEntry(
            id: found.id.rawValue, browser: BrowserName(userAgent: found.userAgent ?? "").text ?? found.address ?? "–",
            signedInAt: found.createdAt, lastActiveAt: found.lastUsedAt)
        entry.isThisBrowser = found.id == session.record.id
        entry.applicationNames = clients.map(name)
        return entry
    }

    /// An application with everything that the user allowed it.
    private func entry(of application: ConnectedApplications.Application) -> ApplicationEntry {
        var scopes: [RequestedScope] = []
        for scope in application.consents.flatMap(requestedScopes) where !scopes.contains(scope) {
            scopes.append(scope)
        }
        var entry = ApplicationEntry(id: application.client, name: name(of: application.client))
        entry.scopes = scopes
        entry.connectedAt =
            application.consents.map(\.grantedAt).max() ?? application.tokens.map(\.grant.authenticatedAt).min()
        entry.lastActiveAt = application.tokens.map(\.issuedAt).max()
        return entry
    }

    private func entry(of device: RefreshToken) -> DeviceEntry {
        DeviceEntry(
            id: device.family.rawValue, applicationName: name(of: device.grant.client),
            connectedAt: device.family.createdAt ?? device.grant.authenticatedAt, lastActiveAt: device.issuedAt)
    }

    private func name(of client: String) -> String { context.configuration.client(client)?.name ?? client }

    private func requestedScopes(of consent: Consent) -> [RequestedScope] {
        let server = consent.audience.flatMap { context.configuration.resourceServer($0, at: context.host.host) }
        return consent.scope.map { name in
            let known = server?.scopes.first { ExactText($0.value) == ExactText(name) }
            return RequestedScope(name, description: known?.explanation)
        }
    }
}
