import CJetonPCSC

/// A loaded PC/SC client library.
///
/// Contexts keep the library loaded for as long as they live. May be shared by any number of threads.
@safe
public final class PCSCLibrary: @unchecked Sendable {
    // Proof for @unchecked Sendable: the table is written by the loader before the initializer returns, never
    // changed, and freed by deinit, after the last reference is gone.
    let functions: UnsafePointer<cpcsc_library>

    /// The name under which pcsc-lite's library is found on Linux.
    public static let defaultPath = "libpcsclite.so.1"

    /// The file that was loaded, as the dynamic linker names it; empty if it does not say.
    public let path: String

    /// Loads a PC/SC client library.
    ///
    /// No connection is made: the service need not run.
    ///
    /// - Parameter path: A file, or a name that the dynamic linker looks up.
    /// - Throws: ``PCSCError/Code/libraryUnavailable`` with the linker's words if the file cannot be loaded or lacks
    ///   a function.
    public init(path: String = PCSCLibrary.defaultPath) throws(PCSCError) {
        var message: String?
        let loaded = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress else { return unsafe nil as UnsafePointer<cpcsc_library>? }
            let library = unsafe cpcsc_open(path, base, buffer.count)
            if unsafe library == nil { message = unsafe String(cString: base) }
            return unsafe library
        }
        guard let loaded = unsafe loaded else {
            throw PCSCError(.libraryUnavailable, in: .load, detail: message)
        }
        unsafe functions = loaded
        self.path = unsafe String(cString: loaded.pointee.path)
    }

    deinit { unsafe cpcsc_close(functions) }

    /// Calls one function and turns its return value into an error.
    func call(
        _ function: PCSCFunction,
        reader: ReaderName? = nil,
        _ body: (FunctionTable) -> Int
    ) throws(PCSCError) {
        let code = unsafe PCSCError.Code(returnValue: body(FunctionTable(entries: functions.pointee)))
        guard code == .success else { throw PCSCError(code, in: function, reader: reader) }
    }
}

/// The library's functions during one call.
///
/// Safe to hold: the library outlives the call that lends it. What is unsafe is to call an entry.
@safe
struct FunctionTable {
    let entries: cpcsc_library
}
