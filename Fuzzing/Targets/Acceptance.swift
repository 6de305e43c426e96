// SPDX-License-Identifier: Apache-2.0

import POSIX

/// What the target has accepted in this run. A target that accepts nothing checks only that nothing crashes, and its
/// properties of what is accepted are never looked at.
enum Acceptance {
    nonisolated(unsafe) fileprivate static var reached: Set<String> = []

    /// Writes, when the process ends, each kind of acceptance that was not reached; scripts/fuzz reads the lines.
    static func reportAtExit() {
        atexit {
            for kind in FuzzDriver.target?.accepts ?? [] where !Acceptance.reached.contains(kind) {
                let line = Array("never accepted: \(kind)\n".utf8)
                _ = write(STDERR_FILENO, line, line.count)
            }
        }
    }
}

/// Records that the input was accepted as one of the kinds that the target declares.
func accepted(_ kind: String) {
    guard Acceptance.reached.insert(kind).inserted else { return }
    require(FuzzDriver.target?.accepts.contains(kind) == true, "a target declares what it accepts")
}
