// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import Foundation
    public import SwiftUI
    public import Thumbturn

    /// A settings screen with the passkeys of the user who is signed in, to add, rename and remove them.
    ///
    /// ```swift
    /// NavigationLink("Passkeys") { PasskeyList(client: client) }
    /// ```
    public struct PasskeyList: View {
        private let client: PasskeyClient

        /// `nil` until they were loaded for the first time.
        @State private var passkeys: [Passkey]?
        @State private var isAdding = false
        @State private var failure: PasskeyError?

        @State private var renamed: Passkey?
        @State private var isRenaming = false
        @State private var name = ""

        @State private var removed: Passkey?
        @State private var isRemoving = false

        /// Creates the screen.
        public init(client: PasskeyClient) {
            self.client = client
        }

        /// The screen.
        public var body: some View {
            List {
                Section {
                    if let passkeys {
                        ForEach(passkeys) { row($0) }
                    } else if failure == nil {
                        ProgressView(viewText("Loading"))
                    } else {
                        Button(viewText("Try Again")) { Task { await load() } }
                    }
                } footer: {
                    Text(
                        verbatim: viewText(
                            "A passkey signs you in with your face, your fingerprint or the passcode of a device."))
                }
                Section {
                    Button {
                        isAdding = true
                        Task {
                            await add()
                            isAdding = false
                        }
                    } label: {
                        Label(viewText("Add a Passkey"), systemImage: "plus")
                    }
                    .disabled(isAdding)
                }
            }
            .navigationTitle(viewText("Passkeys"))
            .task { await load() }
            .refreshable { await load() }
            .alert(viewText("Rename Passkey"), isPresented: $isRenaming, presenting: renamed) { passkey in
                TextField(viewText("Name"), text: $name)
                Button(viewText("Cancel"), role: .cancel) {}
                Button(viewText("Save")) { Task { await rename(passkey) } }
            }
            .confirmationDialog(
                viewText("Remove This Passkey?"), isPresented: $isRemoving, titleVisibility: .visible,
                presenting: removed
            ) { passkey in
                Button(viewText("Remove"), role: .destructive) { Task { await remove(passkey) } }
                Button(viewText("Cancel"), role: .cancel) {}
            } message: { _ in
                Text(verbatim: viewText("You can no longer sign in with it."))
            }
            .passkeyAlert(viewText("Couldn't Do That"), for: $failure)
        }

        private func row(_ passkey: Passkey) -> some View {
            PasskeyRow(passkey: passkey)
                .swipeActions {
                    if canRemove {
                        Button(viewText("Remove"), role: .destructive) { askToRemove(passkey) }
                    }
                    Button(viewText("Rename")) { askForName(of: passkey) }
                }
                .contextMenu {
                    Button(viewText("Rename")) { askForName(of: passkey) }
                    if canRemove {
                        Button(viewText("Remove"), role: .destructive) { askToRemove(passkey) }
                    }
                }
        }

        /// The server keeps the last passkey, because its user could not sign in again.
        private var canRemove: Bool { (passkeys?.count ?? 0) > 1 }

        private func askForName(of passkey: Passkey) {
            renamed = passkey
            name = passkey.name ?? ""
            isRenaming = true
        }

        private func askToRemove(_ passkey: Passkey) {
            removed = passkey
            isRemoving = true
        }

        // MARK: - Requests

        private func load() async {
            await attempt { () async throws(PasskeyError) in passkeys = try await client.passkeys.list() }
        }

        private func add() async {
            await attempt { () async throws(PasskeyError) in
                _ = try await client.passkeys.add()
                passkeys = try await client.passkeys.list()
            }
        }

        private func rename(_ passkey: Passkey) async {
            let name = name.trimmingCharacters(in: .whitespaces)
            await attempt { () async throws(PasskeyError) in
                _ = try await client.passkeys.rename(passkey, to: name.isEmpty ? nil : name)
                passkeys = try await client.passkeys.list()
            }
        }

        private func remove(_ passkey: Passkey) async {
            await attempt { () async throws(PasskeyError) in
                try await client.passkeys.remove(passkey)
                // If this session began with it, the session has ended, and there is no list to load.
                passkeys?.removeAll { $0.id == passkey.id }
            }
        }

        private func attempt(_ request: @MainActor () async throws(PasskeyError) -> Void) async {
            do {
                try await request()
            } catch {
                failure = error
            }
        }
    }
#endif
