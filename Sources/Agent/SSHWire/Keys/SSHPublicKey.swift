package import JetonOctets

/// A public key in the form of SSH.
///
/// - SeeAlso: RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4.
package enum SSHPublicKey: Hashable, Sendable {
    /// `ssh-rsa`: exponent and modulus, big-endian without leading zeros.
    case rsa(exponent: [UInt8], modulus: [UInt8])
    /// `ecdsa-sha2-…`: an uncompressed point of SEC 1, 2.3.3.
    case ecdsa(Curve, point: [UInt8])
    /// `ssh-ed25519`: 32 bytes.
    case ed25519([UInt8])

    /// The curves of RFC 5656 that tokens have.
    package enum Curve: String, Hashable, Sendable, CaseIterable {
        /// P-256.
        case nistp256
        /// P-384.
        case nistp384
        /// P-521.
        case nistp521

        /// Bytes of a coordinate.
        package var coordinateSize: Int {
            switch self {
            case .nistp256: 32
            case .nistp384: 48
            case .nistp521: 66
            }
        }
    }

    /// Reads a blob.
    ///
    /// - Throws: `EncodingError`; `unexpectedValue` for another type of key and for numbers out of range.
    package init(_ blob: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(blob)
        let name = try reader.text(atMost: 64).unescaped
        self = try SSHPublicKey(&reader, type: name)
        try reader.finish()
    }

    /// Reads what follows the type in a blob or in a certificate.
    init(_ reader: inout SSHReader, type: String) throws(EncodingError) {
        switch type {
        case "ssh-rsa":
            let (exponent, modulus) = (try reader.magnitude(atMost: 32), try reader.magnitude(atMost: 2048))
            guard modulus.count >= 64, !exponent.isEmpty else { throw EncodingError(.unexpectedValue, at: 0) }
            self = .rsa(exponent: exponent, modulus: modulus)
        case "ssh-ed25519":
            let octets = try reader.string(atMost: 32)
            guard octets.count == 32 else { throw EncodingError(.unexpectedValue, at: 0) }
            self = .ed25519(octets)
        default:
            let curve = Curve.allCases.first { type == "ecdsa-sha2-\($0.rawValue)" }
            guard let curve, try reader.text(atMost: 64).unescaped == curve.rawValue else {
                throw EncodingError(.unexpectedValue, at: 0, "an unknown type of key")
            }
            let point = try reader.string(atMost: 133)
            guard point.count == 1 + 2 * curve.coordinateSize, point.first == 0x04 else {
                throw EncodingError(.unexpectedValue, at: 0, "a point in another form")
            }
            self = .ecdsa(curve, point: point)
        }
    }

    /// The name of the key's type.
    package var type: String {
        switch self {
        case .rsa: "ssh-rsa"
        case .ecdsa(let curve, _): "ecdsa-sha2-\(curve.rawValue)"
        case .ed25519: "ssh-ed25519"
        }
    }

    /// The key as SSH sends it.
    package var blob: [UInt8] {
        var writer = SSHWriter()
        writer.write(text: type)
        switch self {
        case .rsa(let exponent, let modulus):
            writer.write(magnitude: exponent)
            writer.write(magnitude: modulus)
        case .ecdsa(let curve, let point):
            writer.write(text: curve.rawValue)
            writer.write(string: point)
        case .ed25519(let octets): writer.write(string: octets)
        }
        return writer.octets
    }
}
