// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// What can be read over one connection.
struct SQLiteSnapshot: StorageSnapshot {
    let connection: Connection

    var users: any UserReading { SQLiteUserStore(connection: connection) }
    var passkeys: any PasskeyReading { SQLitePasskeyStore(connection: connection) }
    var refreshTokens: any RefreshTokenReading { SQLiteRefreshTokenStore(connection: connection) }
    var signingKeys: any SigningKeyReading { SQLiteSigningKeyStore(connection: connection) }
    var configuration: any ConfigurationReading { SQLiteConfigurationStore(connection: connection) }
    var events: any EventReading { SQLiteEventStore(connection: connection) }
    var oneTime: any OneTimeReading { SQLiteOneTimeStore(connection: connection) }
    var clock: any ClockReading { SQLiteClockStore(connection: connection) }
}
