// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThumbturnServer

struct FindingTests {
    @Test func `what a shell would run stands in quotes in a remedy`() {
        let finding = Finding(
            .signingKeyDamaged, at: "x", with: ["key": "x; touch /tmp/y", "data": "/it's"])
        #expect(finding.remedy == #"thumbturn keys revoke --data '/it'\''s' -- 'x; touch /tmp/y'"#)
    }

    @Test func `a value is not read for the names of others`() {
        let values = ["url": "https://example.com", "target": "{file}", "file": "secret"]
        #expect(Finding(.associationRedirected, at: "x", with: values).cause.contains("redirects to {file},"))
    }
}
