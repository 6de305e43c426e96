// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The program around the targets: `Fuzz --list`, or `Fuzz <target> [libFuzzer's options] [corpus folders]`.
enum FuzzDriver {
    /// The environment variable with the target's name. libFuzzer starts child processes with its own arguments only.
    private static let variable = "THUMBTURN_FUZZ_TARGET"

    nonisolated(unsafe) static var target: FuzzTarget?

    static func main(_ arguments: [String]) -> Int32 {
        if arguments.dropFirst() == ["--list"] {
            for target in FuzzTarget.all { print(target.name) }
            return 0
        }
        var arguments = arguments
        if arguments.count > 1, FuzzTarget.all.contains(where: { $0.name == arguments[1] }) {
            setenv(variable, arguments.remove(at: 1), 1)
        }
        let name = getenv(variable).map { String(cString: $0) }
        target = FuzzTarget.all.first { $0.name == name }
        guard target != nil else {
            print("usage: Fuzz --list | Fuzz <target> [libFuzzer's options] [corpus folders]")
            return 2
        }
        Acceptance.reportAtExit()
        var count = Int32(arguments.count)
        var vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = .allocate(capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { vector?[index] = strdup(argument) }
        vector?[arguments.count] = nil
        return runLibFuzzer(&count, &vector) { start, count in
            FuzzDriver.target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
            return 0
        }
    }
}

/// The entry point. The package manager names it after the target, because libFuzzer has its own `main`.
@_cdecl("Fuzz_main")
func fuzzMain(_ count: Int32, _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    FuzzDriver.main((0..<Int(count)).compactMap { vector?[$0].map { String(cString: $0) } })
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runLibFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ vector: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Global values are not leaks. The sanitizer doesn't recognize pointers that store an enumeration's case in their
/// spare bits. `_WZ` is the suffix of the functions that initialize global values.
@_cdecl("__lsan_default_suppressions")
func leakSuppressions() -> UnsafePointer<CChar> {
    let text: StaticString = "leak:_WZ\n"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
