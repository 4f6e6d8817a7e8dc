import CJetonLibcrypto
public import JetonOctets

/// The ephemeral scalar of one side of one run, x or y; never used for a second run.
public struct SPAKE2PlusScalar: ~Copyable, Sendable {
    let octets: Secret

    /// Draws a scalar.
    ///
    /// - Throws: ``LibcryptoError/Code/failed`` without entropy.
    public init() throws(LibcryptoError) {
        octets = try unsafe secret(count: SPAKE2PlusParameters.scalarLength) { scalar in
            unsafe libcrypto_spake2plus_random(scalar)
        }
    }

    /// Takes a scalar that is known, as vectors give it.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length than 32 bytes.
    public init(known octets: consuming Secret) throws(LibcryptoError) {
        guard octets.count == SPAKE2PlusParameters.scalarLength else { throw LibcryptoError(.invalidInput) }
        self.octets = octets
    }

    /// shareP or shareV.
    borrowing func share(isVerifier: Bool, w0: borrowing Secret) throws(LibcryptoError) -> [UInt8] {
        try octets.withBytes { (scalar) throws(LibcryptoError) in
            try w0.withBytes { (w0) throws(LibcryptoError) in
                try unsafe JetonLibcrypto.octets(capacity: SPAKE2PlusParameters.pointLength) { (share, _) in
                    unsafe lend(scalar, w0) { (scalar, w0) in
                        guard let scalar = scalar.baseAddress, let w0 = w0.baseAddress else { return -1 }
                        return unsafe libcrypto_spake2plus_share(isVerifier, scalar, w0, share)
                    }
                }
            }
        }
    }
}
