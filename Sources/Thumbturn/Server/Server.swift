// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation
import WireFormats

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The server, as the client sends requests to it.
struct Server: Sendable {
    /// Why there is no answer.
    enum Failure: Error {
        /// The task was canceled.
        case canceled
        case network
        /// The key can't sign the proof.
        case keyUnusable
        /// Whatever answers is not the server: its certificate is refused, by the system or by the application's own
        /// transport.
        case untrusted
        /// An error that a test wants to see.
        case ordered(PasskeyError)
        case problem(ProblemAnswer)
        case unexpected
    }

    let url: String
    let transport: any HTTPTransport

    /// Sends a request. With a key, it proves that it holds the key, and repeats the request if the server wants its
    /// own nonce in the proof.
    func send<Answer>(
        _ request: APIRequest<Answer>, token: AccessToken? = nil, provingWith key: ProofKey? = nil
    ) async throws(Failure) -> Answer {
        var response = try await response(to: request, token: token, key: key)
        if let key, let nonce = await key.learnNonce(from: response, to: url, token: token?.text) {
            response = try await self.response(to: request, token: token, key: key, nonce: nonce)
        }
        do throws(APIFailure) {
            return try request.answer(in: response)
        } catch .problem(let problem) {
            throw .problem(problem)
        } catch {
            throw .unexpected
        }
    }

    private func response<Answer>(
        to request: APIRequest<Answer>, token: AccessToken?, key: ProofKey?, nonce: String? = nil
    ) async throws(Failure) -> APIResponse {
        guard let address = URL(string: url + request.path) else { throw .unexpected }
        var message = URLRequest(url: address)
        message.httpMethod = request.method
        message.setValue("application/json", forHTTPHeaderField: "Accept")
        if let body = request.body {
            message.httpBody = Data(JSONValue.object(body).serialized())
            message.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        do {
            try await message.authorize(with: token, provingWith: key, nonce: nonce)
        } catch {
            throw .keyUnusable
        }
        do {
            let (data, response) = try await transport.send(message)
            return APIResponse(response, body: data)
        } catch let failure as FakeServer.Ordered {
            throw .ordered(failure.error)
        } catch {
            throw Failure(error)
        }
    }
}

extension Server.Failure {
    /// Translates an error of a transport.
    init(_ error: any Error) {
        let code = (error as? URLError)?.code
        if Task.isCancelled || error is CancellationError || code == .cancelled {
            self = .canceled
        } else if let code {
            self = Self.refusals.contains(code) ? .untrusted : .network
        } else {
            self = [NSURLErrorDomain, NSPOSIXErrorDomain].contains((error as NSError).domain) ? .network : .untrusted
        }
    }

    private static let refusals: Set<URLError.Code> = [
        .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
        .serverCertificateNotYetValid, .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired,
        .appTransportSecurityRequiresSecureConnection,
    ]
}

extension URLRequest {
    /// Adds the token, and a proof of the key that the token belongs to.
    mutating func authorize(with token: AccessToken?, provingWith key: ProofKey?, nonce: String? = nil) async throws {
        if let token { setValue("\(token.type) \(token.text)", forHTTPHeaderField: "Authorization") }
        guard let key, let url else { return }
        let proof = try await key.proof(
            method: httpMethod ?? "GET", url: url.absoluteString, token: token?.text, nonce: nonce)
        setValue(proof, forHTTPHeaderField: "DPoP")
    }
}

extension APIResponse {
    init(_ response: HTTPURLResponse, body: Data) {
        let headers = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { (name: $0, value: "\(value)") }
        }
        self.init(status: response.statusCode, headers: headers, body: [UInt8](body))
    }
}

extension PasskeyError {
    init(_ failure: Server.Failure) {
        switch failure {
        case .canceled: self = .canceled
        case .network: self = .network
        case .keyUnusable: self = .notSupported
        case .ordered(let error): self = error
        case .unexpected, .untrusted: self = .unexpectedResponse
        case .problem(let problem): self.init(problem)
        }
    }
}
