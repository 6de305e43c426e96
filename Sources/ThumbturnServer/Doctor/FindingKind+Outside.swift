// SPDX-License-Identifier: Apache-2.0

extension FindingKind {
    /// The kinds of what others see of the server.
    static let outside = [
        dnsNotFound, siteUnreachable, siteTimedOut, siteRedirected, siteStatus, siteIssuer, serverOther,
        certificateHandshake, certificateExpired, certificateNotYetValid, certificateHost, certificateIncomplete,
        certificateUntrusted, certificateExpiring, proxyUntrusted, proxyScheme, proxyHost, proxyAddress, clockDiffers,
        associationUnreachable, associationStatus, associationRedirected, associationType, associationTooLarge,
        associationApple, associationAndroid, associationOrigins,
    ]

    // MARK: The way to the server

    static let dnsNotFound = FindingKind(
        "dns.not-found", cause: "The name {host} has no address.",
        remedy:
            "Add a record A or AAAA for {host} with the address of this server or of its proxy. Check it: dig {host}")
    static let siteUnreachable = FindingKind(
        "site.unreachable", cause: "Nothing answers at {url}: {reason}.",
        remedy: "Start the proxy, open the port in the firewall, and see who listens: ss -ltnp")
    static let siteTimedOut = FindingKind(
        "site.timed-out", cause: "{url} did not answer within five seconds.",
        remedy:
            "See whether the name leads to this machine, and the firewall lets the port through: dig {host}; ss -ltnp")
    static let siteRedirected = FindingKind(
        "site.redirected", cause: "{url} redirects to {target}, which clients and systems don't follow.",
        remedy: "Let the proxy pass {host} on to the server without a redirect, or make the target the server's --url.")
    static let siteStatus = FindingKind(
        "site.status", cause: "{url} has the status {status}: the server isn't behind it, or its proxy can't reach it.",
        remedy:
            "Point the proxy of {host} at the address that the server listens on, and don't let it answer /.well-known/ itself."
    )
    static let siteIssuer = FindingKind(
        "site.issuer", cause: "{url} names the issuer {issuer}, and not {expected}.",
        remedy: "Start the server with --url {origin}, as clients reach it.")
    static let serverOther = FindingKind(
        "server.other", cause: "Another server than this one answers at {url}: none of its keys is in {file}.",
        remedy: "Point {host} at this server, or give the folder of that one with --data.")

    // MARK: Certificates

    static let certificateHandshake = FindingKind(
        "certificate.handshake", cause: "There is no TLS at {url}: {reason}.",
        remedy:
            "Give --tls-cert and --tls-key, or let the proxy end TLS at this port: openssl s_client -connect {authority}"
    )
    static let certificateExpired = FindingKind(
        "certificate.expired", cause: "The certificate of {host} expired at {time}.",
        remedy: "Renew it, for example with: certbot renew. The server takes up new files by itself; reload a proxy.")
    static let certificateNotYetValid = FindingKind(
        "certificate.not-yet-valid", cause: "The certificate of {host} is not valid before {time}.",
        remedy: "Check this machine's clock with timedatectl, or use another certificate until then.")
    static let certificateHost = FindingKind(
        "certificate.host", cause: "The certificate at {url} doesn't name {host}.",
        remedy: "Get one that does, for example with: certbot certonly -d {host} – and give it with another --tls-cert."
    )
    static let certificateIncomplete = FindingKind(
        "certificate.chain-incomplete",
        cause: "{url} sends its own certificate alone, and no system knows who issued it: {issuer}",
        remedy: "Use the file with the whole chain, which certbot calls fullchain.pem, for --tls-cert or in the proxy.")
    static let certificateUntrusted = FindingKind(
        "certificate.untrusted", cause: "The certificate at {url} is of nobody whom this system trusts: {issuer}",
        remedy: "Get one from a public authority. If all devices know your own: add it with update-ca-certificates.")
    static let certificateExpiring = FindingKind(
        "certificate.expiring", severity: .warning,
        cause: "The certificate of {host} expires at {time}, in {days} days.",
        remedy:
            "See why it isn't renewed: systemctl list-timers; certbot renew --dry-run – or, if it is, reload the proxy: systemctl reload nginx"
    )

    // MARK: Proxies

    static let proxyUntrusted = FindingKind(
        "proxy.not-trusted", cause: "The proxy at {peer} passes requests on, but the server doesn't trust its fields.",
        remedy: "Start the server with --trusted-proxy {peer}")
    static let proxyScheme = FindingKind(
        "proxy.scheme",
        cause: "The proxy at {peer} doesn't say that the client used https, so the server rejects all requests.",
        remedy: "nginx: proxy_set_header X-Forwarded-Proto $scheme;")
    static let proxyHost = FindingKind(
        "proxy.host",
        cause: "The proxy at {peer} asks for the host {seen}, and not for {host}, so the server rejects all requests.",
        remedy: "nginx: proxy_set_header Host $host;")
    static let proxyAddress = FindingKind(
        "proxy.address",
        cause:
            "The proxy at {peer} doesn't pass the client's address on. All users share one rate limit, and the log has no addresses.",
        remedy: "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;")
    static let clockDiffers = FindingKind(
        "clock.differs", cause: "The clock of {url} is {seconds} seconds away from this machine's.",
        remedy: "Set the clocks of this machine and of the proxy's: timedatectl set-ntp true")

    // MARK: Association files

    static let associationUnreachable = FindingKind(
        "association.unreachable", cause: "{url} can't be read: {reason}.",
        remedy: "Systems read it at the domain that passkeys are bound to. Serve {copy} there, under the same path.")
    static let associationStatus = FindingKind(
        "association.status", cause: "{url} has the status {status}.",
        remedy: "Serve {copy} there, or let the proxy pass /.well-known/ on to the server.")
    static let associationRedirected = FindingKind(
        "association.redirected", cause: "{url} redirects to {target}, which systems don't follow.",
        remedy: "Exclude /.well-known/ from the redirect, and serve {copy} there.")
    static let associationType = FindingKind(
        "association.type", cause: "{url} has the type {type}, and not application/json.",
        remedy: "nginx: default_type application/json; in the location – or pass the path on to the server.")
    static let associationTooLarge = FindingKind(
        "association.too-large", cause: "{url} is larger than 128 kB, which Apple's systems don't read.",
        remedy: "Serve {copy} there, or remove applications that no longer exist.")
    static let associationApple = FindingKind(
        "association.apple",
        cause: "{url} doesn't name the app {missing} under webcredentials. Its passkeys don't work.",
        remedy: "Serve {copy} there. Team and bundle must be as in the app, in capitals and small letters.")
    static let associationAndroid = FindingKind(
        "association.android", cause: "{url} doesn't name {missing}. Its passkeys don't work.",
        remedy: "Serve {copy} there. Package and fingerprint must be those of the app: keytool -list -v")
    static let associationOrigins = FindingKind(
        "association.origins", cause: "{url} doesn't list {missing}, whose pages can't use passkeys.",
        remedy: "Serve {copy} there.")
}
