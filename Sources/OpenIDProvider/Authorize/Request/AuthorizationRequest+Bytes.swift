// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The sealed form of a request. Each page opens one.
extension AuthorizationRequest {
    /// The optional members, by their numbers.
    private enum Member: UInt8 {
        case scope = 0
        case audience = 1
        case nonce = 2
        case challenge = 3
        case prompts = 4
        case maximumAge = 5
        case loginHint = 6
        case hintedUser = 7
        case contextClasses = 8
        case claims = 9
        case locales = 10
        case display = 11
        case signUp = 12
        case connection = 13
        case organization = 14
        case boundKey = 15
        case state = 16
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        for text in [client, target.redirectURI, target.mode.rawValue, target.issuer] { bytes.append(field: text.utf8) }
        bytes.append(target.state, as: Member.state)
        bytes.append(scope, as: Member.scope)
        bytes.append(audience, as: Member.audience)
        bytes.append(nonce, as: Member.nonce)
        bytes.append(challenge, as: Member.challenge)
        bytes.append(prompts.map(\.rawValue).sorted(), as: Member.prompts)
        bytes.append(maximumAge.map { String($0) }, as: Member.maximumAge)
        bytes.append(loginHint, as: Member.loginHint)
        bytes.append(hintedUser?.rawValue, as: Member.hintedUser)
        bytes.append(contextClasses, as: Member.contextClasses)
        if !claims.isEmpty {
            bytes.append(String(decoding: JSONValue.object(claims.json).serialized(), as: UTF8.self), as: Member.claims)
        }
        bytes.append(locales, as: Member.locales)
        bytes.append(display == .page ? nil : display.rawValue, as: Member.display)
        bytes.append(isSignUpPreferred ? "" : nil, as: Member.signUp)
        bytes.append(connection, as: Member.connection)
        bytes.append(organization, as: Member.organization)
        bytes.append(boundKey.map(Base64URL.encode), as: Member.boundKey)
        return bytes
    }

    /// Reads ``bytes``. Returns `nil` for anything else.
    package init?(bytes: ArraySlice<UInt8>) {
        var fields = ByteReader(bytes)
        guard let client = fields.readText(), let redirectURI = fields.readText(),
            let mode = fields.readText().flatMap(ResponseMode.init), let issuer = fields.readText()
        else { return nil }
        self.init(client: client, target: ResponseTarget(redirectURI: redirectURI, mode: mode, issuer: issuer))
        while !fields.isAtEnd {
            guard let member = (try? fields.readUInt8()).flatMap(Member.init), let field = fields.readField(),
                read(field, of: member)
            else { return nil }
        }
    }

    /// Reads an optional member. Returns whether it is well-formed.
    private mutating func read(_ field: ArraySlice<UInt8>, of member: Member) -> Bool {
        var text: String { String(decoding: field, as: UTF8.self) }
        switch member {
        case .state: target.state = text
        case .audience: audience = text
        case .nonce: nonce = text
        case .challenge: challenge = text
        case .maximumAge: maximumAge = Int64(text)
        case .loginHint: loginHint = text
        case .hintedUser: hintedUser = UserID(rawValue: text)
        case .display: display = Display(rawValue: text) ?? .page
        case .signUp: isSignUpPreferred = true
        case .connection: connection = text
        case .organization: organization = text
        case .boundKey: boundKey = Base64URL.decode(text)
        case .scope, .prompts, .contextClasses, .locales: return readList(field, of: member)
        case .claims:
            guard let claims = (try? JSONReader.read(Array(field)))?.objectValue.flatMap(ClaimsRequest.init(json:))
            else { return false }
            self.claims = claims
        }
        return true
    }

    private mutating func readList(_ field: ArraySlice<UInt8>, of member: Member) -> Bool {
        var fields = ByteReader(field)
        guard let list = fields.readTexts() else { return false }
        switch member {
        case .prompts: prompts = Set(list.compactMap(Prompt.init))
        case .contextClasses: contextClasses = list
        case .locales: locales = list
        default: scope = list
        }
        return true
    }
}
