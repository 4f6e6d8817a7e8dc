import CJetonLibcrypto
public import JetonASN1
public import JetonOctets

/// An elliptic curve of libcrypto, over a prime or a binary field.
///
/// Weak and withdrawn curves are among them: a caller with a policy looks at ``bitCount``.
public struct EllipticCurve: Hashable, Sendable, CustomStringConvertible {
    /// The curve's object identifier.
    public let oid: OID
    /// Bytes of a coordinate; an uncompressed point has `1 + 2 * fieldLength`.
    public let fieldLength: Int
    /// Bits of the order.
    public let bitCount: Int
    let number: Int32

    /// Bytes of the order: of a scalar, and of r and of s in a signature.
    public var orderLength: Int { (bitCount + 7) / 8 }

    /// Finds a curve by its object identifier.
    ///
    /// - Throws: ``LibcryptoError/Code/unsupported`` if libcrypto does not have the curve.
    public init(oid: OID) throws(LibcryptoError) {
        var curve = libcrypto_curve()
        let result = unsafe oid.contents.withUnsafeBufferPointer { identifier -> Int32 in
            guard let base = identifier.baseAddress else { return Int32(LIBCRYPTO_INVALID.rawValue) }
            return unsafe libcrypto_curve_find(base, identifier.count, &curve)
        }
        if UInt32(bitPattern: result) == LIBCRYPTO_INVALID.rawValue { throw LibcryptoError(.unsupported) }
        try check(result)
        self.oid = oid
        fieldLength = (Int(curve.field_bits) + 7) / 8
        bitCount = Int(curve.order_bits)
        number = curve.number
    }

    /// The object identifiers of all curves that libcrypto has, in its order.
    public static var identifiers: [OID] {
        (0..<libcrypto_curve_count()).compactMap { index in
            let contents = try? unsafe octets(capacity: 32) { (pointer, written) in
                unsafe libcrypto_curve_identifier(index, pointer, &written)
            }
            return contents.flatMap { OID(contents: $0) }
        }
    }

    /// The public point of a private key: `04`, x, y.
    ///
    /// - Parameter scalar: The number, big-endian, ``orderLength`` bytes.
    /// - Returns: The point, `1 + 2 * fieldLength` bytes.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length, zero, or a number not below the order.
    public func publicPoint(of scalar: borrowing Secret) throws(LibcryptoError) -> [UInt8] {
        try scalar.withBytes { (scalar) throws(LibcryptoError) in
            try point(of: KeyHandle(scalar: scalar, on: self))
        }
    }

    func point(of handle: KeyHandle) throws(LibcryptoError) -> [UInt8] {
        try unsafe octets(capacity: Int(LIBCRYPTO_LONGEST_POINT)) { (pointer, written) in
            unsafe libcrypto_ec_public_point(handle.pointer, pointer, &written)
        }
    }

    /// The usual name, or the dotted object identifier.
    public var description: String { oid.name ?? oid.description }
}

extension KeyHandle {
    /// A key pair on a curve.
    convenience init(scalar: Span<UInt8>, on curve: EllipticCurve) throws(LibcryptoError) {
        try unsafe self.init { (pointer) in
            unsafe scalar.withUnsafeBufferPointer { scalar in
                guard let base = scalar.baseAddress else { return Int32(LIBCRYPTO_INVALID.rawValue) }
                return unsafe libcrypto_ec_pair(curve.number, base, scalar.count, pointer)
            }
        }
    }
}
