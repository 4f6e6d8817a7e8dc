import CJetonLibcrypto

extension SignatureMethod {
    /// Lends the padding of an RSA method; nil for any other.
    func withPadding(_ body: (UnsafePointer<libcrypto_rsa_padding>?) -> Int32) -> Int32 {
        switch self {
        case .rsaPKCS1(let digest):
            unsafe digest.rawValue.withCString { name in
                var padding = unsafe libcrypto_rsa_padding(digest: name, mask_digest: nil, salt_length: 0)
                return unsafe body(&padding)
            }
        case .rsaPSS(let digest, let mask, let saltLength):
            unsafe digest.rawValue.withCString { name in
                unsafe mask.rawValue.withCString { maskName in
                    var padding = unsafe libcrypto_rsa_padding(
                        digest: name,
                        mask_digest: maskName,
                        salt_length: Int32(clamping: saltLength)
                    )
                    return unsafe body(&padding)
                }
            }
        case .ecdsa, .dsa, .edDSA, .gost: body(nil)
        }
    }
}

/// Lends big-endian numbers; an empty one is zero.
func withNumbers(
    _ numbers: [[UInt8]],
    _ body: (UnsafeBufferPointer<libcrypto_number>) -> Int32
) -> Int32 {
    var joined: [UInt8] = [0]
    for number in numbers { joined += number }
    return unsafe joined.withUnsafeBufferPointer { joined in
        guard let base = joined.baseAddress else { return -1 }
        var start = 1
        var parts = unsafe [libcrypto_number]()
        for number in numbers {
            unsafe parts.append(libcrypto_number(octets: base + start, count: number.count))
            start += number.count
        }
        return unsafe parts.withUnsafeBufferPointer { unsafe body($0) }
    }
}
