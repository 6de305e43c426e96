// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Testing
import WireFormats

struct AuditEventTests {
    @Test func `a command is an operator's only if an operator acted`() {
        var event = AuditEvent(.userBlocked, at: Timestamp(secondsSince1970: 0))
        event.attribute(to: .command("users block"))
        #expect(event.operatorCommand == "users block")
        event.details["actor"] = "somebody"
        #expect(event.operatorCommand == nil)
    }
}
