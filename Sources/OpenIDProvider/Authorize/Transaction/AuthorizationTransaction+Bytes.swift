// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import WireFormats

/// The sealed form of a transaction: fields in a fixed order, then the optional members. Each page opens one.
extension AuthorizationTransaction {
    /// The optional members, by their numbers.
    fileprivate enum Member: UInt8 {
        case user = 0
        case authenticatedAt = 1
        case selectedAccount = 2
        case consented = 3
        case offeredPasskey = 4
        case pendingProfile = 5
        case identifier = 6
        case sessionSecret = 7
        case leavingAccount = 8
        case codes = 9
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: beganAt.secondsSince1970)
        bytes.append(bigEndian: expiresAt.secondsSince1970)
        bytes.append(field: browser)
        bytes.append(field: request.bytes)
        bytes.append(progress.user?.rawValue, as: Member.user)
        bytes.append((progress.authenticatedAt?.secondsSince1970).map { String($0) }, as: Member.authenticatedAt)
        bytes.append(progress.sessionSecret?.text, as: Member.sessionSecret)
        for (flag, member) in [
            (progress.hasSelectedAccount, Member.selectedAccount), (progress.hasConsented, .consented),
            (progress.isPasskeyOffered, .offeredPasskey), (progress.isProfilePending, .pendingProfile),
            (progress.isLeavingAccount, .leavingAccount),
        ] where flag {
            bytes.append("", as: member)
        }
        for kind in Identifier.Kind.allCases {
            guard let text = progress.identifiers[kind] else { continue }
            bytes.append([kind.rawValue, text], as: Member.identifier)
        }
        if !progress.codes.isEmpty {
            let json = JSONValue.object(progress.codes.json).serialized()
            bytes.append(String(decoding: json, as: UTF8.self), as: Member.codes)
        }
        return bytes
    }

    init?(bytes: [UInt8]) {
        var fields = ByteReader(bytes)
        guard let beganAt = fields.readTimestamp(), let expiresAt = fields.readTimestamp(),
            let browser = fields.readField(),
            let request = fields.readField().flatMap(AuthorizationRequest.init(bytes:))
        else { return nil }
        self.init(request: request, browser: Array(browser), beganAt: beganAt, expiresAt: expiresAt)
        while !fields.isAtEnd {
            guard let member = (try? fields.readUInt8()).flatMap(Member.init), let field = fields.readField(),
                progress.read(field, of: member)
            else { return nil }
        }
    }
}

extension AuthorizationProgress {
    /// Reads a member. Returns whether it is well-formed.
    fileprivate mutating func read(_ field: ArraySlice<UInt8>, of member: AuthorizationTransaction.Member) -> Bool {
        var text: String { String(decoding: field, as: UTF8.self) }
        switch member {
        case .user: user = UserID(rawValue: text)
        case .authenticatedAt: authenticatedAt = Int64(text).map(Timestamp.init(secondsSince1970:))
        case .selectedAccount: hasSelectedAccount = true
        case .consented: hasConsented = true
        case .offeredPasskey: isPasskeyOffered = true
        case .pendingProfile: isProfilePending = true
        case .leavingAccount: isLeavingAccount = true
        case .sessionSecret: sessionSecret = TimeOrderedSecret(text)
        case .codes:
            guard let json = (try? JSONReader.read(Array(field)))?.objectValue else { return false }
            codes = CodeProgress(json)
        case .identifier:
            var fields = ByteReader(field)
            guard let kind = fields.readText().flatMap(Identifier.Kind.init), let text = fields.readText() else {
                return false
            }
            identifiers[kind] = text
        }
        return true
    }
}
