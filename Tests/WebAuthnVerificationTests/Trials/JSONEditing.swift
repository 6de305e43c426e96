// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension [UInt8] {
    /// The JSON object in these bytes with a change made to it.
    func edited(_ edit: ((inout JSONObject) -> Void)?) throws -> [UInt8] {
        guard let edit, var object = try JSONReader.read(self).objectValue else { return self }
        edit(&object)
        return JSONValue.object(object).serialized()
    }
}
