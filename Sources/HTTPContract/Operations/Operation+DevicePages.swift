// SPDX-License-Identifier: Apache-2.0

extension Operation {
    /// The pages on which users connect devices.
    static let devicePages: [Operation] = [
        page(.device, id: "devicePage", summary: "Returns the page for the code that a device shows"),
        form(.device, taking: UserCodeBody.self, id: "submitUserCode", summary: "Continues with the code of a device"),
        page(
            .deviceConfirmation, id: "deviceConfirmationPage", summary: "Returns the page with what a device asks for"),
        form(
            .deviceConfirmation, taking: DeviceDecisionBody.self, id: "decideDevice",
            summary: "Stores the user's decision about a device"),
    ]

    /// The offer of a passkey on this device, after a sign-in with another one.
    static let offeredPasskey: [Operation] = [
        page(
            .offeredPasskey, id: "offeredPasskeyPage", summary: "Returns the page that offers a passkey on this device"),
        script(
            .offeredPasskeyChallenge, taking: OfferedPasskeyBody.self, id: "beginOfferedPasskey",
            summary: "Begins the registration of the offered passkey", body: .startedCeremony),
        script(
            .offeredPasskey, taking: PageCeremonyBody.self, id: "finishOfferedPasskey",
            summary: "Finishes the registration of the offered passkey", body: .signaledLocation),
        form(
            .offeredPasskeySkip, taking: TransactionBody.self, id: "skipOfferedPasskey",
            summary: "Continues without a passkey on this device"),
    ]
}
