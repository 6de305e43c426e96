// SPDX-License-Identifier: Apache-2.0

import CommandLine
import HTTPEndpoints
import OutgoingTransfers

/// Loads what others see of the server. Each request has a limit of five seconds, and follows no redirect.
struct SiteBrowser: Sendable {
    /// In milliseconds.
    private static let limit = 5000
    /// Apple's systems read no more of an association file.
    static let fileLimit = 128_000

    private let client: OutgoingHTTPClient

    init(_ environment: Doctor.Environment) {
        var options = OutgoingHTTPClient.Options(userAgent: "Thumbturn/\(Version.current) (doctor)")
        options.allowsPlainHTTP = true
        options.addresses = environment.addresses
        options.trustedCertificates = environment.trustedCertificates
        client = OutgoingHTTPClient(options)
    }

    func close() { client.close() }

    /// - Parameter mark: What asks the server how it sees the request.
    func load(_ url: String, mark: String? = nil) async throws(TransferError) -> OutgoingHTTPResponse {
        var request = request(url, inspecting: .response)
        if let mark { request.fields = ["\(InspectedRequest.field): \(mark)"] }
        return try await client.send(request)
    }

    /// The certificates at a URL, whatever is wrong with them.
    func certificates(at url: String) async throws(TransferError) -> [String] {
        try await client.send(request(url, inspecting: .certificates)).certificates
    }

    private func request(_ url: String, inspecting inspection: OutgoingHTTPRequest.Inspection) -> OutgoingHTTPRequest {
        var request = OutgoingHTTPRequest(url)
        (request.connectTimeout, request.timeout) = (Self.limit, Self.limit)
        request.responseLimit = Self.fileLimit * 2
        request.inspection = inspection
        return request
    }
}
