// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension JSONObject {
    /// The same with another value at a path such as `clients[0].mobile.ios.team_id`; `nil` takes the member away.
    func with(_ path: String, _ value: JSONValue?) -> JSONObject {
        let steps = path.split { ".[]".contains($0) }.map(String.init)
        return JSONValue.object(self).with(steps[...], value).objectValue ?? self
    }
}

extension JSONValue {
    fileprivate func with(_ steps: ArraySlice<String>, _ value: JSONValue?) -> JSONValue {
        guard let step = steps.first else { return value ?? .null }
        let rest = steps.dropFirst()
        if let index = Int(step), var items = arrayValue {
            if index < items.count {
                items[index] = items[index].with(rest, value)
            } else {
                items.append(JSONValue.object([:]).with(rest, value))
            }
            return .array(items)
        }
        var object = objectValue ?? [:]
        object[step] = rest.isEmpty ? value : (object[step] ?? .object([:])).with(rest, value)
        return .object(object)
    }
}
