// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Counters")
struct CounterTests {
    // The authenticator is at 1 after its registration, and at 2 when it signs in.

    @Test("a counter that grew is reported, with its new value")
    func advanced() throws {
        let verified = try AuthenticationTrial(profile: .legacyDeviceBound).run().get()
        #expect(verified.counter == .advanced)
        #expect(verified.signCount == 2)
    }

    @Test("a counter that starts to count has grown")
    func started() throws {
        let trial = AuthenticationTrial(profile: .legacyDeviceBound).with { $0.editRecord = { $0.signCount = 0 } }
        #expect(try trial.run().get().counter == .advanced)
    }

    @Test("an authenticator that does not count is accepted")
    func unused() throws {
        #expect(try AuthenticationTrial().run().get().counter == .unused)
    }

    @Test("a counter that stood still is refused")
    func equal() throws {
        let trial = AuthenticationTrial(profile: .legacyDeviceBound).with { $0.editRecord = { $0.signCount = 2 } }
        #expect(try trial.code() == "authentication.counter-regressed")
    }

    @Test("a counter that went back is refused, with both values")
    func regressed() throws {
        let trial = AuthenticationTrial(profile: .legacyDeviceBound).with { $0.editRecord = { $0.signCount = 9 } }
        guard case .failure(.counterRegressed(let stored, let received)) = try trial.run() else {
            throw Unexpected.acceptance
        }
        #expect([stored, received] == [9, 2])
    }

    @Test("an authenticator that stops counting is refused")
    func stopped() throws {
        let trial = AuthenticationTrial().with { $0.editRecord = { $0.signCount = 1 } }
        #expect(try trial.code() == "authentication.counter-regressed")
    }

    @Test("a policy can have a regression reported instead")
    func reported() throws {
        let trial = AuthenticationTrial(profile: .legacyDeviceBound).with {
            $0.editRecord = { $0.signCount = 9 }
            $0.pending.counterPolicy = .reportRegression
        }
        #expect(try trial.run().get().counter == .regressed)
    }

    @Test("the signature is judged before the counter")
    func signatureFirst() throws {
        let trial = AuthenticationTrial(profile: .legacyDeviceBound).with {
            $0.editRecord = { $0.signCount = 9 }
            $0.mutation = .flipSignatureBit
        }
        #expect(try trial.code() == "authentication.signature-invalid")
    }
}
