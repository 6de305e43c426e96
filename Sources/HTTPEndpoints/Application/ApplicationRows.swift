// SPDX-License-Identifier: Apache-2.0

/// The door of applications: what clients, their servers and operators' tools call, in JSON.
///
/// Each feature has a folder with its rows, the credentials that only its rows need, and how it renders its answers.
enum ApplicationRows {
    static let all =
        PasskeyEndpoints.rows + CeremonyAPIEndpoints.rows + TokenEndpoint.rows + MyAccountEndpoints.rows
        + DatabaseEndpoints.rows + CodeEndpoints.rows + DeviceKeyEndpoints.rows + LegacyTouchID.rows
        + DocumentEndpoints.rows
        + AssociationFiles.rows
        + HealthEndpoints.rows
}
