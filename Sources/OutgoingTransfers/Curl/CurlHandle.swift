// SPDX-License-Identifier: Apache-2.0

import CCurl

/// libcurl's handle of one transfer, with what it refers to. It must have left the transfers of its thread before this
/// value is gone.
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    private let library: CurlLibrary
    /// The lists among the options, which libcurl doesn't copy.
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let reason: UnsafeMutablePointer<CChar>

    init(library: CurlLibrary) throws(TransferError) {
        guard let pointer = library.functions.pointee.easy_init() else {
            throw .failed(reason: "libcurl has no memory")
        }
        self.pointer = pointer
        self.library = library
        reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try set(CURLOPT_ERRORBUFFER, to: reason)
    }

    deinit {
        library.functions.pointee.easy_cleanup(pointer)
        for list in lists { library.functions.pointee.slist_free_all(list) }
        reason.deallocate()
    }

    var functions: UnsafePointer<thumbturn_curl> { library.functions }

    // MARK: Options

    func set(_ option: CURLoption, to number: Int) throws(TransferError) {
        try require(thumbturn_curl_set_long(functions, pointer, option, number))
    }

    func set(_ option: CURLoption, to text: String) throws(TransferError) {
        try require(thumbturn_curl_set_text(functions, pointer, option, text))
    }

    func set(_ option: CURLoption, to value: UnsafeMutableRawPointer?) throws(TransferError) {
        try require(thumbturn_curl_set_pointer(functions, pointer, option, value))
    }

    func set(_ option: CURLoption, to texts: [String]) throws(TransferError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            guard let longer = functions.pointee.slist_append(list, text) else {
                functions.pointee.slist_free_all(list)
                throw .failed(reason: "libcurl has no memory")
            }
            list = longer
        }
        if let list { lists.append(list) }
        try set(option, to: UnsafeMutableRawPointer(list))
    }

    func set(_ numbers: [(CURLoption, Int)]) throws(TransferError) {
        for (option, number) in numbers { try set(option, to: number) }
    }

    func set(_ texts: [(CURLoption, String)]) throws(TransferError) {
        for (option, text) in texts { try set(option, to: text) }
    }

    /// Sets what is the same for all transfers to servers that have to prove who they are.
    func setTrust(inProtocols protocols: String, certificates: String?) throws(TransferError) {
        // The empty name of a proxy overrides the environment's.
        try set([
            (CURLOPT_PROTOCOLS_STR, protocols), (CURLOPT_REDIR_PROTOCOLS_STR, protocols), (CURLOPT_PROXY, ""),
        ])
        if let certificates { try set(CURLOPT_CAINFO, to: certificates) }
        try set([
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
        ])
    }

    /// Sets time limits, in milliseconds.
    func setLimits(connecting: Int, whole: Int) throws(TransferError) {
        try set([
            // Timeouts by signals would reach any thread.
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT_MS, connecting), (CURLOPT_TIMEOUT_MS, whole),
            // Ending a transfer doesn't wait for the resolver, which has no time limit.
            (CURLOPT_QUICK_EXIT, 1),
        ])
    }

    func require(_ code: CURLcode) throws(TransferError) {
        guard code == CURLE_OK else { throw .failed(reason: "libcurl rejects an option (\(code.rawValue))") }
    }

    // MARK: Results

    /// The status of the last response.
    var status: Int { thumbturn_curl_status(functions, pointer) }

    /// The certificates that the server presented, as PEM and its own first.
    var certificates: [String] {
        var found: [String] = []
        while let text = thumbturn_curl_certificate(functions, pointer, Int32(found.count)) {
            found.append(String(cString: text))
        }
        return found
    }

    /// Returns why the transfer failed.
    func error(_ code: CURLcode) -> TransferError {
        let detail = String(cString: reason)
        let text = detail.isEmpty ? functions.pointee.easy_strerror(code).map { String(cString: $0) } : detail
        return TransferError(code, reason: text ?? "libcurl: \(code.rawValue)")
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
                CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED:
                .handshakeFailed(reason: reason)
            default: .failed(reason: reason)
            }
    }
}
