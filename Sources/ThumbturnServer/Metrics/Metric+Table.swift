// SPDX-License-Identifier: Apache-2.0

extension Metric {
    static let requestDuration = Metric(
        .histogram, "thumbturn_http_request_duration_seconds", unit: .seconds, by: [.operation, .status],
        help: "How long requests took, from the complete request to the response. Its count is the number of requests.")
    static let problems = Metric(
        .counter, "thumbturn_http_problems_total", by: [.code],
        help: "Requests that failed, by the code of the problem.")
    static let connections = Metric(.gauge, "thumbturn_http_connections", help: "Open connections.")
    static let connectionLimit = Metric(
        .gauge, "thumbturn_http_connections_limit",
        help: "The most connections. Beyond it, a new one replaces the one that has been idle longest.")
    static let bufferedBytes = Metric(
        .gauge, "thumbturn_http_buffered_bytes", unit: .bytes, help: "Request bytes in memory.")
    static let loopDelay = Metric(
        .histogram, "thumbturn_event_loop_delay_seconds", unit: .seconds,
        help: "How long an event loop took to get to new work. Each is asked every second.")

    static let ceremonies = Metric(
        .counter, "thumbturn_ceremonies_total", by: [.kind, .outcome, .step, .code],
        help: "Responses of devices that were verified. Accepted ones have no step and no code.")
    static let signIns = Metric(
        .counter, "thumbturn_sign_ins_total", by: [.method, .account], help: "Sign-ins and sign-ups that were stored.")
    static let runningVerifications = Metric(
        .gauge, "thumbturn_verification_queue_running",
        help: "Registrations with certificates that are verified now, beside the event loops.")
    static let waitingVerifications = Metric(
        .gauge, "thumbturn_verification_queue_waiting", help: "Registrations with certificates that wait for that.")

    static let runningHashes = Metric(
        .gauge, "thumbturn_password_hashes_running", help: "Passwords that are hashed now.")
    static let waitingHashes = Metric(
        .gauge, "thumbturn_password_hashes_waiting", help: "Passwords that wait to be hashed.")
    static let computedHashes = Metric(
        .counter, "thumbturn_password_hashes_total", help: "Passwords that were hashed, also for names that nobody has."
    )
    static let declinedHashes = Metric(
        .counter, "thumbturn_password_hashes_declined_total",
        help: "Passwords that were not hashed, because too many waited.")

    static let transactions = Metric(
        .counter, "thumbturn_storage_transactions_total", help: "Transactions of the writer.")
    static let commits = Metric(
        .counter, "thumbturn_storage_commits_total",
        help: "Durable units: commits with one sync each, which transactions share.")
    static let checkpoints = Metric(
        .counter, "thumbturn_storage_checkpoints_total", help: "Checkpoints of the write-ahead log.")
    static let batchSize = Metric(
        .histogram, "thumbturn_storage_batch_transactions", help: "How many transactions were run together.")
    static let writerWait = Metric(
        .histogram, "thumbturn_storage_wait_seconds", unit: .seconds,
        help: "How long transactions waited for the writer.")
    static let commitDuration = Metric(
        .histogram, "thumbturn_storage_commit_seconds", unit: .seconds,
        help: "How long transactions that were run together and their commit took.")
    static let waitingTransactions = Metric(
        .gauge, "thumbturn_storage_waiting_transactions", help: "Transactions that wait for the writer.")
    static let readers = Metric(.gauge, "thumbturn_storage_readers", help: "Snapshots that are being read.")

    static let limits = Metric(
        .counter, "thumbturn_rate_limit_requests_total", by: [.limit, .outcome],
        help: "Requests that were counted against a limit. One request may count against several.")

    static let outboxLength = Metric(
        .gauge, "thumbturn_outbox_length", by: [.kind], help: "What was not sent yet.")
    static let outboxOldest = Metric(
        .gauge, "thumbturn_outbox_oldest_age_seconds", unit: .seconds, by: [.kind],
        help: "How long the oldest of what was not sent yet has waited; 0 if nothing waits.")
    static let outboxDead = Metric(
        .gauge, "thumbturn_outbox_dead", by: [.kind], help: "What was given up, and is kept for an operator.")
    static let outboxAttempts = Metric(
        .counter, "thumbturn_outbox_attempts_total", by: [.kind, .outcome], help: "Attempts to send something.")

    static let keyCreation = Metric(
        .gauge, "thumbturn_signing_key_created_timestamp_seconds", unit: .seconds, by: [.domain, .algorithm],
        help: "When the key that signs was created, since 1970.")
    static let certificateExpiry = Metric(
        .gauge, "thumbturn_certificate_expiry_timestamp_seconds", unit: .seconds, by: [.certificate],
        help: "When a certificate in use expires, since 1970.")

    static let cpu = Metric(
        .counter, "process_cpu_seconds_total", unit: .seconds, help: "CPU time of the process, user and system.")
    static let residentMemory = Metric(
        .gauge, "process_resident_memory_bytes", unit: .bytes, help: "Resident memory of the process.")
    static let openDescriptors = Metric(.gauge, "process_open_fds", help: "Open file descriptors.")
    static let descriptorLimit = Metric(.gauge, "process_max_fds", help: "The most open file descriptors.")
    static let startTime = Metric(
        .gauge, "process_start_time_seconds", unit: .seconds, help: "When the server began to start, since 1970.")
    static let build = Metric(.gauge, "thumbturn_build_info", by: [.version], help: "Always 1, with the version.")

    /// All metrics, in the order of the text.
    package static let table = [
        requestDuration, problems, connections, connectionLimit, bufferedBytes, loopDelay, ceremonies, signIns,
        runningVerifications, waitingVerifications, runningHashes, waitingHashes, computedHashes, declinedHashes,
        transactions, commits, checkpoints, batchSize, writerWait,
        commitDuration, waitingTransactions, readers, limits, outboxLength, outboxOldest, outboxDead,
        outboxAttempts, keyCreation,
        certificateExpiry, cpu, residentMemory, openDescriptors, descriptorLimit, startTime, build,
    ]
}
