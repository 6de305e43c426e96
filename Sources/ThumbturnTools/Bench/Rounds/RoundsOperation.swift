// SPDX-License-Identifier: Apache-2.0

/// An operation that `bench rounds` measures: a scenario with its parameters.
struct RoundsOperation: Sendable {
    /// How many users there are: as many as usual, or so few or so many that their number could matter.
    enum Users: Sendable { case usual, few, many }

    /// The name in reports.
    let name: String
    /// The text on pages, without the number of users.
    let title: String
    let scenario: BenchScenario
    var tokens = BenchTokens.rs256ID
    var scope = BenchRequest.defaultScope
    var users = Users.usual
    var connections = 32

    /// All operations, in the order of the page.
    static let all = [
        RoundsOperation(
            name: "sign-in-es256", title: "sign-in, both tokens ES256", scenario: .signIn, tokens: .es256),
        RoundsOperation(name: "sign-in-rs256-id", title: "sign-in, ID token RS256", scenario: .signIn),
        RoundsOperation(
            name: "sign-in-offline", title: "sign-in with a refresh token, both tokens ES256", scenario: .signIn,
            tokens: .es256, scope: BenchRequest.defaultScope + " offline_access"),
        RoundsOperation(
            name: "sign-in-rs256", title: "sign-in, both tokens RS256", scenario: .signIn, tokens: .rs256),
        RoundsOperation(
            name: "sign-in-alone", title: "sign-in, ID token RS256, one connection", scenario: .signIn, connections: 1),
        RoundsOperation(name: "sign-in-few", title: "sign-in, ID token RS256", scenario: .signIn, users: .few),
        RoundsOperation(name: "sign-in-many", title: "sign-in, ID token RS256", scenario: .signIn, users: .many),
        RoundsOperation(name: "sign-up", title: "sign-up", scenario: .signUp),
        RoundsOperation(name: "refresh", title: "refresh", scenario: .refresh),
        RoundsOperation(name: "userinfo", title: "userinfo", scenario: .userinfo),
        RoundsOperation(name: "challenge", title: "challenge", scenario: .challenge),
        RoundsOperation(name: "page", title: "sign-in page", scenario: .page),
        RoundsOperation(name: "page-sign-in", title: "sign-in on the page", scenario: .pageSignIn),
        RoundsOperation(name: "authorize", title: "authorize with a session", scenario: .authorize),
        RoundsOperation(
            name: "authorize-alone", title: "authorize with a session, one connection", scenario: .authorize,
            connections: 1),
        RoundsOperation(name: "live", title: "/health/live", scenario: .live),
    ]
}

/// The numbers of users of a run.
struct RoundsUsers: Sendable {
    let usual: Int
    let few: Int
    let many: Int

    static let full = RoundsUsers(usual: 10_000, few: 1000, many: 1_000_000)
    static let quick = RoundsUsers(usual: 100, few: 100, many: 1000)

    subscript(users: RoundsOperation.Users) -> Int {
        switch users {
        case .usual: usual
        case .few: few
        case .many: many
        }
    }
}
