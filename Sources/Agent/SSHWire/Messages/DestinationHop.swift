package import JetonOctets

/// A hop that a key may be used on, from one host to the next.
///
/// - SeeAlso: OpenSSH's PROTOCOL.agent, 3.
package struct DestinationHop: Hashable, Sendable {
    /// One end of a hop.
    package struct End: Hashable, Sendable {
        /// The user; empty for any.
        package let user: String
        /// The host's name as its user wrote it; empty for the machine of the agent.
        package let host: String
        /// The keys by which the host is known: their blobs, and whether each is an authority's.
        package let keys: [Key]

        /// Whether a host with a key is meant; an authority's key fits the certificates that it signed.
        package func fits(_ hostKey: HostKey) -> Bool {
            keys.contains { $0.isAuthority ? hostKey.authority == $0.blob : hostKey.blob == $0.blob }
        }

        init(_ octets: [UInt8]) throws(EncodingError) {
            var reader = SSHReader(octets)
            user = try reader.text(atMost: 256).unescaped
            host = try reader.text(atMost: 1024).unescaped
            _ = try reader.string(atMost: 0)
            var keys: [Key] = []
            while !reader.isAtEnd {
                guard keys.count < 1024 else { throw EncodingError(.limitExceeded, at: 0) }
                keys.append(Key(blob: try reader.string(atMost: 65_536), isAuthority: try reader.flag()))
            }
            self.keys = keys
        }
    }

    /// A key by which a host is known.
    package struct Key: Hashable, Sendable {
        /// The key's blob.
        package let blob: [UInt8]
        /// Whether it signs the certificates of hosts.
        package let isAuthority: Bool
    }

    /// Where the hop begins; without keys on the agent's own machine.
    package let from: End
    /// Where it ends.
    package let to: End

    /// Reads a hop.
    ///
    /// - Throws: `EncodingError`; also for one whose ends say nothing.
    package init(_ octets: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(octets)
        from = try End(try reader.string())
        to = try End(try reader.string())
        _ = try reader.string(atMost: 0)
        try reader.finish()
        guard from.user.isEmpty, !to.keys.isEmpty, !to.host.isEmpty, from.host.isEmpty == from.keys.isEmpty else {
            throw EncodingError(.unexpectedValue, at: 0, "a hop without an end")
        }
    }
}
