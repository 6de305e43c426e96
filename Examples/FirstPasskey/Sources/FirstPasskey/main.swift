// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnFoundation

let site = RelyingParty(id: "example.org", origins: ["https://example.org"])
let browser = SoftwareAuthenticator()  // stands in for navigator.credentials

let user = CreationOptions.User(id: .random(), name: "ada@example.org", displayName: "Ada")
let (creation, registration) = site.beginRegistration(for: user)
let created = try browser.create(optionsJSON: creation.jsonBytes, origin: "https://example.org")
var passkey = try RegistrationVerification.verify(json: created, against: registration, at: .now())
    .storedCredential(owner: user.id)

let (request, authentication) = site.beginAuthentication()
let signed = try browser.get(optionsJSON: request.jsonBytes, origin: "https://example.org")
passkey.apply(try AuthenticationVerification.verify(json: signed, against: authentication, credential: passkey))
print("signed in to the account \(passkey.owner)")
