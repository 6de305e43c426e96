// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

extension FuzzTarget {
    /// A file is rejected with problems, or gives a snapshot that finds its hosts and clients.
    static let configuration = FuzzTarget(name: "configuration", accepts: ["a snapshot", "a client at a host"]) {
        bytes in
        let file = ConfigurationFile(bytes, suffixes: PublicSuffixRule { $0 == "com" })
        for problem in file.findings.problems {
            require(!problem.description.isEmpty, "a problem has a description")
        }
        guard let url = try? WebOrigin("https://login.example.com") else { fatalError("the URL is valid") }
        guard file.findings.problems.isEmpty,
            let directory = try? ConfigurationSnapshot(documents: file.documents, url: url)
        else {
            return
        }
        accepted("a snapshot")
        for host in directory.domains.keys {
            require(directory.domain(at: host)?.host == host, "a host is found by its name")
            for client in directory.clients.values {
                accepted("a client at a host")
                require(directory.client(client.id)?.id == client.id, "a client is found by its id")
                require(directory.relyingParty(for: client, host: host) != nil, "a host has a relying party")
                _ = directory.policy(for: client, in: directory.connection(nil))
            }
            _ = directory.relatedOrigins(of: host)
            _ = directory.audiences(at: host)
        }
        _ = (directory.appleApplicationIDs, directory.androidApplications)
    }
}
