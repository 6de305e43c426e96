// SPDX-License-Identifier: Apache-2.0

import Foundation
import Thumbturn
import ThumbturnUI  // empty where there is no SwiftUI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks about an app's session before anybody has signed in, and sends a request in a way of the app's own.
///
/// On Linux, the package's doubles of Apple's frameworks stand in for the device, whose keychain is in memory and
/// empty. On a Mac, the keychain that keeps sessions opens for apps, and refuses a program without their entitlements.
@main
struct AppSession {
    static func main() async throws {
        var options = PasskeyClient.Options()
        options.transport = ClosedServer()
        let client = PasskeyClient(domain: "auth.example.com", clientID: "notes", options: options)

        for await state in client.sessionStates {
            guard state == .signedOut(.notSignedIn) else { throw Surprise(what: "the first state is \(state)") }
            print("the session's first state is that nobody has signed in")
            break
        }

        guard try await client.user() == nil else { throw Surprise(what: "there is a user") }
        print("there is no user")

        do {
            throw Surprise(what: "there is an access token: \(try await client.accessToken())")
        } catch PasskeyError.notSignedIn {
            print("there is no access token: \(PasskeyError.notSignedIn.message)")
        }

        do {
            throw Surprise(what: "somebody has signed in: \(try await client.signIn().user)")
        } catch PasskeyError.server(_, let message, _) {
            print("nobody can sign in, because the server says: \(message)")
        }
    }
}

/// Answers from memory, as a server that is closed for an update.
struct ClosedServer: HTTPTransport {
    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 503, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badURL) }
        return (Data(#"{"error": "temporarily_unavailable", "error_description": "Back at noon."}"#.utf8), response)
    }
}

struct Surprise: Error {
    let what: String
}
