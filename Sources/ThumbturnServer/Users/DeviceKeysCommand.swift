// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import WireFormats

/// `thumbturn users device-keys`.
enum DeviceKeysCommand {
    private enum Verb: String {
        case list
        case remove
    }

    static let command = Command(
        name: "users device-keys", summary: "lists or removes the keys with which applications sign an account in",
        operands: "list USER | remove USER ID",
        description: """
            Lists the device keys of an account, or removes one, even if nothing else opens the account.

            A device key signs its user in to one application on one device. remove ends the sessions and refresh tokens that it
            opened. This server rejects access tokens for /me/ and /userinfo from before; other APIs accept them until they expire.
            To give the user a passkey, use thumbturn users invite.

            USER is an account ID, e-mail address, phone number or user name.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: [
            CommandOption(name: "--json", summary: "print one line of JSON for each device key"),
            CommandOption(
                name: "--connection", value: "NAME",
                summary: "the connection that USER belongs to, if several have such an account"),
        ] + ServerSettings.options("url", "data", "database"),
        examples: [
            "thumbturn users device-keys list ada@example.com",
            "thumbturn users device-keys remove ada@example.com 'device-key|…'",
        ], run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let operands = arguments.operands
        guard let verb = operands.first.flatMap(Verb.init), operands.count == (verb == .list ? 2 : 3) else {
            throw .malformed(
                "users device-keys takes list and one USER, or remove, one USER and the ID of a device key.",
                help: "users device-keys")
        }
        guard verb == .list || !arguments.contains("--json") else {
            throw .malformed("--json is for users device-keys list.", help: "users device-keys")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key", "mail"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let server =
                verb == .remove
                ? try .telling(storage: storage, settings: settings)
                : AdministeredServer(storage: storage, url: settings.url)
            let user = try await UserRequest.find(operands[1], arguments, at: server)
            let request = UserRequest(user: user, server: server, arguments: arguments, console: console)
            switch verb {
            case .list: try await request.listDeviceKeys()
            case .remove: try await request.removeDeviceKey(DeviceKey.ID(rawValue: operands[2]))
            }
        }
        return .success
    }
}

extension UserRequest {
    fileprivate func listDeviceKeys() async throws(CommandFailure) {
        let report = try await report()
        if arguments.contains("--json") {
            for key in report.deviceKeys { console.printJSON(report.json(of: key)) }
        } else if report.deviceKeys.isEmpty {
            console.print("No device keys.")
        } else {
            console.print(report.deviceKeyTable)
        }
    }

    fileprivate func removeDeviceKey(_ id: DeviceKey.ID) async throws(CommandFailure) {
        let ended = try await CommandFailure.mapFailure(to: "The device key was not removed") {
            try await DeviceKeyRemoval(server: server)(id, of: user.id, by: administrator)
        }
        console.print("The device key was removed. Sessions ended: \(ended).")
    }
}

extension AccountReport {
    var deviceKeyTable: TextTable {
        var table = TextTable("DEVICE KEY", "CLIENT", "CREATED", "LAST USED", "STATE", "ID")
        for key in deviceKeys {
            table.append(
                key.deviceName, key.client, key.createdAt.description, key.lastUsedAt?.description ?? "never",
                state(of: key), key.id.rawValue)
        }
        return table
    }

    private func state(of key: DeviceKey) -> String {
        [
            key.shape == .legacy ? "legacy" : nil,
            key.hasSettled(at: time) ? nil : key.unconfirmedUntil.map { "counts fully from \($0)" },
            replacement(of: key) == nil ? nil : "replaced by a passkey",
        ].compactMap(\.self).joined(separator: ", ")
    }

    func json(of key: DeviceKey) -> JSONObject {
        var json: JSONObject = [
            "id": .string(key.id.rawValue), "device_name": .string(key.deviceName), "client_id": .string(key.client),
            "shape": .string(key.shape.rawValue), "created_at": .time(key.createdAt),
        ]
        json["last_used_at"] = key.lastUsedAt.map { .time($0) }
        json["unconfirmed_until"] = key.unconfirmedUntil.map { .time($0) }
        json["replaced_by"] = .optional(replacement(of: key)?.rawValue)
        return json
    }
}
