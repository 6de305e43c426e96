// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import Testing

struct OperationTests {
    /// An operation as the table has to have it.
    struct Row: Sendable, CustomTestStringConvertible {
        let method: Operation.Method
        let route: Route
        var security = "nothing"
        /// The limit of the body in KiB.
        var limit = 0
        var form: BodyForm?
        var status = 200

        var testDescription: String { "\(method.rawValue) \(route.rawValue)" }
    }

    private static let passkeys = [
        Row(method: .post, route: .passkeyRegister, security: "client", limit: 128, form: .jsonOrForm),
        Row(method: .post, route: .passkeyChallenge, security: "client", limit: 64, form: .jsonOrForm),
        Row(method: .post, route: .passkeyReport, limit: 80, form: .json, status: 204),
        Row(method: .post, route: .token, security: "client", limit: 256, form: .jsonOrForm),
        Row(method: .post, route: .revocation, security: "client", limit: 64, form: .jsonOrForm),
        Row(method: .get, route: .userInfo, security: "openid"),
        Row(method: .post, route: .userInfo, security: "openid", limit: 16, form: .jsonOrForm),
    ]

    private static let ceremonyAPI = [
        Row(method: .post, route: .registrationOptions, limit: 64, form: .json),
        Row(method: .post, route: .registrationVerification, limit: 256, form: .json),
        Row(method: .get, route: .authenticationOptions),
        Row(method: .post, route: .authenticationVerification, limit: 256, form: .json),
        Row(method: .get, route: .passkeyCheck), Row(method: .get, route: .ownPasskeys),
        Row(method: .patch, route: .ownPasskey, limit: 64, form: .json), Row(method: .delete, route: .ownPasskey),
        Row(method: .post, route: .ownSignOut),
    ]

    private static let account = [
        Row(
            method: .delete, route: .ownAccount, security: "delete:me:account", limit: 256, form: .json, status: 202),
        Row(method: .get, route: .authenticationMethods, security: "read:me:authentication_methods"),
        Row(
            method: .post, route: .authenticationMethods, security: "create:me:authentication_methods", limit: 64,
            form: .json, status: 202),
        Row(method: .get, route: .authenticationMethod, security: "read:me:authentication_methods"),
        Row(
            method: .patch, route: .authenticationMethod, security: "update:me:authentication_methods", limit: 64,
            form: .json),
        Row(
            method: .delete, route: .authenticationMethod, security: "delete:me:authentication_methods", status: 204),
        Row(
            method: .post, route: .authenticationMethodVerification, security: "create:me:authentication_methods",
            limit: 256, form: .json, status: 201),
        Row(method: .get, route: .factors, security: "read:me:factors"),
    ]

    private static let setup = [
        Row(method: .get, route: .setup),
        Row(method: .post, route: .setup, limit: 64, form: .jsonOrForm, status: 303),
        Row(method: .post, route: .setupChallenge, limit: 64, form: .json),
        Row(method: .post, route: .setupPasskey, limit: 256, form: .json),
    ]

    private static let invitations = [
        Row(method: .get, route: .invitation),
        Row(method: .post, route: .invitationContents, limit: 64, form: .json),
        Row(method: .post, route: .invitationChallenge, limit: 64, form: .json),
        Row(method: .post, route: .invitationVerification, limit: 256, form: .json, status: 201),
    ]

    private static let documents = [
        Route.home, .discovery, .keys, .appleAssociation, .appleAssociationAtRoot, .androidAssociation,
        .relatedOrigins, .passkeyEndpoints, .description, .liveness, .readiness,
    ].map { Row(method: .get, route: $0) }

    private static let authorization = [
        Row(method: .get, route: .authorization, status: 303),
        Row(method: .post, route: .authorization, limit: 64, form: .jsonOrForm, status: 303),
        Row(
            method: .post, route: .pushedAuthorization, security: "client", limit: 64, form: .jsonOrForm, status: 201),
        Row(method: .post, route: .deviceAuthorization, security: "client", limit: 64, form: .jsonOrForm),
    ]

    private static let pages =
        [
            Route.signIn, .accountSelection, .continuation, .signUp, .signUpProfile, .consent, .asset,
            .offeredPasskey, .device, .deviceConfirmation,
        ].map { Row(method: .get, route: $0) }
        + [
            Route.signIn, .accountSelection, .signUp, .signUpSkip, .signUpProfile, .consent, .offeredPasskeySkip,
            .device, .deviceConfirmation,
        ].map {
            Row(method: .post, route: $0, limit: 64, form: .jsonOrForm, status: 303)
        }
        + [Route.signInChallenge, .signUpChallenge, .offeredPasskeyChallenge].map {
            Row(method: .post, route: $0, limit: 64, form: .json)
        }
        + [Route.signInPasskey, .signUpPasskey, .offeredPasskey].map {
            Row(method: .post, route: $0, limit: 256, form: .json)
        }

    private static let accountPages =
        [Route.account, .accountDeletion, .accountKeeping, .logout, .compatibleLogout].map {
            Row(method: .get, route: $0)
        }
        + [
            Route.account, .accountProfile, .accountPasskeyRename, .accountPasskeyRemoval, .accountSessionRemoval,
            .accountConsentRemoval, .accountDeviceRemoval, .accountDeletion, .accountSignOut, .logout,
        ].map { Row(method: .post, route: $0, limit: 64, form: .jsonOrForm, status: 303) }
        + [
            Row(method: .post, route: .accountPasskeyChallenge, limit: 64, form: .json),
            Row(method: .post, route: .accountPasskeys, limit: 256, form: .json),
            Row(method: .post, route: .accountDeletionChallenge, limit: 64, form: .json),
            Row(method: .post, route: .accountDeletionPasskey, limit: 256, form: .json),
        ]

    private static let webFiles = [Route.sdkFile, .demo, .demoFile].map { Row(method: .get, route: $0) }

    static let rows =
        passkeys + ceremonyAPI + authorization + pages + accountPages + setup + account + invitations + webFiles
        + documents

    private func operation(of row: Row) throws -> Operation {
        try #require(Operation.all.first { $0.method == row.method && $0.route == row.route })
    }

    @Test(arguments: rows)
    func `each operation needs the expected credentials`(row: Row) throws {
        let security =
            switch try operation(of: row).security {
            case .nothing: "nothing"
            case .client: "client"
            case .accessToken(let scope): scope
            }
        #expect(security == row.security)
    }

    @Test(arguments: rows)
    func `each operation takes a body of the expected size and media types`(row: Row) throws {
        let operation = try operation(of: row)
        #expect(operation.bodyLimit == row.limit << 10)
        #expect(operation.body?.form == row.form)
    }

    @Test(arguments: rows)
    func `each operation succeeds with the expected status`(row: Row) throws {
        #expect(try operation(of: row).success.status == row.status)
    }

    @Test func `the table has the expected operations and no others`() {
        let expected = Set(Self.rows.map(\.testDescription))
        let operations = Operation.all.map { "\($0.method.rawValue) \($0.route.rawValue)" }
        #expect(Set(operations) == expected)
        #expect(operations.count == expected.count)
    }

    @Test(arguments: Route.allCases)
    func `each route has an operation for each of its methods`(route: Route) {
        #expect(!route.methods.isEmpty)
        #expect(Set(route.methods) == Set(Self.rows.filter { $0.route == route }.map(\.method)))
    }

    @Test(arguments: rows)
    func `a route receives a body only for the method that takes one`(row: Row) {
        #expect(row.route.bodyLimit(method: row.method.rawValue) == row.limit << 10)
        for method in ["PUT", "OPTIONS", "HEAD", row.method.rawValue.lowercased(), ""] {
            #expect(row.route.bodyLimit(method: method) == 0, "\(method)")
        }
    }

    @Test func `operation IDs are unique`() {
        let ids = Operation.all.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: rows)
    func `the failures of an operation follow from what it needs`(row: Row) throws {
        let operation = try operation(of: row)
        let failures = operation.failures
        #expect(failures == Set(failures).sorted())
        #expect(failures.contains(421) == ![.liveness, .readiness].contains(row.route))
        #expect(failures.contains(401) || row.security == "nothing")
        // The userinfo endpoint ignores a body that is not a form.
        #expect(failures.contains(415) == (operation.body != nil && row.route != .userInfo))
        if operation.body != nil { #expect(Set(failures).isSuperset(of: [400, 413])) }
        if !operation.query.isEmpty { #expect(failures.contains(400)) }
    }

    @Test func `only public files that change answer conditional requests`() {
        let routes = Operation.all.filter(\.isRevalidated).map(\.route)
        #expect(
            Set(routes) == [
                .appleAssociation, .appleAssociationAtRoot, .androidAssociation, .relatedOrigins, .passkeyEndpoints,
                .sdkFile, .demoFile, .asset,
            ])
    }
}
