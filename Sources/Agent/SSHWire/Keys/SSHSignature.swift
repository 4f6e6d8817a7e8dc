package import JetonOctets

/// A signature in the form of SSH: the algorithm's name and its value.
///
/// - SeeAlso: RFC 4253, 6.6; RFC 8332, 3; RFC 5656, 3.1.2; RFC 8709, 6.
package struct SSHSignature: Hashable, Sendable {
    /// The name of the algorithm, such as `rsa-sha2-256`.
    package let algorithm: String
    /// The value as the algorithm defines it.
    package let value: [UInt8]

    /// Makes a signature of its parts.
    package init(algorithm: String, value: [UInt8]) {
        self.algorithm = algorithm
        self.value = value
    }

    /// Reads a signature's blob.
    ///
    /// - Throws: `EncodingError`.
    package init(_ blob: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(blob)
        algorithm = try reader.text(atMost: 64).unescaped
        value = try reader.string(atMost: 8192)
        try reader.finish()
    }

    /// Makes the value of ECDSA of r and s, big-endian.
    package static func ecdsaValue(r: some Collection<UInt8>, s: some Collection<UInt8>) -> [UInt8] {
        var writer = SSHWriter()
        writer.write(magnitude: r)
        writer.write(magnitude: s)
        return writer.octets
    }

    /// r and s of a value of ECDSA, big-endian without leading zeros.
    ///
    /// - Throws: `EncodingError`.
    package func ecdsaNumbers() throws(EncodingError) -> (r: [UInt8], s: [UInt8]) {
        var reader = SSHReader(value)
        let numbers = (r: try reader.magnitude(atMost: 66), s: try reader.magnitude(atMost: 66))
        try reader.finish()
        return numbers
    }

    /// The signature as SSH sends it.
    package var blob: [UInt8] {
        var writer = SSHWriter()
        writer.write(text: algorithm)
        writer.write(string: value)
        return writer.octets
    }
}
