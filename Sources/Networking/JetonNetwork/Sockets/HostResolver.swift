import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Finds the addresses of host names.
public protocol HostResolver: Sendable {
    /// The addresses of a name, best first.
    ///
    /// - Throws: ``NetworkError/Code/hostNotFound``, ``NetworkError/Code/timedOut``.
    func addresses(of name: String, by deadline: Deadline) throws(NetworkError) -> [IPAddress]
}

/// The resolver of the system, getaddrinfo(3).
///
/// That function cannot be interrupted: it runs on a thread of its own, which is left to itself at the deadline. At most
/// 16 such threads run in a process; further callers wait for one to end.
public struct SystemResolver: HostResolver {
    private static let addressLimit = 16
    private static let threadLimit = 16
    private static let running = Atomic(0)

    /// Makes a resolver.
    public init() {}

    /// The addresses of a name, best first.
    public func addresses(of name: String, by deadline: Deadline) throws(NetworkError) -> [IPAddress] {
        try SystemResolver.takePlace(by: deadline)
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            SystemResolver.running.subtract(1, ordering: .relaxed)
            throw NetworkError(.hostNotFound, "no socket for the resolver: \(Descriptor.words(errno))")
        }
        defer { Glibc.close(ends[0]) }
        let lookup = Lookup(name: name, writingEnd: ends[1])
        guard lookup.start() else {
            SystemResolver.running.subtract(1, ordering: .relaxed)
            throw NetworkError(.hostNotFound, "no thread for the resolver")
        }
        // The thread closes its end when the answer is there.
        try Descriptor.wait(ends[0], for: Int16(POLLIN), by: deadline, "resolving \(name)")
        guard let found = lookup.answer.withLock({ $0 }), !found.isEmpty else {
            throw NetworkError(.hostNotFound, "\(name)")
        }
        return found
    }

    /// Waits until fewer than 16 names are being resolved, and counts one more.
    private static func takePlace(by deadline: Deadline) throws(NetworkError) {
        while running.add(1, ordering: .relaxed).newValue > threadLimit {
            running.subtract(1, ordering: .relaxed)
            guard deadline.remaining > .zero else {
                throw NetworkError(.timedOut, "\(threadLimit) host names are still being resolved")
            }
            // 5 ms: little beside what an answer takes.
            usleep(5_000)
        }
    }

    /// One call of getaddrinfo, shared by the caller and the thread that makes it.
    private final class Lookup: Sendable {
        let name: String
        let writingEnd: Int32
        let answer = Mutex<[IPAddress]?>(nil)

        init(name: String, writingEnd: Int32) {
            self.name = name
            self.writingEnd = writingEnd
        }

        func start() -> Bool {
            var attributes = pthread_attr_t()
            unsafe pthread_attr_init(&attributes)
            defer { unsafe pthread_attr_destroy(&attributes) }
            unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
            let context = unsafe Unmanaged.passRetained(self)
            var thread = pthread_t()
            let result = unsafe pthread_create(
                &thread,
                &attributes,
                { context in
                    guard let context = unsafe context else { return nil }
                    unsafe Unmanaged<Lookup>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                },
                context.toOpaque()
            )
            if result != 0 {
                unsafe context.release()
                Glibc.close(writingEnd)
            }
            return result == 0
        }

        func run() {
            let found = Lookup.ask(name)
            answer.withLock { $0 = found }
            Glibc.close(writingEnd)
            SystemResolver.running.subtract(1, ordering: .relaxed)
        }

        static func ask(_ name: String) -> [IPAddress] {
            var hints = unsafe addrinfo()
            unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var list: UnsafeMutablePointer<addrinfo>?
            guard unsafe getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
            defer { unsafe freeaddrinfo(list) }
            var found: [IPAddress] = []
            var next = unsafe list
            while let entry = unsafe next?.pointee, found.count < SystemResolver.addressLimit {
                if let address = unsafe SocketAddress.address(entry.ai_addr, entry.ai_addrlen),
                    !found.contains(address)
                {
                    found.append(address)
                }
                unsafe next = entry.ai_next
            }
            return found
        }
    }
}
