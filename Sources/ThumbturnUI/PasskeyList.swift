// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    public import SwiftUI
    public import Thumbturn

    /// A settings screen with the passkeys of the user who is signed in, to add, rename and delete them.
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

        @State private var deleted: Passkey?
        @State private var isDeleting = false

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
                        ProgressView("Loading")
                    } else {
                        Button("Try Again") { Task { await load() } }
                    }
                } footer: {
                    Text("A passkey signs you in with your face, your fingerprint or the passcode of a device.")
                }
                Section {
                    Button {
                        isAdding = true
                        Task {
                            await add()
                            isAdding = false
                        }
                    } label: {
                        Label("Add a Passkey", systemImage: "plus")
                    }
                    .disabled(isAdding)
                }
            }
            .navigationTitle("Passkeys")
            .task { await load() }
            .refreshable { await load() }
            .alert("Rename Passkey", isPresented: $isRenaming, presenting: renamed) { passkey in
                TextField("Name", text: $name)
                Button("Cancel", role: .cancel) {}
                Button("Save") { Task { await rename(passkey) } }
            }
            .confirmationDialog(
                "Delete This Passkey?", isPresented: $isDeleting, titleVisibility: .visible, presenting: deleted
            ) { passkey in
                Button("Delete", role: .destructive) { Task { await delete(passkey) } }
                Button("Cancel", role: .cancel) {}
            } message: { _ in
                Text(consequence)
            }
            .passkeyAlert("Couldn't Do That", for: $failure)
        }

        private func row(_ passkey: Passkey) -> some View {
            PasskeyRow(passkey: passkey)
                .swipeActions {
                    Button("Delete", role: .destructive) { askToDelete(passkey) }
                    Button("Rename") { askForName(of: passkey) }
                }
                .contextMenu {
                    Button("Rename") { askForName(of: passkey) }
                    Button("Delete", role: .destructive) { askToDelete(passkey) }
                }
        }

        private var consequence: LocalizedStringKey {
            if passkeys?.count == 1 {
                "It is your last passkey. Without it, you may not be able to sign in to your account again."
            } else {
                "You can no longer sign in with it."
            }
        }

        private func askForName(of passkey: Passkey) {
            renamed = passkey
            name = passkey.name ?? ""
            isRenaming = true
        }

        private func askToDelete(_ passkey: Passkey) {
            deleted = passkey
            isDeleting = true
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

        private func delete(_ passkey: Passkey) async {
            await attempt { () async throws(PasskeyError) in
                try await client.passkeys.delete(passkey)
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
