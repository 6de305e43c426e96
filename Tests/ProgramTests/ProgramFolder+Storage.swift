// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import ServerHarness
import ThumbturnServer

extension ProgramFolder {
    /// Opens the storage of the program, which may run.
    func openStorage() throws -> any Storage { try ServerSettings.Database.standard(in: data).open().storage }
}
