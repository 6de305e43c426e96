// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Lists audit events, newest first.
package struct EventListing: Sendable {
    package struct Page: Sendable {
        package let events: [AuditEvent]
        /// Whether there are older events.
        package let isContinued: Bool
    }

    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(
        _ filter: EventFilter, limit: Int
    ) async throws(AdministrationFailure) -> Page {
        let events = try await server.read { try $0.events.list(filter, limit: limit + 1) }
        return Page(events: Array(events.prefix(limit)), isContinued: events.count > limit)
    }
}
