import CLibcrypto

/// Turns what a C call came to into an error.
func check(_ result: Int32) throws(LibcryptoError) {
    switch UInt32(bitPattern: result) {
    case LIBCRYPTO_OK.rawValue: return
    case LIBCRYPTO_INVALID.rawValue: throw LibcryptoError(.invalidInput)
    case LIBCRYPTO_NOT_AUTHENTIC.rawValue: throw LibcryptoError(.notAuthentic)
    default: throw LibcryptoError(.failed)
    }
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
