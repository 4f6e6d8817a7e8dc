/// A signature by ECDSA, brought to the form that PKCS #11 defines.
///
/// PKCS #11 wants r and s, one behind the other, each as long as the order of the curve. Some tokens give the SEQUENCE
/// of X9.62 instead. The length decides, since it is known from the curve.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 6.3.1; SEC 1, C.5.
public enum ECDSASignature {
    /// r and s, one behind the other.
    ///
    /// - Parameters:
    ///   - signature: What the token made.
    ///   - orderSize: Octets of the curve's order: 32 for P-256, 66 for P-521.
    /// - Returns: `2 * orderSize` octets; nil if the signature is in neither form.
    public static func concatenated(_ signature: [UInt8], orderSize: Int) -> [UInt8]? {
        if signature.count == 2 * orderSize { return signature }
        var rest = signature[...]
        guard var body = element(0x30, of: &rest), rest.isEmpty,
            let r = element(0x02, of: &body), let s = element(0x02, of: &body), body.isEmpty,
            let first = unsigned(r, size: orderSize), let second = unsigned(s, size: orderSize)
        else { return nil }
        return first + second
    }

    /// Takes an element with this tag off the front; lengths up to 255 octets, which two integers of any curve fit.
    private static func element(_ tag: UInt8, of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.popFirst() == tag, var length = rest.popFirst().map(Int.init) else { return nil }
        if length == 0x81 {
            guard let long = rest.popFirst(), long >= 0x80 else { return nil }
            length = Int(long)
        } else if length >= 0x80 {
            return nil
        }
        guard length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }

    private static func unsigned(_ integer: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        guard let first = integer.first, first < 0x80 else { return nil }
        let digits = integer.drop { $0 == 0 }
        guard digits.count <= size else { return nil }
        return [UInt8](repeating: 0, count: size - digits.count) + digits
    }
}
