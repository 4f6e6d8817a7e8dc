import CJetonTLS
import Synchronization

/// The functions of libssl, opened when the first connection is made.
@safe
package struct TLSLibrary: @unchecked Sendable {
    // Proof for @unchecked Sendable: the table is written before `load` returns, never changed and never freed.
    let functions: OpaquePointer

    private static let loaded = Mutex<TLSLibrary?>(nil)

    /// Loads the library once.
    ///
    /// - Throws: ``NetworkError/Code/tlsUnavailable`` with the linker's words; the next call tries again.
    static func load() throws(NetworkError) -> TLSLibrary {
        try loaded.withLock { (library) throws(NetworkError) in
            if let library { return library }
            let opened = try TLSLibrary(path: "libssl.so.3")
            library = opened
            return opened
        }
    }

    /// Loads a library by a name that the dynamic linker looks up.
    package init(path: String) throws(NetworkError) {
        var message = ""
        let opened = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress else { return unsafe nil as OpaquePointer? }
            let opened = unsafe ctls_open(path, base, buffer.count)
            if unsafe opened == nil { message = unsafe String(cString: base) }
            return unsafe opened
        }
        guard let opened = unsafe opened else { throw NetworkError(.tlsUnavailable, message) }
        unsafe functions = opened
    }
}

/// Turns what a C call came to into an error.
enum TLSResult {
    static func error(_ result: Int32, _ failure: ctls_failure, _ activity: String) -> NetworkError {
        let words = unsafe withUnsafeBytes(of: failure.reason) { raw in
            unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        let context = words.isEmpty ? activity : "\(activity): \(words)"
        switch UInt32(bitPattern: result) {
        case CTLS_TRUNCATED.rawValue: return NetworkError(.connectionClosed, "during \(activity)")
        case CTLS_ALERT.rawValue: return NetworkError(.tlsRefused, "\(context) (alert \(failure.alert))")
        case CTLS_INVALID.rawValue: return NetworkError(.invalidRequest, context)
        default: return NetworkError(.tlsFailed, context)
        }
    }
}
