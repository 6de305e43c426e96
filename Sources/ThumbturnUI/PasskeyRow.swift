// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import Foundation
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
                        Text(verbatim: viewText("Created with %@", createdWith))
                    }
                    Text(verbatim: viewText("Created on %@", day(passkey.createdAt)))
                    if let lastUsedAt = passkey.lastUsedAt {
                        Text(verbatim: viewText("Last used on %@", day(lastUsedAt)))
                    } else {
                        Text(verbatim: viewText("Not used yet"))
                    }
                    if passkey.isSynced {
                        Label(viewText("Synced"), systemImage: "icloud")
                    } else {
                        Label(viewText("On one device"), systemImage: "key")
                    }
                }
                .font(.footnote)
                .foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .combine)
        }

        private var title: Text {
            Text(verbatim: passkey.name ?? passkey.createdWith ?? viewText("Passkey"))
        }

        private func day(_ date: Date) -> String { date.formatted(.dateTime.day().month().year()) }
    }
#endif
