// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import ServerHarness
import Testing
import WireFormats

/// The metrics of a running program.
struct MetricsTests {
    private let folder: ProgramFolder

    init() throws {
        folder = try ProgramFolder()
    }

    private func start(_ options: [String] = ["--rate-limits", "off"]) throws -> RunningProgram {
        try RunningProgram(on: folder, options + ["--metrics-listen", "0"])
    }

    @Test func `no metrics are served by default`() throws {
        let program = try RunningProgram(on: folder)
        let started = try #require(program.log.wait(for: "server.started"))
        #expect(started["metrics"] == nil)
    }

    @Test func `the public port does not serve metrics, and theirs serves nothing else`() throws {
        let program = try start()
        let address = try #require(program.log.wait(for: "server.started")?["metrics"]?.stringValue)
        #expect(address.hasPrefix("127.0.0.1:"))
        #expect(try program.connect().send(WireRequest("GET", path: "/metrics")).status == 404)
        let wire = try program.connectToMetrics()
        let response = try wire.send(WireRequest("GET", path: "/metrics"))
        #expect(response.status == 200)
        #expect(response.header("content-type") == "text/plain; version=0.0.4; charset=utf-8")
        #expect(try wire.send(WireRequest("GET", path: "/metrics?a=b")).status == 200)
        #expect(try wire.send(WireRequest("POST", path: "/metrics")).status == 405)
        for path in ["/", "/metrics/", "/health/live"] {
            #expect(try program.connectToMetrics().send(WireRequest("GET", path: path)).status == 404, "\(path)")
        }
        #expect(try program.stop().status == 0)
    }

    @Test func `a server whose port for metrics is in use says what to do, and does not start`() throws {
        let first = try RunningProgram(on: folder)
        let port = try first.port()
        let second = try RunningProgram(spawnedOn: try ProgramFolder(), ["--metrics-listen", "\(port)"])
        #expect(try second.waitForExit().status != 0)
        let words =
            "127.0.0.1:\(port) is already in use. Stop the program that listens there, or choose another port with --metrics-listen."
        #expect(second.log.now.texts.contains { $0.contains(words) })
    }

    @Test func `requests are counted by operation and class of status`() throws {
        let program = try start()
        let wire = try program.connect()
        for method in ["GET", "GET", "HEAD"] {
            try wire.write(Array("\(method) /health/live HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        }
        _ = try (wire.read(), wire.read())
        _ = try program.connect().send(WireRequest("POST", path: "/oauth/token", json: [:]))
        for path in ["/nothing", "/me/v1/authentication-methods/one"] {
            _ = try program.connect().send(WireRequest("GET", path: path))
        }
        let name = "thumbturn_http_request_duration_seconds_count"
        let metrics = try program.metrics(until: { $0[name + #"{operation="isAlive",status="2xx"}"#] == 3 })
        #expect(metrics[name + #"{operation="token",status="4xx"}"#] == 1)
        #expect(metrics[name + #"{operation="other",status="4xx"}"#] == 1)
        #expect(metrics[name + #"{operation="getAuthenticationMethod",status="4xx"}"#] == 1)
        #expect(metrics[#"thumbturn_http_problems_total{code="request.path-unknown"}"#] == 1)
        #expect(!metrics.keys.contains { $0.contains("nothing") || $0.contains("/") })
    }

    @Test func `ceremonies and sign-ins are counted by their outcome`() throws {
        let program = try start()
        let client = TestClient(try program.connect())
        try client.signUp()
        for _ in 0..<2 { try client.signIn() }
        let elsewhere = try client.get(try client.beginSignIn(), origin: "http://localhost:3000")
        #expect(try client.finish(elsewhere).status != 200)
        let metrics = try program.metrics()
        func ceremonies(_ labels: String) -> Double? { metrics["thumbturn_ceremonies_total{\(labels)}"] }
        #expect(ceremonies(#"kind="registration",outcome="accepted""#) == 1)
        #expect(ceremonies(#"kind="authentication",outcome="accepted""#) == 2)
        let rejection = #"step="7.2.12",code="authentication.origin-not-allowed""#
        #expect(ceremonies(#"kind="authentication",outcome="rejected",\#(rejection)"#) == 1)
        #expect(metrics[#"thumbturn_sign_ins_total{method="passkey",account="new"}"#] == 1)
        #expect(metrics[#"thumbturn_sign_ins_total{method="passkey",account="existing"}"#] == 2)
    }

    @Test func `transactions, their batches and their waits are counted`() throws {
        let program = try start()
        let (transactions, units) = ("thumbturn_storage_transactions_total", "thumbturn_storage_commits_total")
        let before = try program.metrics()
        try TestClient(try program.connect()).signUp()
        // A transaction of the background may be counted while the text is written.
        let after = try program.metrics(until: { metrics in
            ["thumbturn_storage_batch_transactions_sum", "thumbturn_storage_wait_seconds_count"].allSatisfy {
                metrics[$0] == metrics[transactions]
            }
        })
        #expect(after["thumbturn_storage_batch_transactions_sum"] == after[transactions])
        #expect(after["thumbturn_storage_wait_seconds_count"] == after[transactions])
        #expect(try #require(after[transactions]) > (try #require(before[transactions])))
        #expect(try #require(after[units]) > (try #require(before[units])))
    }

    @Test func `what limits allow and refuse is counted by limit`() throws {
        let program = try start(["--rate-limits", "0.0001"])
        let wire = try program.connect()
        let statuses = try (0..<3).map { _ in try wire.send(WireRequest("GET", path: "/openapi.json")).status }
        #expect(statuses == [200, 429, 429])
        let metrics = try program.metrics()
        #expect(metrics[#"thumbturn_rate_limit_requests_total{limit="anything",outcome="allowed"}"#] == 1)
        #expect(metrics[#"thumbturn_rate_limit_requests_total{limit="anything",outcome="refused"}"#] == 2)
        #expect(metrics[#"thumbturn_http_problems_total{code="request.rate-limited"}"#] == 2)
    }

    @Test func `keys and certificates have their points in time`() throws {
        let files = try CertificatePair()
        try files.renew(hosts: ["localhost"])
        let program = try RunningProgram(
            on: folder,
            [
                "--url", "https://localhost:8443", "--tls-cert", files.certificate, "--tls-key", files.key,
                "--metrics-listen", "0",
            ])
        let name = #"thumbturn_signing_key_created_timestamp_seconds{domain="localhost",algorithm="RS256"}"#
        let metrics = try program.metrics(until: { $0[name] != nil })
        let now = Date.now.timeIntervalSince1970
        #expect(abs((metrics[name] ?? 0) - now) < 600)
        let expiry = try #require(metrics[#"thumbturn_certificate_expiry_timestamp_seconds{certificate="0"}"#])
        #expect(expiry > now)
        #expect(metrics[#"thumbturn_certificate_expiry_timestamp_seconds{certificate="1"}"#] == nil)
    }

    @Test func `the loops, connections and resources of the process are measured`() throws {
        let program = try start()
        let silent = try (0..<3).map { _ in try program.connect() }
        let metrics = try program.metrics(until: {
            $0["thumbturn_http_connections"] == 3 && ($0["thumbturn_event_loop_delay_seconds_count"] ?? 0) > 0
        })
        withExtendedLifetime(silent) {}
        #expect(try #require(metrics["thumbturn_http_connections_limit"]) > 3)
        #expect(try #require(metrics["process_max_fds"]) > 3)
        #expect(try #require(metrics["process_start_time_seconds"]) > 1_700_000_000)
        #expect(metrics[#"thumbturn_outbox_length{kind="logout"}"#] == 0)
        #if os(Linux)
            #expect(try #require(metrics["process_open_fds"]) > 3)
            #expect(try #require(metrics["process_resident_memory_bytes"]) > 1_000_000)
            #expect(try #require(metrics["process_cpu_seconds_total"]) > 0)
        #endif
    }
}
