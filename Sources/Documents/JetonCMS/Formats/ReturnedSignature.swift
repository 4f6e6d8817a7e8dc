import JetonASN1
import JetonOctets
package import JetonX509

/// A signature that was made on another machine, as a key that makes this one signature.
package struct ReturnedSignature: SigningKey {
    /// The signer's public key, which the signature fits.
    package let publicKey: PublicKey
    /// How it was made.
    package let algorithms: [SignatureAlgorithm]
    private let value: [UInt8]

    /// Finds the signature in what came back.
    ///
    /// Taken are its bytes, their hexadecimal digits and their base64; for ECDSA the DER SEQUENCE and r‖s; for GOST
    /// R 34.10 both orders of the numbers and of their bytes. The form that fits is the right one.
    ///
    /// - Parameters:
    ///   - octets: What came back.
    ///   - message: What was signed, before it was hashed.
    ///   - publicKey: The signer's.
    ///   - algorithm: How it was signed.
    /// - Throws: ``DocumentError/Code/signatureMismatch`` if no form fits.
    package init(
        _ octets: [UInt8],
        over message: [UInt8],
        by publicKey: PublicKey,
        algorithm: SignatureAlgorithm
    ) throws(DocumentError) {
        let input = try algorithm.input(for: message)
        let forms = Self.values(octets).flatMap { Self.forms($0, publicKey) }
        guard let value = forms.first(where: { publicKey.check($0, input: input, algorithm: algorithm) == .valid })
        else {
            throw DocumentError(
                .signatureMismatch,
                "the signature was not made by the certificate's key over the prepared content"
            )
        }
        self.publicKey = publicKey
        self.value = value
        algorithms = [algorithm]
    }

    /// The signature, whatever is asked for: the caller checks that it fits.
    package func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) -> [UInt8] { value }

    /// The bytes, and what they are the text of.
    private static func values(_ octets: [UInt8]) -> [[UInt8]] {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let text = String(decoding: octets.filter { !blanks.contains($0) }, as: UTF8.self)
        return [octets] + [Hex.decode(text), Base64.decode(text)].compactMap { $0 }
    }

    /// A signature in the forms that tokens and programs give it.
    private static func forms(_ value: [UInt8], _ publicKey: PublicKey) -> [[UInt8]] {
        switch publicKey.kind {
        case .ellipticCurve(let curve, _):
            let signature = curve.orderSize.flatMap { try? ECDSASignature(ofToken: value, orderLength: $0) }
            return [value] + [signature?.derRepresentation].compactMap { $0 }
        case .gost:
            let (first, second) = (value.prefix(value.count / 2), value.suffix(value.count / 2))
            return [
                value, Array(second + first), first.reversed() + second.reversed(), value.reversed(),
            ]
        default: return [value]
        }
    }
}
