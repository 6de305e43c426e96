// SPDX-License-Identifier: Apache-2.0

import ClientContract
import CommandLine
import Configuration
import Dispatch
import IdentityModel
import WireFormats

/// What a name and a password that don't sign in may be. To whoever sends them, all are the same.
enum PasswordCase: String, CaseIterable, CustomStringConvertible {
    /// What the others are compared with.
    case wrong = "a wrong password"
    case unknown = "an unknown name"
    case withoutPassword = "an account without a password"
    case disabled = "a password that is switched off"
    case blocked = "a blocked account"

    var description: String { rawValue }
}

/// Sends passwords to the token endpoint, for each case as many, in random order. Hashes are of the default cost, which
/// is what would tell the cases apart if one had none.
struct PasswordProbe {
    /// The number of names of each case.
    private let count: Int
    /// The number of the first user. Those before are others.
    private let first: Int

    init(_ count: Int, after first: Int) {
        self.count = count
        self.first = first
    }

    /// The number of users that it needs, with those before.
    var users: Int { first + count * PasswordCase.allCases.count }

    /// Makes the accounts what their cases say.
    func prepare(_ storage: any Storage) async throws(CommandFailure) {
        try await CommandFailure.mapFailure(to: "The accounts can't be prepared") {
            try await storage.withTransaction { transaction in
                for (user, kind) in subjects {
                    switch kind {
                    case .wrong, .unknown: continue
                    case .withoutPassword: try transaction.passwords.remove(of: user.id)
                    case .disabled: try transaction.passwords.setDisabled(by: .user, of: user.id)
                    case .blocked: try transaction.users.apply(.blocked(true), to: user.id, at: .now())
                    }
                }
            }
        }
    }

    /// Returns what was answered in each case, compared with a wrong password.
    func compare(at server: MeasuredServer) throws(CommandFailure) -> [(PasswordCase, EnumerationComparison)] {
        var comparisons = PasswordCase.allCases.filter { $0 != .wrong }.map {
            ($0, EnumerationComparison(of: "\($0)", expecting: 403))
        }
        do throws(BenchFailure) {
            let connection = try BenchConnection(port: server.port, isVersion6: server.isVersion6)
            for (index, (user, kind)) in subjects.shuffled().enumerated() {
                let request = Self.request(about: user, kind, to: server.url)
                let start = DispatchTime.now().uptimeNanoseconds
                let response = try connection.exchange(request)
                let time = Double(DispatchTime.now().uptimeNanoseconds - start)
                guard let body = try? JSONReader.read(response.body) else { throw .responseMalformed }
                for place in comparisons.indices where [.wrong, comparisons[place].0].contains(kind) {
                    // The first responses warm caches up.
                    comparisons[place].1.add(
                        status: response.status, fields: response.fieldNames, body: body,
                        time: index < count / 2 ? nil : time, isSubject: kind != .wrong)
                }
            }
        } catch {
            throw .failed("The password grant can't be asked: \(error).")
        }
        return comparisons
    }

    private var subjects: [(BenchUser, PasswordCase)] {
        PasswordCase.allCases.enumerated().flatMap { index, kind in
            (0..<count).map { (BenchUser(number: first + index * count + $0), kind) }
        }
    }

    /// Names that nobody has are as long as the others.
    private static func request(about user: BenchUser, _ kind: PasswordCase, to url: WebOrigin) -> [UInt8] {
        let name = kind == .unknown ? "none" + user.email.dropFirst(4) : user.email
        // Of an account whose password is switched off, the right one must not stand out either.
        let password = kind == .disabled ? BenchUser.password : String(BenchUser.password.reversed())
        let body = TokenBody(
            client: ClientParameters(id: DefaultConfiguration.webClient), grantType: GrantType.password.rawValue,
            username: name, password: password)
        let bytes = JSONValue.object(body.json).serialized()
        let head = """
            POST /oauth/token HTTP/1.1\r\nHost: \(url.hostField)\r\nContent-Type: application/json\r\n\
            Content-Length: \(bytes.count)\r\n\r\n
            """
        return Array(head.utf8) + bytes
    }
}
