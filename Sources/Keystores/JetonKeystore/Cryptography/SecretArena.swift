import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Pages for secrets that live for the length of one call: locked in memory, left out of core dumps and of children.
///
/// A `Secret` has pages of its own, and setting them up costs more than opening a record. A place of the arena is
/// wiped when it is given back, before anybody else can have it.
@safe
final class SecretArena: @unchecked Sendable {
    // Proof for @unchecked Sendable: the address is set in the initializer and never changed; each place is used by
    // the one owner to whom `take` gave its number, under the mutex, until that owner gives it back.
    private let pages: UnsafeMutableRawPointer?
    private let free: Mutex<[Int]>

    /// Octets of a place.
    static let placeSize = 4096
    private static let placeCount = 64

    static let shared = SecretArena()

    private init() {
        let size = SecretArena.placeSize * SecretArena.placeCount
        let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            unsafe pages = nil
            free = Mutex([])
            return
        }
        unsafe pages = address
        // Each may be refused (RLIMIT_MEMLOCK, old kernels); wiping does not depend on them.
        _ = unsafe mlock(address, size)
        _ = unsafe madvise(address, size, MADV_DONTDUMP)
        _ = unsafe madvise(address, size, MADV_WIPEONFORK)
        free = Mutex(Array((0..<SecretArena.placeCount).reversed()))
    }

    /// The number of a place that is free and zeroed; nil if there is none.
    func take() -> Int? { free.withLock { $0.popLast() } }

    /// Lends a place's octets for writing.
    func withMutableBytes<Result>(_ place: Int, _ body: (inout MutableSpan<UInt8>) -> Result) -> Result? {
        guard let address = unsafe address(place) else { return nil }
        var span = unsafe MutableSpan<UInt8>(_unsafeStart: address, count: SecretArena.placeSize)
        return body(&span)
    }

    /// Lends the first octets of a place.
    func withBytes<Result: ~Copyable, Failure: Error>(
        _ place: Int,
        _ count: Int,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let address = unsafe address(place) else { return nil }
        let span = unsafe Span<UInt8>(_unsafeStart: UnsafePointer(address), count: count)
        return try body(span)
    }

    /// Wipes the first octets of a place and gives it back.
    func giveBack(_ place: Int, used count: Int) {
        guard let address = unsafe address(place) else { return }
        unsafe explicit_bzero(address, count)
        free.withLock { $0.append(place) }
    }

    private func address(_ place: Int) -> UnsafeMutablePointer<UInt8>? {
        unsafe pages.map { pages in
            unsafe pages.advanced(by: place * SecretArena.placeSize).assumingMemoryBound(to: UInt8.self)
        }
    }
}
