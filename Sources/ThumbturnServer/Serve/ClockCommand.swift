// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import OpenIDProvider
import WireFormats

/// `thumbturn clock`.
enum ClockCommand {
    static let command = Command(
        name: "clock", summary: "shows the server's time and confirms the machine's clock",
        description: """
            A running server notices when the machine's clock jumps. It then ignores the jump and keeps expired data until the
            new time has lasted for an hour or is accepted. It never trusts a jump back by more than five minutes by itself.
            """,
        examples: ["thumbturn clock show"],
        subcommands: [
            command(
                "show", "shows the machine's clock and the latest time that the server has trusted",
                description: "Shows the machine's clock and the latest time that the server has trusted."
            ) { storage, _, record, console throws(CommandFailure) in show(record, console: console) },
            command(
                "accept", "confirms that the machine's clock is right",
                description: """
                    Confirms that the machine's clock is right. Check it first, for example with timedatectl.

                    Accepting a jump back by more than five minutes voids all invitations and unfinished ceremonies, because some
                    may have been used, and needs the master key.
                    """
            ) { storage, settings, record, console throws(CommandFailure) in
                try await accept(after: record, storage: storage, settings: settings, console: console)
            },
        ])

    private static func command(
        _ verb: String, _ summary: String, description: String,
        body:
            @escaping @Sendable (any Storage, ServerSettings, ClockRecord?, Console)
            async throws(CommandFailure) -> Void
    ) -> Command {
        Command(
            name: "clock \(verb)", summary: summary,
            description: "\(description)\n\nExits with 0 on success, 1 on failure, 2 if the command line is invalid.",
            options: ServerSettings.options("url", "data", "database"), examples: ["thumbturn clock \(verb)"]
        ) { arguments, console throws(CommandFailure) in
            guard arguments.operands.isEmpty else {
                throw .malformed("clock \(verb) takes only options. See thumbturn help clock \(verb).")
            }
            let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
            try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
                let record = try await CommandFailure.mapFailure(to: "The clock can't be read") {
                    try await storage.read { try $0.clock.find() }
                }
                try await body(storage, settings, record, console)
            }
            return .success
        }
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
                event.attribute(to: .command("clock accept"))
                try transaction.events.insert(event)
            }
        }
        console.print("Accepted \(time). A running server picks this up within seconds.")
        if isFarBack { console.print("Invitations sent before are no longer valid.") }
    }
}
