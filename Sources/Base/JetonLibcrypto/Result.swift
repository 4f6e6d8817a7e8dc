import CJetonLibcrypto
import JetonOctets

/// Turns what a C call came to into an error.
func check(_ result: Int32) throws(LibcryptoError) {
    switch UInt32(bitPattern: result) {
    case LIBCRYPTO_OK.rawValue: return
    case LIBCRYPTO_INVALID.rawValue: throw LibcryptoError(.invalidInput)
    case LIBCRYPTO_NOT_AUTHENTIC.rawValue: throw LibcryptoError(.notAuthentic)
    case LIBCRYPTO_UNAVAILABLE.rawValue: throw LibcryptoError(.gostUnavailable)
    default: throw LibcryptoError(.failed)
    }
}

/// Whether a signature fits, by what a C call came to.
func fits(_ result: Int32) throws(LibcryptoError) -> Bool {
    if UInt32(bitPattern: result) == LIBCRYPTO_NOT_AUTHENTIC.rawValue { return false }
    try check(result)
    return true
}

/// Octets that a C function writes: an array of at most `capacity`, cut to the count that the function tells.
func octets(
    capacity: Int,
    _ body: (UnsafeMutablePointer<UInt8>, inout Int) -> Int32
) throws(LibcryptoError) -> [UInt8] {
    var written = capacity
    var result = Int32(bitPattern: LIBCRYPTO_FAILED.rawValue)
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: Swift.max(capacity, 1)) { buffer, count in
        unsafe buffer.initialize(repeating: 0)
        if let base = buffer.baseAddress { result = unsafe body(base, &written) }
        count = Swift.min(written, capacity)
    }
    try check(result)
    return octets
}

/// A secret of `count` octets that a C function writes.
///
/// - Precondition: `count` is 1 to 1,048,576.
func secret(
    count: Int,
    _ body: (UnsafeMutablePointer<UInt8>) -> Int32
) throws(LibcryptoError) -> Secret {
    try Secret(capacity: count) { (span: inout MutableSpan<UInt8>) throws(LibcryptoError) in
        try check(
            unsafe span.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return -1 }
                return unsafe body(base)
            }
        )
        return count
    }
}

/// Lends two strings of octets at once.
func lend(
    _ first: Span<UInt8>,
    _ second: Span<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32
) -> Int32 {
    unsafe first.withUnsafeBufferPointer { first in
        unsafe second.withUnsafeBufferPointer { second in unsafe body(first, second) }
    }
}

/// Lends three strings of octets at once.
func lend(
    _ first: Span<UInt8>,
    _ second: Span<UInt8>,
    _ third: Span<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32
) -> Int32 {
    unsafe lend(first, second) { (first, second) in
        unsafe third.withUnsafeBufferPointer { third in unsafe body(first, second, third) }
    }
}
