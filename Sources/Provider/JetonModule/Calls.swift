import CCryptoki
import JetonOctets
import TokenEngine

// What every entry of the function tables is made of: enter, check, call the engine, copy, leave.

/// The result of a C function.
typealias ResultCode = CK_RV

/// The longest input of one call, in bytes: a length that no address space can hold is a mistake.
let maximumLength: CK_ULONG = 1 << 40

/// Runs the body of a C function.
func call(_ body: (Engine) throws(TokenFault) -> Void) -> ResultCode {
    guard let instance = Instance.active else { return CKR_CRYPTOKI_NOT_INITIALIZED }
    if let mutex = instance.mutex, !mutex.lock() { return CKR_MUTEX_BAD }
    defer { instance.mutex?.unlock() }
    do throws(TokenFault) {
        try body(instance.engine)
        return CKR_OK
    } catch {
        return error.code.rawValue
    }
}

/// Runs the body of a C function that waits, without the caller's mutex.
func callWithoutMutex(_ body: (Engine) throws(TokenFault) -> Void) -> ResultCode {
    guard let instance = Instance.active else { return CKR_CRYPTOKI_NOT_INITIALIZED }
    do throws(TokenFault) {
        try body(instance.engine)
        return CKR_OK
    } catch {
        return error.code.rawValue
    }
}

/// The answer of functions that the library does not have.
func notSupported() -> ResultCode {
    Instance.active == nil ? CKR_CRYPTOKI_NOT_INITIALIZED : CKR_FUNCTION_NOT_SUPPORTED
}

/// The same of those that also take a session.
func notSupported(_ session: CK_SESSION_HANDLE) -> ResultCode {
    call { (engine) throws(TokenFault) in
        try engine.requireSession(session)
        throw TokenFault(.functionNotSupported, "the library does not support this function")
    }
}

/// The same of those that take a slot.
func notSupported(slot: CK_SLOT_ID) -> ResultCode {
    call { (engine) throws(TokenFault) in
        try engine.requireSlot(slot)
        throw TokenFault(.functionNotSupported, "the library does not support this function")
    }
}

/// A pointer that the caller must give.
func required<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>?) throws(TokenFault) -> UnsafeMutablePointer<Pointee> {
    guard let pointer = unsafe pointer else { throw TokenFault(.argumentsBad, "a pointer is missing") }
    return unsafe pointer
}

/// Octets of the caller's, for the duration of a closure.
func withOctets<Result: ~Copyable>(
    _ pointer: CK_BYTE_PTR?,
    _ count: CK_ULONG,
    _ body: (Span<UInt8>) throws(TokenFault) -> Result
) throws(TokenFault) -> Result {
    guard count > 0 else { return try body([UInt8]().span) }
    guard count <= maximumLength, let length = Int(exactly: count), let pointer = unsafe pointer else {
        throw TokenFault(.argumentsBad, "the data is missing or too long")
    }
    let span = unsafe Span<UInt8>(_unsafeStart: pointer, count: length)
    return try body(span)
}

/// A copy of octets of the caller's.
///
/// - Parameters:
///   - pointer: Where they are; nil for none.
///   - count: How many there are.
///   - limit: How many are taken; more are the fault `beyond`.
///   - beyond: The fault for too many.
/// - Returns: The copy.
/// - Throws: `CKR_ARGUMENTS_BAD` for a missing pointer, and `beyond`.
func octets(
    _ pointer: CK_BYTE_PTR?,
    _ count: CK_ULONG,
    limit: Int = 1 << 20,
    beyond: ReturnValue = .argumentsBad
) throws(TokenFault) -> [UInt8] {
    guard count > 0 else { return [] }
    guard unsafe pointer != nil else { throw TokenFault(.argumentsBad, "the data is missing") }
    guard count <= CK_ULONG(limit) else { throw TokenFault(beyond, "the data is too long") }
    return try unsafe withOctets(pointer, count) { (span) throws(TokenFault) in span.indices.map { span[$0] } }
}

/// A PIN of the caller's.
///
/// - Parameters:
///   - pointer: Where it is.
///   - count: How many octets it has.
///   - beyond: What one of more than 255 octets is.
/// - Returns: The PIN.
/// - Throws: `CKR_ARGUMENTS_BAD` for a missing pointer, and `beyond`.
func secret(_ pointer: CK_UTF8CHAR_PTR?, _ count: CK_ULONG, beyond: ReturnValue) throws(TokenFault) -> Secret {
    // Where a PIN can be typed at the reader, the caller has looked before.
    guard unsafe pointer != nil else { throw TokenFault(.argumentsBad, "the PIN is missing") }
    guard count <= 255 else { throw TokenFault(beyond, "the PIN is too long") }
    return try unsafe withOctets(pointer, count) { (span) throws(TokenFault) in Secret(copying: span) }
}

/// Runs `make` if the caller has room for what it makes, otherwise reports the required length.
///
/// - Parameters:
///   - target: Where the caller has room; nil asks for the length only.
///   - count: The room, and then the length.
///   - length: How much `make` makes at most.
///   - make: Makes the octets.
/// - Throws: `CKR_BUFFER_TOO_SMALL`, with the length told; what `make` throws.
/// - SeeAlso: PKCS #11 3.2, 5.2.
func give(
    _ target: CK_BYTE_PTR?,
    _ count: CK_ULONG_PTR,
    length: Int,
    _ make: () throws(TokenFault) -> [UInt8]
) throws(TokenFault) {
    let room = unsafe count.pointee
    guard unsafe target != nil, room >= CK_ULONG(length) else {
        unsafe count.pointee = CK_ULONG(length)
        if unsafe target == nil { return }
        throw TokenFault(.bufferTooSmall, "the caller's buffer is too small")
    }
    unsafe copy(try make(), to: target, count)
}

/// Copies octets to the caller, who has room for them.
func copy(_ octets: [UInt8], to target: CK_BYTE_PTR?, _ count: CK_ULONG_PTR) {
    if let target = unsafe target {
        for (index, octet) in octets.enumerated() { unsafe target[index] = octet }
    }
    unsafe count.pointee = CK_ULONG(octets.count)
}

/// Copies numbers to the caller, or tells how many there are.
///
/// - Throws: `CKR_BUFFER_TOO_SMALL`, with the count told.
func give(_ numbers: [UInt], _ target: CK_ULONG_PTR?, _ count: CK_ULONG_PTR) throws(TokenFault) {
    let room = unsafe count.pointee
    unsafe count.pointee = CK_ULONG(numbers.count)
    guard let target = unsafe target else { return }
    guard room >= CK_ULONG(numbers.count) else {
        throw TokenFault(.bufferTooSmall, "the caller's buffer is too small")
    }
    for (index, number) in numbers.enumerated() { unsafe target[index] = number }
}

/// A text field: UTF-8, cut between characters, filled up with blanks.
func fill<Field>(_ field: inout Field, _ text: String) {
    unsafe withUnsafeMutableBytes(of: &field) { buffer in
        var length = 0
        for character in text.unicodeScalars {
            let octets = Array(String(character).utf8)
            guard length + octets.count <= buffer.count else { break }
            for octet in octets {
                unsafe buffer[length] = octet
                length += 1
            }
        }
        for index in length..<buffer.count { unsafe buffer[index] = 0x20 }
    }
}
