// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A TPM's signed statement about one of its keys: TPMS_ATTEST (TPM 2.0 part 2, §10.12.8).
package struct TPMCertificationInfo: Hashable, Sendable {
    /// TPM_GENERATED_VALUE.
    package static let generatedByTPM: UInt32 = 0xFF54_4347
    /// TPM_ST_ATTEST_CERTIFY.
    package static let certifiesKey: UInt16 = 0x8017

    package let magic: UInt32
    package let type: UInt16
    package let extraData: [UInt8]
    package let attestedName: [UInt8]

    /// Reads the structure; the clock, the firmware version and the signer's name are not judged.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do {
            magic = try reader.readUInt32()
            type = try reader.readUInt16()
            _ = try reader.takeSized()
            extraData = try reader.takeSized()
            _ = try reader.take(17 + 8)
            attestedName = try reader.takeSized()
            _ = try reader.takeSized()
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

extension ByteReader {
    /// A TPM2B: bytes behind their 16-bit length.
    mutating func takeSized() throws(ByteReader.Underrun) -> [UInt8] {
        try take(Int(readUInt16()))
    }
}
