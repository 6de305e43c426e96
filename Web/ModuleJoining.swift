// SPDX-License-Identifier: Apache-2.0

/// Joins the files of a JavaScript module, so that a page loads one.
///
/// Names at the top level are unique among the files. Their imports and exports go, except for an `export` of the last
/// file, and for `export { … }`. Each statement of an import begins a line, and its last line ends with `";`. Lines of
/// comments go: they are a sixth of what a page would load.
enum ModuleJoining {
    static func join(_ files: [[UInt8]]) -> [UInt8] {
        var text = "// SPDX-License-Identifier: Apache-2.0\n"
        for (index, file) in files.enumerated() {
            var isInImport = false
            for line in String(decoding: file, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("import ") { isInImport = true }
                let isDropped = isInImport || isComment(line)
                if line.hasSuffix("\";") { isInImport = false }
                if isDropped { continue }
                let isInternal = index < files.count - 1 && line.hasPrefix("export ") && !line.hasPrefix("export {")
                text += isInternal ? line.dropFirst("export ".count) : line
                text += "\n"
            }
        }
        return Array(text.utf8)
    }

    private static func isComment(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " }
        return text == "*" || ["//", "/**", "* ", "*/"].contains { text.hasPrefix($0) }
    }
}
