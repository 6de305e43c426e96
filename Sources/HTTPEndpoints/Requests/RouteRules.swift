// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import RateLimiting

/// The rules by which the pipeline treats a route. There is no default: each route says them.
struct RouteRules: Sendable {
    /// The limit of addresses.
    var limit = RateLimits.Kind.anything
    /// Whether pages of other origins may call it.
    var isCrossOrigin = false
    /// Whether it waits for a first RSA key that is still being generated.
    var needsAllKeys = false

    fileprivate init() {}

    fileprivate static let ordinary = RouteRules()

    fileprivate static func counted(as limit: RateLimits.Kind) -> RouteRules {
        var rules = RouteRules()
        rules.limit = limit
        return rules
    }

    fileprivate var fromOtherOrigins: RouteRules {
        var rules = self
        rules.isCrossOrigin = true
        return rules
    }

    fileprivate var withAllKeys: RouteRules {
        var rules = self
        rules.needsAllKeys = true
        return rules
    }
}

extension Route {
    var rules: RouteRules {
        switch self {
        case .passkeyRegister, .passkeyChallenge, .passkeyReport: .counted(as: .ceremonyStart).fromOtherOrigins
        case .token: .counted(as: .token).fromOtherOrigins.withAllKeys
        case .revocation: .counted(as: .token).fromOtherOrigins
        case .pushedAuthorization: .counted(as: .token)
        case .deviceAuthorization: .counted(as: .deviceStart)
        case .userInfo, .ownAccount, .authenticationMethods, .authenticationMethod, .authenticationMethodVerification,
            .factors:
            .ordinary.fromOtherOrigins
        case .keys: .ordinary.withAllKeys
        case .signInChallenge, .signInPasskey, .signUp, .signUpChallenge, .signUpPasskey, .offeredPasskey,
            .offeredPasskeyChallenge, .accountPasskeyChallenge, .accountPasskeys, .accountDeletionChallenge,
            .accountDeletionPasskey, .invitationContents,
            .invitationChallenge, .invitationVerification, .setupChallenge, .setupPasskey, .registrationOptions,
            .registrationVerification, .authenticationOptions, .authenticationVerification, .passkeyCheck:
            .counted(as: .ceremonyStart)
        case .home, .authorization, .discovery, .signIn, .accountSelection, .continuation, .offeredPasskeySkip,
            .signUpSkip, .signUpProfile, .consent, .device, .deviceConfirmation, .account, .accountProfile,
            .accountPasskeyRename, .accountPasskeyRemoval, .accountSessionRemoval, .accountConsentRemoval,
            .accountDeviceRemoval, .accountDeletion, .accountKeeping, .accountSignOut, .logout, .compatibleLogout,
            .asset, .sdkFile, .demo, .demoFile,
            .setup, .invitation, .appleAssociation, .appleAssociationAtRoot, .androidAssociation, .relatedOrigins,
            .passkeyEndpoints, .ownPasskeys, .ownPasskey, .ownSignOut, .description, .liveness, .readiness:
            .ordinary
        }
    }
}
