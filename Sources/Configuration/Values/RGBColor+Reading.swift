// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension RGBColor {
    /// Reads a configured color in the format `#RRGGBB`.
    init(configured text: String) throws(ValueRejection) {
        guard let color = RGBColor(text) else {
            throw ValueRejection("is not a valid color", remedy: "Use the format #RRGGBB.")
        }
        self = color
    }
}
