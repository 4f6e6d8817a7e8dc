import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The program `keystore-worker`, which does to a store what another process would.
enum Worker {
    /// Its path: it is built beside the tests.
    static func path() throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for start in [own, CommandLine.arguments.first ?? ""] {
            var parts = start.split(separator: "/", omittingEmptySubsequences: false)
            while !parts.isEmpty {
                parts.removeLast()
                let candidate = (parts + ["keystore-worker"]).joined(separator: "/")
                if Shell.exists(candidate) { return candidate }
            }
        }
        throw Shell.Failure(description: "keystore-worker is not beside \(own)")
    }

    static func start(_ arguments: String...) throws -> pid_t { try Shell.start(path(), arguments) }
}
