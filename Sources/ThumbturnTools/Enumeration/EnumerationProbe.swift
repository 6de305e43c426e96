// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import Dispatch
import WireFormats

/// An endpoint of the plain ceremony API that takes a name.
enum NamedEndpoint: String, CaseIterable, CustomStringConvertible {
    case check
    case authenticationOptions = "authenticate/options"
    case registrationOptions = "register/options"

    var description: String { rawValue }

    /// Returns a request about a name, which must not need escapes in JSON.
    func request(about name: String, to url: WebOrigin) -> [UInt8] {
        let fields = "Host: \(url.hostField)\r\nOrigin: \(url)\r\n"
        let query = "?username=" + name.split(separator: "@").joined(separator: "%40")
        switch self {
        case .check: return Array("GET /api/auth/passkeys/check\(query) HTTP/1.1\r\n\(fields)\r\n".utf8)
        case .authenticationOptions: return Array("GET /api/auth/\(self)\(query) HTTP/1.1\r\n\(fields)\r\n".utf8)
        case .registrationOptions:
            let body = "{\"username\": \"\(name)\"}"
            let head = "\(fields)Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            return Array("POST /api/auth/\(self) HTTP/1.1\r\n\(head)\r\n\(body)".utf8)
        }
    }
}

/// Asks one endpoint about names that exist and names that don't, in random order.
struct EnumerationProbe {
    private let endpoint: NamedEndpoint
    private let server: MeasuredServer

    init(of endpoint: NamedEndpoint, at server: MeasuredServer) {
        self.endpoint = endpoint
        self.server = server
    }

    func compare(_ names: Int) throws(CommandFailure) -> EnumerationComparison {
        let existing = (0..<names).map { (name: BenchUser(number: $0).email, exists: true) }
        // As long as those that exist, so that only existence differs.
        let missing = existing.map { (name: "none" + $0.name.dropFirst(4), exists: false) }
        var comparison = EnumerationComparison()
        do throws(BenchFailure) {
            let connection = try BenchConnection(port: server.port, isVersion6: server.isVersion6)
            for (index, (name, exists)) in (existing + missing).shuffled().enumerated() {
                let request = endpoint.request(about: name, to: server.url)
                let start = DispatchTime.now().uptimeNanoseconds
                let response = try connection.exchange(request)
                let time = Double(DispatchTime.now().uptimeNanoseconds - start)
                guard let body = try? JSONReader.read(response.body) else { throw .responseMalformed }
                // The first responses warm caches up.
                comparison.add(
                    status: response.status, fields: response.fieldNames, body: body,
                    time: index < names / 5 ? nil : time, isSubject: exists)
            }
        } catch {
            throw .failed("\(endpoint) can't be asked: \(error).")
        }
        return comparison
    }
}
