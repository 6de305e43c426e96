// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// What can be read and changed over the connection that writes.
struct SQLiteTransaction: StorageTransaction {
    let connection: Connection

    var users: any UserStore { SQLiteUserStore(connection: connection) }
    var passkeys: any PasskeyStore { SQLitePasskeyStore(connection: connection) }
    var refreshTokens: any RefreshTokenStore { SQLiteRefreshTokenStore(connection: connection) }
    var signingKeys: any SigningKeyStore { SQLiteSigningKeyStore(connection: connection) }
    var configuration: any ConfigurationStore { SQLiteConfigurationStore(connection: connection) }
    var events: any EventStore { SQLiteEventStore(connection: connection) }
    var oneTime: any OneTimeStore { SQLiteOneTimeStore(connection: connection) }
    var clock: any ClockStore { SQLiteClockStore(connection: connection) }
}
