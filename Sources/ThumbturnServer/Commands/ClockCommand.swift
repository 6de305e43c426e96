// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import WireFormats

/// `thumbturn clock`.
enum ClockCommand {
    static let command = Command(
        name: "clock", summary: "shows what the server believes of the time, and corrects it",
        synopsis: "thumbturn clock show|accept [OPTION…]",
        description: """
            show    shows the machine's clock and the latest time that the server has believed
            accept  says that the machine's clock is right

            A server that runs notices when the machine's clock jumps. It then goes on as if that had not happened, and
            removes nothing that has expired, until the jump has stood for an hour or is accepted. A jump back by more than
            five minutes is never believed by itself. To accept one makes all invitations and all ceremonies that are under
            way useless, for some of them may have been used; it needs the master key.

            Ends with 0 if it is done, 1 if it can't be, 2 if the command line is wrong.
            """,
        options: ServerSettings.options("url", "data", "database"), run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let verb = try Verb.read(arguments, of: "clock", among: ["show", "accept"])
        guard arguments.operands.count == 1 else {
            throw .malformed("clock \(verb) takes no further words. See thumbturn help clock.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        try await StorageSelection.withExisting(settings) { storage throws(CommandFailure) in
            let record = try await CommandFailure.telling("The clock can't be read") {
                try await storage.read { try $0.clock.find() }
            }
            if verb == "accept" {
                try await accept(after: record, storage, settings, console)
            } else {
                show(record, console)
            }
        }
        return .success
    }

    private static func show(_ record: ClockRecord?, _ console: Console) {
        console.line("machine   \(Timestamp.now())")
        console.line("believed  \(record?.floor.description ?? "never yet")")
    }

    private static func accept(
        after record: ClockRecord?, _ storage: any Storage, _ settings: ServerSettings, _ console: Console
    ) async throws(CommandFailure) {
        let time = Timestamp.now()
        let step = time.secondsSince1970 - (record?.floor ?? time).secondsSince1970
        // What expired in between may have been removed, and would be as good as new.
        let isFarBack = step < -ExpiryClock.grace
        let master = isFarBack ? try MasterKeyFile.load(settings, mayCreate: false) : nil
        let hosts = isFarBack ? try await HostSelection(storage, settings).all() : []
        try await CommandFailure.telling("Nothing was changed") {
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
        console.line("It is \(time). A server that runs takes that up by itself.")
        if isFarBack { console.line("Invitations that were sent before are of no use any more.") }
    }
}
