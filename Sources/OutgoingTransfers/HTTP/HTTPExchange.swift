// SPDX-License-Identifier: Apache-2.0

import CCurl

/// One request and its response.
final class HTTPExchange: Exchange, @unchecked Sendable {
    /// The limit of all heads of a response together, in bytes.
    private static let headLimit = 65_536

    private(set) var result: Result<OutgoingHTTPResponse, TransferError> = .failure(.closed)
    private let request: OutgoingHTTPRequest
    private let options: OutgoingHTTPClient.Options

    private var body: [UInt8] = []
    private var head: [OutgoingHTTPResponse.Field] = []
    private var headCount = 0
    private var isTooLong = false
    /// Whether there was an address of each kind.
    private var addresses = (refused: false, allowed: false)

    init(_ request: OutgoingHTTPRequest, options: OutgoingHTTPClient.Options) {
        self.request = request
        self.options = options
    }

    // MARK: The request

    func prepare(_ handle: CurlHandle) throws(TransferError) {
        guard isAllowed(request.url) else { throw .urlRejected }
        if let addresses = options.addresses, addresses[host] == nil { throw .hostNotFound }
        try handle.setLimits(connecting: request.connectTimeout, whole: request.timeout)
        try handle.set([
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            (CURLOPT_CERTINFO, request.inspection == .none ? 0 : 1),
        ])
        try handle.setTrust(
            inProtocols: options.allowsPlainHTTP ? "https,http" : "https", certificates: options.trustedCertificates)
        if request.inspection == .certificates {
            // Without verification nothing is sent.
            try handle.set([(CURLOPT_SSL_VERIFYPEER, 0), (CURLOPT_SSL_VERIFYHOST, 0), (CURLOPT_CONNECT_ONLY, 1)])
        }
        try setRequest(of: handle)
    }

    private func setRequest(of handle: CurlHandle) throws(TransferError) {
        try handle.set([(CURLOPT_URL, request.url), (CURLOPT_USERAGENT, options.userAgent)])
        if let address = options.addresses?[host] { try handle.set(CURLOPT_CONNECT_TO, to: ["::\(address):"]) }
        var fields = request.fields
        if let body = request.body {
            try handle.require(
                body.bytes.withUnsafeBytes { bytes in
                    thumbturn_curl_set_body(handle.functions, handle.pointer, bytes.baseAddress, bytes.count)
                })
            // Without an interim response, which a server may never send.
            fields += ["Content-Type: \(body.contentType)", "Expect:"]
        }
        if !fields.isEmpty { try handle.set(CURLOPT_HTTPHEADER, to: fields) }
    }

    /// The host of the URL, without its port.
    private var host: String {
        let authority = (request.url.firstRange(of: "://").map { request.url[$0.upperBound...] } ?? "")
            .prefix { !"/?#".contains($0) }
        return String(authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" })
    }

    /// Whether the scheme is allowed, and the authority has no user name, which would be sent as credentials.
    private func isAllowed(_ url: String) -> Bool {
        guard let mark = url.firstRange(of: "://") else { return false }
        let scheme = url[..<mark.lowerBound].lowercased()
        let authority = url[mark.upperBound...].prefix { !"/?#\\".contains($0) }
        return (scheme == "https" || (scheme == "http" && options.allowsPlainHTTP)) && !authority.isEmpty
            && !authority.contains("@")
    }

    /// It judges the address that a connection is opened to, so that no name can stand for another one later.
    func allows(_ address: IPAddress?) -> Bool {
        let isAllowed = !options.refusesPrivateAddresses || address?.isPublic == true
        if isAllowed { addresses.allowed = true } else { addresses.refused = true }
        return isAllowed
    }

    // MARK: The response

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= request.responseLimit else {
            isTooLong = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        headCount += line.count
        guard headCount <= Self.headLimit else {
            isTooLong = true
            return false
        }
        if request.inspection != .none { keep(String(decoding: line, as: UTF8.self)) }
        return true
    }

    /// Keeps a field of the last head: the lines of interim ones come before a status line.
    private func keep(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else {
            if line.hasPrefix("HTTP/") { head = [] }
            return
        }
        let value = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        head.append(OutgoingHTTPResponse.Field(name: String(line[..<colon]), value: value))
    }

    func end(_ ending: TransferEnding) {
        result =
            switch ending {
            case .failed(let error): .failure(error)
            case .finished(let handle, CURLE_OK):
                .success(
                    OutgoingHTTPResponse(
                        status: handle.status, body: body, fields: head,
                        certificates: request.inspection == .none ? [] : handle.certificates))
            case .finished(let handle, let code): .failure(error(of: handle, code))
            }
    }

    private func error(of handle: CurlHandle, _ code: CURLcode) -> TransferError {
        if isTooLong { return .responseTooLong }
        return addresses.refused && !addresses.allowed ? .addressRefused : handle.error(code)
    }
}
