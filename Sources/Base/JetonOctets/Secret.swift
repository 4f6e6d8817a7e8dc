#if canImport(Glibc)
    import Glibc
#endif

/// A PIN, a password or a key: octets that exist once, stay out of swap and core files, and are wiped.
///
/// The octets lie in pages of their own: locked in memory where the system's limit allows it, left out of core
/// dumps, and overwritten before the pages are given back. There is no description and no copy; code that needs
/// the bytes borrows them with ``withBytes(_:)``, and code that takes over the secret consumes it.
///
/// May be moved between threads; borrowing from several at once is safe, since nothing changes the octets.
@safe
public struct Secret: ~Copyable, @unchecked Sendable {
    // Proof for @unchecked Sendable: the pages are written only inside the initializer, before anybody can hold
    // the value, and by deinit, after everybody has let go of it.
    private let pages: UnsafeMutableRawPointer
    private let mapped: Int

    /// How many octets the secret has.
    public let count: Int

    /// Makes a secret of at most `capacity` octets that `body` writes in place.
    ///
    /// - Parameters:
    ///   - capacity: Octets to set aside; 0 to 1 MiB.
    ///   - body: Writes into the zeroed octets and returns how many it wrote; more than `capacity` traps.
    /// - Throws: What `body` throws; the pages are wiped and given back then.
    /// - Precondition: `capacity` is 0 to 1,048,576.
    public init<Failure: Error>(
        capacity: Int,
        initializingWith body: (inout MutableSpan<UInt8>) throws(Failure) -> Int
    ) throws(Failure) {
        precondition((0...1_048_576).contains(capacity), "a secret has at most 1 MiB")
        let page = Int(getpagesize())
        mapped = (Swift.max(capacity, 1) + page - 1) / page * page
        let address = unsafe mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            fatalError("out of memory for a secret of \(capacity) bytes")
        }
        unsafe pages = address
        // Both may be refused (RLIMIT_MEMLOCK, old kernels); the wipe below does not depend on them.
        _ = unsafe mlock(address, mapped)
        _ = unsafe madvise(address, mapped, MADV_DONTDUMP)
        var span = unsafe MutableSpan<UInt8>(
            _unsafeStart: address.assumingMemoryBound(to: UInt8.self),
            count: capacity
        )
        do {
            let written = try body(&span)
            precondition((0...capacity).contains(written), "more octets written than set aside")
            count = written
        } catch {
            unsafe Secret.wipe(address, mapped)
            throw error
        }
    }

    /// Takes over a copy of octets; the caller wipes its own.
    public init(copying octets: Span<UInt8>) {
        self.init(capacity: octets.count) { (target: inout MutableSpan<UInt8>) in
            for index in 0..<octets.count { target[index] = octets[index] }
            return octets.count
        }
    }

    /// Copies a text's UTF-8, once and without an array between.
    ///
    /// The text itself is the caller's and stays in memory: where a program can, it reads a secret as octets. There is no
    /// secret from a literal, so that none ends in a source file by habit.
    public init(copying text: some StringProtocol) {
        self.init(capacity: text.utf8.count) { (target: inout MutableSpan<UInt8>) in
            var count = 0
            for octet in text.utf8 {
                target[count] = octet
                count += 1
            }
            return count
        }
    }

    /// Takes over the octets of an array and overwrites the array with zeros.
    ///
    /// Only the array's own storage is wiped: a caller that made other copies on the way wipes those.
    public init(wiping octets: inout [UInt8]) {
        self.init(copying: octets.span)
        unsafe octets.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
        }
        octets = []
    }

    /// Whether there are no octets; an empty PIN is not the same as no PIN.
    public var isEmpty: Bool { count == 0 }

    /// Lends the octets for the duration of a closure.
    ///
    /// - Returns: What the closure returns; it must not be or hold a copy of the octets unless the caller wipes it.
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let span = unsafe Span<UInt8>(
            _unsafeStart: UnsafePointer(pages.assumingMemoryBound(to: UInt8.self)),
            count: count
        )
        return try body(span)
    }

    /// A second secret with the same octets, in pages of its own.
    public borrowing func clone() -> Secret {
        withBytes { Secret(copying: $0) }
    }

    /// Whether both have the same octets; the time depends on the counts only.
    public borrowing func equals(_ other: borrowing Secret) -> Bool {
        let mine = unsafe Span<UInt8>(
            _unsafeStart: UnsafePointer(pages.assumingMemoryBound(to: UInt8.self)),
            count: count
        )
        return other.withBytes { ConstantTime.equals(mine, $0) }
    }

    private static func wipe(_ address: UnsafeMutableRawPointer, _ size: Int) {
        unsafe explicit_bzero(address, size)
        _ = unsafe munlock(address, size)
        _ = unsafe munmap(address, size)
    }

    deinit {
        unsafe Secret.wipe(pages, mapped)
    }
}
