// SPDX-License-Identifier: Apache-2.0

import ClientContract

/// Keeps an old list of passkeys from reaching the device: a password manager removes what is not in it, and would
/// remove the passkey that is just being created.
actor SignalOrder {
    /// The time at which a list was asked for, counted in registrations.
    typealias Mark = Int

    private var mark: Mark = 0
    private var registrations = 0
    private var signals = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// To be remembered before a list is asked for.
    var now: Mark { mark }

    /// Sends what the server says, unless a registration has begun since then.
    func send(_ signal: SignalAnswer, since mark: Mark) async {
        guard registrations == 0, self.mark == mark else { return }
        signals += 1
        await DeviceSignals.send(signal)
        signals -= 1
        guard signals == 0 else { return }
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Begins a registration: older lists are out of date, and one that is being sent comes first.
    func beginRegistration() async {
        mark += 1
        registrations += 1
        if signals > 0 { await withCheckedContinuation { waiting.append($0) } }
    }

    func endRegistration() {
        mark += 1
        registrations -= 1
    }
}
