// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Where two values of JSON differ.
enum ConfigurationDifference {
    /// The paths of what differs; the order of members is of no account, that of list items is.
    static func paths(_ old: JSONValue, _ new: JSONValue, at path: String = "") -> [String] {
        switch (old, new) {
        case (.object(let old), .object(let new)):
            let names = old.members.map(\.name) + new.members.map(\.name).filter { old[$0] == nil }
            return names.flatMap { name -> [String] in
                let place = path.isEmpty ? name : "\(path).\(name)"
                guard let before = old[name], let after = new[name] else { return [place] }
                return paths(before, after, at: place)
            }
        case (.array(let old), .array(let new)):
            guard old.count == new.count else { return [path] }
            return zip(old, new).enumerated().flatMap { index, pair in paths(pair.0, pair.1, at: "\(path)[\(index)]") }
        default: return old == new ? [] : [path]
        }
    }
}
