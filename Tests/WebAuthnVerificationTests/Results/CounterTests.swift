// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct CounterTests {
    // The authenticator's counter is 1 at the registration and 2 at the authentication.

    @Test func `a counter that increased is reported with its new value`() throws {
        let verified = try AuthenticationScenario(profile: .legacyDeviceBound).run().get()
        #expect(verified.counter == .advanced)
        #expect(verified.signCount == 2)
    }

    @Test func `a counter that increased from zero is reported as advanced`() throws {
        let scenario = AuthenticationScenario(profile: .legacyDeviceBound).with { $0.editRecord = { $0.signCount = 0 } }
        #expect(try scenario.run().get().counter == .advanced)
    }

    @Test func `an authenticator without a counter is accepted`() throws {
        #expect(try AuthenticationScenario().run().get().counter == .unused)
    }

    @Test func `an unchanged counter is rejected`() throws {
        let scenario = AuthenticationScenario(profile: .legacyDeviceBound).with { $0.editRecord = { $0.signCount = 2 } }
        #expect(try scenario.code() == "authentication.counter-regressed")
    }

    @Test func `a counter that decreased is rejected with both values`() throws {
        let scenario = AuthenticationScenario(profile: .legacyDeviceBound).with { $0.editRecord = { $0.signCount = 9 } }
        guard case .failure(.counterRegressed(let stored, let received)) = try scenario.run() else {
            throw Unexpected.acceptance
        }
        #expect([stored, received] == [9, 2])
    }

    @Test func `a counter that returned to zero is rejected`() throws {
        let scenario = AuthenticationScenario().with { $0.editRecord = { $0.signCount = 1 } }
        #expect(try scenario.code() == "authentication.counter-regressed")
    }

    @Test func `a policy can report a regression instead of rejecting it`() throws {
        let scenario = AuthenticationScenario(profile: .legacyDeviceBound).with {
            $0.editRecord = { $0.signCount = 9 }
            $0.pending.counterPolicy = .reportRegression
        }
        #expect(try scenario.run().get().counter == .regressed)
    }

    @Test func `the signature is verified before the counter`() throws {
        let scenario = AuthenticationScenario(profile: .legacyDeviceBound).with {
            $0.editRecord = { $0.signCount = 9 }
            $0.mutation = .flipSignatureBit
        }
        #expect(try scenario.code() == "authentication.signature-invalid")
    }
}
