// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import SwiftUI
    import Thumbturn

    /// One passkey: its name, who created it, when it was created and used, and whether it is on one device.
    struct PasskeyRow: View {
        let passkey: Passkey

        var body: some View {
            VStack(alignment: .leading, spacing: 4) {
                title.font(.headline)
                Group {
                    if passkey.name != nil, let createdWith = passkey.createdWith {
                        Text("Created with \(createdWith)")
                    }
                    Text("Created on \(passkey.createdAt, format: .dateTime.day().month().year())")
                    if let lastUsedAt = passkey.lastUsedAt {
                        Text("Last used on \(lastUsedAt, format: .dateTime.day().month().year())")
                    } else {
                        Text("Not used yet")
                    }
                    if passkey.isSynced {
                        Label("Synced", systemImage: "icloud")
                    } else {
                        Label("On one device", systemImage: "key")
                    }
                }
                .font(.footnote)
                .foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .combine)
        }

        private var title: Text {
            if let name = passkey.name ?? passkey.createdWith { Text(verbatim: name) } else { Text("Passkey") }
        }
    }
#endif
