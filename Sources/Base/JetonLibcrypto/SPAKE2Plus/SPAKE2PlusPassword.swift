import CJetonLibcrypto
public import JetonOctets

/// The prover's secret: the scalars w0 and w1, made of the password.
///
/// - SeeAlso: RFC 9383, 3.2.
public struct SPAKE2PlusPassword: ~Copyable, Sendable {
    /// w0, 32 bytes.
    let w0: Secret
    /// w1, 32 bytes.
    let w1: Secret

    /// Makes the scalars by scrypt, at a cost in time and memory as ``KeyDerivation/scrypt(_:salt:log2Cost:blockSize:parallelism:count:)``.
    ///
    /// - Parameters:
    ///   - password: 1 to 1,024 bytes.
    ///   - parameters: Whose identities go into the scalars.
    ///   - salt: Any bytes; another for each password.
    ///   - log2Cost: The binary logarithm of N.
    ///   - blockSize: r.
    ///   - parallelism: p.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other numbers or lengths, ``LibcryptoError/Code/failed`` without
    ///   memory.
    public init(
        _ password: borrowing Secret,
        parameters: SPAKE2PlusParameters,
        salt: [UInt8],
        log2Cost: Int,
        blockSize: Int,
        parallelism: Int
    ) throws(LibcryptoError) {
        guard (1...1024).contains(password.count) else { throw LibcryptoError(.invalidInput) }
        let input = password.withBytes { password in
            let parts = [parameters.proverIdentity, parameters.verifierIdentity]
            return Secret(capacity: parts.reduce(3 * 8 + password.count) { $0 + $1.count }) { target in
                var writer = SPAKE2PlusTranscript()
                writer.append(password, to: &target)
                for part in parts { writer.append(part.span, to: &target) }
                return writer.count
            }
        }
        // Half of it is 64 bits longer than the order, so that the remainder is uniform.
        let stretched = try KeyDerivation.scrypt(
            input,
            salt: salt,
            log2Cost: log2Cost,
            blockSize: blockSize,
            parallelism: parallelism,
            count: 80
        )
        let w0 = try SPAKE2PlusPassword.scalar(stretched, 0..<40)
        let w1 = try SPAKE2PlusPassword.scalar(stretched, 40..<80)
        self.w0 = w0
        self.w1 = w1
    }

    /// Takes scalars that are known, as vectors give them.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other lengths than 32 bytes.
    public init(w0: consuming Secret, w1: consuming Secret) throws(LibcryptoError) {
        guard w0.count == SPAKE2PlusParameters.scalarLength, w1.count == SPAKE2PlusParameters.scalarLength else {
            throw LibcryptoError(.invalidInput)
        }
        self.w0 = w0
        self.w1 = w1
    }

    /// Reads what ``scalars()`` gave.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length than 64 bytes.
    public init(scalars: borrowing Secret) throws(LibcryptoError) {
        let length = SPAKE2PlusParameters.scalarLength
        guard scalars.count == 2 * length else { throw LibcryptoError(.invalidInput) }
        w0 = scalars.withBytes { Secret(copying: $0.extracting(..<length)) }
        w1 = scalars.withBytes { Secret(copying: $0.extracting(length...)) }
    }

    /// w0, then w1, 64 bytes.
    public borrowing func scalars() -> Secret {
        w0.withBytes { w0 in
            w1.withBytes { w1 in
                Secret(capacity: w0.count + w1.count) { target in
                    for index in 0..<w0.count { target[index] = w0[index] }
                    for index in 0..<w1.count { target[w0.count + index] = w1[index] }
                    return w0.count + w1.count
                }
            }
        }
    }

    /// The record that the verifier stores.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if w1 is zero or not below the order.
    public borrowing func record() throws(LibcryptoError) -> SPAKE2PlusRecord {
        let point = try w1.withBytes { (w1) throws(LibcryptoError) in
            try unsafe octets(capacity: SPAKE2PlusParameters.pointLength) { (point, _) in
                unsafe w1.withUnsafeBufferPointer { w1 in
                    guard let base = w1.baseAddress else { return -1 }
                    return unsafe libcrypto_spake2plus_record(base, point)
                }
            }
        }
        return try SPAKE2PlusRecord(w0: w0.clone(), point: point)
    }

    private static func scalar(_ stretched: borrowing Secret, _ part: Range<Int>) throws(LibcryptoError) -> Secret {
        try stretched.withBytes { (octets) throws(LibcryptoError) in
            try unsafe secret(count: SPAKE2PlusParameters.scalarLength) { scalar in
                unsafe octets.extracting(part).withUnsafeBufferPointer { octets in
                    guard let base = octets.baseAddress else { return -1 }
                    return unsafe libcrypto_spake2plus_reduce(base, octets.count, scalar)
                }
            }
        }
    }
}
