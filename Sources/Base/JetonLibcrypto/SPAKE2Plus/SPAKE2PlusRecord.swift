public import JetonOctets

/// What the verifier stores of a password: w0 and L.
///
/// It allows to try passwords offline, at the cost of scrypt each, and to be the verifier; not to be the prover. It is
/// kept as a password is.
///
/// - SeeAlso: RFC 9383, 3.2.
public struct SPAKE2PlusRecord: ~Copyable, Sendable {
    /// Bytes of a record: w0, then L.
    public static let length = SPAKE2PlusParameters.scalarLength + SPAKE2PlusParameters.pointLength

    /// w0, 32 bytes.
    let w0: Secret
    /// L: `04`, x, y, 65 bytes.
    let point: [UInt8]

    init(w0: consuming Secret, point: [UInt8]) throws(LibcryptoError) {
        guard w0.count == SPAKE2PlusParameters.scalarLength, point.count == SPAKE2PlusParameters.pointLength else {
            throw LibcryptoError(.invalidInput)
        }
        self.w0 = w0
        self.point = point
    }

    /// Reads a stored record; whether its numbers are a scalar and a point shows when it is used.
    ///
    /// - Parameter stored: ``length`` bytes.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length.
    public init(stored: borrowing Secret) throws(LibcryptoError) {
        guard stored.count == SPAKE2PlusRecord.length else { throw LibcryptoError(.invalidInput) }
        let scalarLength = SPAKE2PlusParameters.scalarLength
        w0 = stored.withBytes { Secret(copying: $0.extracting(..<scalarLength)) }
        point = stored.withBytes { octets in (scalarLength..<octets.count).map { octets[$0] } }
    }

    /// The record as ``init(stored:)`` reads it.
    public borrowing func stored() -> Secret {
        let point = point
        return w0.withBytes { w0 in
            Secret(capacity: SPAKE2PlusRecord.length) { target in
                for index in 0..<w0.count { target[index] = w0[index] }
                for index in point.indices { target[w0.count + index] = point[index] }
                return SPAKE2PlusRecord.length
            }
        }
    }
}
