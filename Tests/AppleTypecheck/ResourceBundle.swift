// SPDX-License-Identifier: Apache-2.0

// The code that SwiftPM generates for a target with resources.

internal import Foundation

extension Foundation.Bundle {
    static let module: Bundle = { fatalError() }()
}
