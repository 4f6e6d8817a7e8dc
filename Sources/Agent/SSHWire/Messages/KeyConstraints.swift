package import JetonOctets

/// What a program that adds keys lays upon them.
///
/// - SeeAlso: RFC 9987, 5.2.6; OpenSSH's PROTOCOL.agent, 2 and 3.
package struct KeyConstraints: Hashable, Sendable {
    /// After how many seconds the keys go; nil for no end.
    package private(set) var lifetime: UInt32?
    /// Whether each use is asked for.
    package private(set) var needsConfirmation = false
    /// The hops that the keys may be used on; nil for all.
    package private(set) var destinations: [DestinationHop]?
    /// Whether only the certificates are added; nil without any.
    package private(set) var certificatesOnly: Bool?
    /// The blobs of the certificates.
    package private(set) var certificates: [[UInt8]] = []

    /// Lays nothing upon keys.
    package init() {}

    /// Reads constraints to the end of a message.
    ///
    /// - Throws: `EncodingError`; a constraint that is unknown fails all of them.
    package init(_ octets: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(octets)
        while !reader.isAtEnd {
            switch try reader.byte() {
            case 1 where lifetime == nil: lifetime = try reader.number()
            case 2 where !needsConfirmation: needsConfirmation = true
            case 255: try readExtension(&reader)
            default: throw EncodingError(.unexpectedValue, at: 0, "an unknown constraint, or one given twice")
            }
        }
    }

    private mutating func readExtension(_ reader: inout SSHReader) throws(EncodingError) {
        switch try reader.text(atMost: 256).unescaped {
        case "restrict-destination-v00@openssh.com" where destinations == nil:
            var hops = SSHReader(try reader.string())
            var found: [DestinationHop] = []
            while !hops.isAtEnd {
                guard found.count < 1024 else { throw EncodingError(.limitExceeded, at: 0) }
                found.append(try DestinationHop(try hops.string()))
            }
            destinations = found
        case "associated-certs-v00@openssh.com" where certificatesOnly == nil:
            certificatesOnly = try reader.flag()
            var list = SSHReader(try reader.string())
            while !list.isAtEnd {
                guard certificates.count < 1024 else { throw EncodingError(.limitExceeded, at: 0) }
                certificates.append(try list.string(atMost: 65_536))
            }
        default: throw EncodingError(.unexpectedValue, at: 0, "an unknown constraint, or one given twice")
        }
    }
}
