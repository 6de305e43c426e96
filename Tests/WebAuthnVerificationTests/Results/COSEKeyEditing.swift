// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension [UInt8] {
    /// A COSE key with another number under `alg`.
    func replacingAlgorithm(with number: Int) -> [UInt8]? {
        guard let map = try? CBORReader.read(self).mapValue else { return nil }
        let entries = map.entries.map { entry in
            CBORMap.Entry(key: entry.key, value: entry.key == .int(3) ? .int(number) : entry.value)
        }
        return CBORWriter.write(.map(CBORMap(entries)))
    }
}
