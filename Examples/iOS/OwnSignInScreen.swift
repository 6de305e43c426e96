// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Thumbturn
import ThumbturnUI

/// A sign-in of your own, in place of `PasskeySignInView`: a field with AutoFill and two buttons.
struct OwnSignInScreen: View {
    let client: PasskeyClient

    @State private var email = ""
    @State private var user: User?

    var body: some View {
        Form {
            TextField("Email", text: $email)
                .textContentType(.username)
                .passkeyAutoFill(client) { result in user = result.user }
            PasskeyButton(client) { result in user = result.user }
            PasskeyButton(client, signingUp: NewUser(email: email)) { result in user = result.user }
        }
    }
}
