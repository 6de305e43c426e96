// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension JSONObject {
    /// Returns a copy with another value at a path such as `clients[0].mobile.ios.team_id`; `nil` removes the member.
    func setting(_ path: String, to value: JSONValue?) -> JSONObject {
        let steps = path.split { ".[]".contains($0) }.map(String.init)
        return JSONValue.object(self).setting(steps[...], to: value).objectValue ?? self
    }
}

extension JSONValue {
    fileprivate func setting(_ steps: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
        guard let step = steps.first else { return value ?? .null }
        let rest = steps.dropFirst()
        if let index = Int(step), var items = arrayValue {
            if index < items.count {
                items[index] = items[index].setting(rest, to: value)
            } else {
                items.append(JSONValue.object([:]).setting(rest, to: value))
            }
            return .array(items)
        }
        var object = objectValue ?? [:]
        object[step] = rest.isEmpty ? value : (object[step] ?? .object([:])).setting(rest, to: value)
        return .object(object)
    }
}
