// SPDX-License-Identifier: Apache-2.0

import CCurl
import POSIX

/// One request on its way. After its start, only the thread of the transfers uses it.
final class Transfer: @unchecked Sendable {
    /// The limit of all heads of a response together, in bytes.
    private static let headLimit = 65_536

    let isCanceled = Locked(false)
    private let request: OutgoingHTTPRequest
    private let options: OutgoingHTTPClient.Options
    private let completion = Locked<(isEnded: Bool, resume: (@Sendable () -> Void)?)>((false, nil))
    private(set) var result: Result<OutgoingHTTPResponse, TransferError> = .failure(.closed)

    private var body: [UInt8] = []
    private var head: [OutgoingHTTPResponse.Field] = []
    private var headCount = 0
    private var isTooLong = false
    /// The lists of the request, which libcurl doesn't copy.
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init(_ request: OutgoingHTTPRequest, options: OutgoingHTTPClient.Options) {
        self.request = request
        self.options = options
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        reason.deallocate()
    }

    /// Must be called before the start.
    func whenEnded(_ resume: @escaping @Sendable () -> Void) {
        completion.withLock { $0.resume = resume }
    }

    /// Sets the result, once.
    func end(_ result: Result<OutgoingHTTPResponse, TransferError>) {
        let resume = completion.withLock { completion -> (@Sendable () -> Void)? in
            guard !completion.isEnded else { return nil }
            completion.isEnded = true
            self.result = result
            return completion.resume
        }
        resume?()
    }

    // MARK: The handle

    /// Returns a handle of libcurl with everything set.
    func open(with library: CurlLibrary) throws(TransferError) -> UnsafeMutableRawPointer {
        let curl = library.functions
        guard isAllowed(request.url) else { throw .urlRejected }
        if let addresses = options.addresses, addresses[host] == nil { throw .hostNotFound }
        guard let handle = curl.pointee.easy_init() else { throw .failed(reason: "libcurl has no memory") }
        do throws(TransferError) {
            try setLimits(of: handle, curl)
            try setTrust(of: handle, curl)
            try setRequest(of: handle, curl)
            return handle
        } catch {
            close(handle, with: library)
            throw error
        }
    }

    func close(_ handle: UnsafeMutableRawPointer, with library: CurlLibrary) {
        library.functions.pointee.easy_cleanup(handle)
        for list in lists { library.functions.pointee.slist_free_all(list) }
        lists = []
    }

    private func setLimits(
        of handle: UnsafeMutableRawPointer, _ curl: UnsafePointer<thumbturn_curl>
    ) throws(TransferError) {
        let numbers: [(CURLoption, Int)] = [
            // Timeouts by signals would reach any thread.
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout),
            (CURLOPT_TIMEOUT_MS, request.timeout), (CURLOPT_FOLLOWLOCATION, 0),
            // Ending a transfer doesn't wait for the resolver, which has no time limit.
            (CURLOPT_QUICK_EXIT, 1), (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
        ]
        for (option, number) in numbers {
            try require(thumbturn_curl_set_long(curl, handle, option, number))
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        try require(thumbturn_curl_set_pointer(curl, handle, CURLOPT_ERRORBUFFER, reason))
        try require(thumbturn_curl_set_pointer(curl, handle, CURLOPT_WRITEDATA, context))
        try require(thumbturn_curl_set_pointer(curl, handle, CURLOPT_HEADERDATA, context))
        try require(
            thumbturn_curl_set_sink(curl, handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                Transfer.of(context).map { $0.takeBody(bytes, count: size * count) } ?? 0
            })
        try require(
            thumbturn_curl_set_sink(curl, handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                Transfer.of(context).map { $0.takeHead(bytes, count: size * count) } ?? 0
            })
    }

    private func setTrust(
        of handle: UnsafeMutableRawPointer, _ curl: UnsafePointer<thumbturn_curl>
    ) throws(TransferError) {
        let protocols = options.allowsPlainHTTP ? "https,http" : "https"
        // The empty name of a proxy overrides the environment's.
        var texts = [(CURLOPT_PROTOCOLS_STR, protocols), (CURLOPT_REDIR_PROTOCOLS_STR, protocols), (CURLOPT_PROXY, "")]
        if let file = options.trustedCertificates { texts.append((CURLOPT_CAINFO, file)) }
        for (option, text) in texts { try require(thumbturn_curl_set_text(curl, handle, option, text)) }
        // Without verification nothing is sent.
        let isUnverified = request.inspection == .certificates
        for (option, number) in [
            (CURLOPT_SSL_VERIFYPEER, isUnverified ? 0 : 1), (CURLOPT_SSL_VERIFYHOST, isUnverified ? 0 : 2),
            (CURLOPT_CONNECT_ONLY, isUnverified ? 1 : 0), (CURLOPT_CERTINFO, request.inspection == .none ? 0 : 1),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
        ] {
            try require(thumbturn_curl_set_long(curl, handle, option, number))
        }
    }

    private func setRequest(
        of handle: UnsafeMutableRawPointer, _ curl: UnsafePointer<thumbturn_curl>
    ) throws(TransferError) {
        try require(thumbturn_curl_set_text(curl, handle, CURLOPT_URL, request.url))
        try require(thumbturn_curl_set_text(curl, handle, CURLOPT_USERAGENT, options.userAgent))
        if let address = options.addresses?[host] {
            try set(CURLOPT_CONNECT_TO, to: ["::\(address):"], of: handle, curl)
        }
        var fields = request.fields
        if let body = request.body {
            try require(
                body.bytes.withUnsafeBytes { thumbturn_curl_set_body(curl, handle, $0.baseAddress, $0.count) })
            // Without an interim response, which a server may never send.
            fields += ["Content-Type: \(body.contentType)", "Expect:"]
        }
        if !fields.isEmpty { try set(CURLOPT_HTTPHEADER, to: fields, of: handle, curl) }
    }

    private func set(
        _ option: CURLoption, to texts: [String], of handle: UnsafeMutableRawPointer,
        _ curl: UnsafePointer<thumbturn_curl>
    ) throws(TransferError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            guard let longer = curl.pointee.slist_append(list, text) else {
                curl.pointee.slist_free_all(list)
                throw .failed(reason: "libcurl has no memory")
            }
            list = longer
        }
        if let list { lists.append(list) }
        try require(thumbturn_curl_set_pointer(curl, handle, option, list))
    }

    private func require(_ code: CURLcode) throws(TransferError) {
        guard code == CURLE_OK else { throw .failed(reason: "libcurl rejects an option (\(code.rawValue))") }
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

    // MARK: The response

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the number of bytes that were taken. Any other than `count` ends the transfer.
    private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Int {
        guard body.count + count <= request.responseLimit else {
            isTooLong = true
            return 0
        }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private func takeHead(_ bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Int {
        headCount += count
        guard headCount <= Self.headLimit else {
            isTooLong = true
            return 0
        }
        if request.inspection != .none {
            keep(String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
        }
        return count
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

    private func certificates(of handle: UnsafeMutableRawPointer, with library: CurlLibrary) -> [String] {
        guard request.inspection != .none else { return [] }
        var found: [String] = []
        while let text = thumbturn_curl_certificate(library.functions, handle, Int32(found.count)) {
            found.append(String(cString: text))
        }
        return found
    }

    func outcome(
        of handle: UnsafeMutableRawPointer, code: CURLcode, with library: CurlLibrary
    ) -> Result<OutgoingHTTPResponse, TransferError> {
        guard code != CURLE_OK else {
            let status = thumbturn_curl_status(library.functions, handle)
            return .success(
                OutgoingHTTPResponse(
                    status: Int(status), body: body, fields: head, certificates: certificates(of: handle, with: library)
                ))
        }
        let detail = String(cString: reason)
        let text = detail.isEmpty ? library.functions.pointee.easy_strerror(code).map { String(cString: $0) } : detail
        return .failure(isTooLong ? .responseTooLong : TransferError(code, reason: text ?? "libcurl: \(code.rawValue)"))
    }
}

extension TransferError {
    fileprivate init(_ code: CURLcode, reason: String) {
        self =
            switch code {
            case CURLE_URL_MALFORMAT: .urlRejected
            case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
            case CURLE_COULDNT_CONNECT: .connectionFailed(reason: reason)
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_ISSUER_ERROR:
                .handshakeFailed(reason: reason)
            default: .failed(reason: reason)
            }
    }
}
