// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import WireFormats

/// A code that a user of a crash trial has asked for, at an address of its own.
final class TrackedCode {
    /// What a code is asked for.
    enum Purpose {
        /// A new account, which gets tokens.
        case signUp
        /// The user's account gets the address.
        case address
    }

    enum Use: Equatable {
        case none
        /// It was entered, and there was no response.
        case unknown
        case accepted
        /// It was entered without a response, and rejected later: it had been accepted, or no longer could be.
        case rejected
    }

    let purpose: Purpose
    let address: String
    /// The session in which it is entered; `nil` if the request got no response.
    var session: String?
    var use = Use.none

    init(_ purpose: Purpose, address: String) {
        self.purpose = purpose
        self.address = address
    }

    /// The code in a mail that has arrived.
    func delivered(to relay: TestMailServer) -> String? {
        let mail = relay.deliveries.first { $0.recipient == address }?.message
        let lines = mail?.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        return lines.first { $0.utf8.count == 6 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}

/// What users do with codes.
extension TrackedUser {
    private static let grant = HarnessConfiguration.codeGrant

    private func begin(_ code: TrackedCode) throws -> WireResponse {
        switch code.purpose {
        case .signUp:
            try testClient.post(
                "/otp/challenge",
                members: [
                    "client_id": .string(HarnessConfiguration.native), "connection": "People",
                    "email": .string(code.address), "allow_signup": true,
                ])
        case .address:
            try testClient.sendAuthorized(
                WireRequest(
                    "POST", path: "/me/v1/authentication-methods",
                    json: ["type": "email", "email": .string(code.address)]))
        }
    }

    private func enter(_ text: String, of code: TrackedCode) throws -> WireResponse {
        let session = JSONValue.string(code.session ?? "")
        return switch code.purpose {
        case .signUp:
            try testClient.post(
                "/oauth/token",
                members: [
                    "grant_type": .string(Self.grant), "client_id": .string(HarnessConfiguration.native),
                    "auth_session": session, "otp": .string(text),
                ])
        case .address:
            try testClient.sendAuthorized(
                WireRequest(
                    "POST", path: "/me/v1/authentication-methods/email%7Cnew/verify",
                    json: ["auth_session": session, "otp_code": .string(text)]))
        }
    }

    func askForCode(_ purpose: TrackedCode.Purpose) throws {
        // An account has one address, and a proven one is changed with a passkey.
        guard purpose == .signUp || !codes.contains(where: { $0.purpose == .address }) else { return }
        let code = TrackedCode(purpose, address: "code-\(codes.count)-\(address)")
        codes.append(code)
        let response = try begin(code)
        if response.needsConfirmation {
            codes.removeLast()
            return
        }
        guard [200, 202].contains(response.status), let session = response.text("auth_session") else {
            throw Contradiction("no code can be asked for: \(response)", by: self)
        }
        code.session = session
    }

    /// Enters a code that has arrived.
    func enterCode(using randomness: inout SeededGenerator) throws {
        let open = codes.filter { $0.session != nil && $0.use == .none }
        guard let code = open.randomElement(using: &randomness), let text = code.delivered(to: relay) else { return }
        code.use = .unknown
        let response = try enter(text, of: code)
        // The ladder: the user has signed in with a passkey since that was just added. The same goes for asking.
        if response.needsConfirmation {
            code.use = .none
            return
        }
        guard response.isSuccess else { throw Contradiction("a code is rejected: \(response)", by: self) }
        code.use = .accepted
    }

    /// Enters codes again: an accepted one is rejected, and one without a response is accepted once at most.
    func auditCodes() throws {
        for code in codes where code.use != .none {
            guard let text = code.delivered(to: relay) else { continue }
            if code.use == .unknown { code.use = try enter(text, of: code).isSuccess ? .accepted : .rejected }
            if code.use == .accepted {
                let response = try enter(text, of: code)
                guard !response.isSuccess else {
                    throw Contradiction("a code is accepted twice: \(response)", by: self)
                }
                if code.purpose == .address { try requireAddress(code.address) }
            }
        }
    }

    private func requireAddress(_ address: String) throws {
        let response = try testClient.userInfo()
        guard response.text("email") == address else {
            throw Contradiction("the change to \(address) was lost: \(response)", by: self)
        }
    }

    /// Enters each code that was answered for, once all mail has arrived.
    func auditOpenCodes() throws {
        for code in codes where code.session != nil && code.use == .none {
            guard let text = code.delivered(to: relay) else {
                throw Contradiction("the code for \(code.address) was not sent", by: self)
            }
            let response = try enter(text, of: code)
            if response.needsConfirmation { continue }
            guard response.isSuccess else {
                throw Contradiction("the code for \(code.address) is rejected: \(response)", by: self)
            }
            code.use = .accepted
        }
        try auditCodes()
    }
}

extension WireResponse {
    fileprivate var isSuccess: Bool { [200, 201].contains(status) }
    fileprivate var needsConfirmation: Bool { code == "sign-in.confirmation-required" }
}
