// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import WireFormats

/// `thumbturn clock`.
enum ClockCommand {
    static let command = Command(
        name: "clock", summary: "shows the server's time and confirms the machine's clock",
        synopsis: "thumbturn clock show|accept [OPTION…]",
        description: """
            show    shows the machine's clock and the latest time that the server has trusted
            accept  confirms that the machine's clock is right

            A running server notices when the machine's clock jumps. It then ignores the jump and keeps expired data until the
            new time has lasted for an hour or is accepted. It never trusts a jump back by more than five minutes by itself.
            Accepting such a jump voids all invitations and unfinished ceremonies, because some may have been used, and needs
            the master key.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: ServerSettings.options("url", "data", "database"), run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let verb = try Verb.read(arguments, of: "clock", among: ["show", "accept"])
        guard arguments.operands.count == 1 else {
            throw .malformed("clock \(verb) takes no further arguments. See thumbturn help clock.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        try await StorageSelection.withExisting(settings) { storage throws(CommandFailure) in
            let record = try await CommandFailure.mapFailure(to: "The clock can't be read") {
                try await storage.read { try $0.clock.find() }
            }
            if verb == "accept" {
                try await accept(after: record, storage: storage, settings: settings, console: console)
            } else {
                show(record, console: console)
            }
        }
        return .success
    }

    private static func show(_ record: ClockRecord?, console: Console) {
        console.print("machine   \(Timestamp.now())")
        console.print("trusted   \(record?.floor.description ?? "none yet")")
    }

    private static func accept(
        after record: ClockRecord?, storage: any Storage, settings: ServerSettings, console: Console
    ) async throws(CommandFailure) {
        let time = Timestamp.now()
        let step = time.secondsSince1970 - (record?.floor ?? time).secondsSince1970
        // Records that expired in between may have been removed, and their tokens would be valid again.
        let isFarBack = step < -ExpiryClock.grace
        let master = isFarBack ? try MasterKeyFile.load(settings, mayCreate: false) : nil
        let hosts = isFarBack ? try await HostSelection(storage: storage, settings: settings).all() : []
        try await CommandFailure.mapFailure(to: "The clock was not accepted") {
            let ring = master.map { KeyRing(master: $0, storage: storage) }
            try await storage.withTransaction { transaction in
                try ring?.startEpochs(hosts: hosts, in: transaction, at: time)
                try transaction.clock.accept(time)
                var event = AuditEvent(.clockAccepted, at: time)
                event.details = ["seconds": .number(JSONNumber(step))]
                event.attributeToOperator(command: "clock accept")
                try transaction.events.insert(event)
            }
        }
        console.print("Accepted \(time). A running server picks this up within seconds.")
        if isFarBack { console.print("Invitations sent before are no longer valid.") }
    }
}
