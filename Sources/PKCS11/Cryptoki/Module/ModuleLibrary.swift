internal import CCryptoki

/// A vendor's PKCS #11 library in this process: checked, loaded, its interface negotiated, not yet initialized.
///
/// One value exists for one file (real path and inode); it is never unloaded, since modules leave threads and
/// destructors behind. May be used from any thread.
@safe
public final class ModuleLibrary: Sendable {
    // Sendable: the loader writes the structure once and never frees it.
    nonisolated(unsafe) let pointer: UnsafePointer<cck_module>

    /// The path as given to ``init(path:)``.
    public let path: String

    /// Loads a library.
    ///
    /// The file is examined before `dlopen` runs any of its code. Blocks for as long as the library's constructors
    /// run. A library may crash the process here: load what is not trusted in a child process.
    ///
    /// - Parameter path: A path with a slash, or a name for the system's search path.
    /// - Throws: ``ModuleLoadError``.
    public init(path: String) throws(ModuleLoadError) {
        var result = cck_load_result()
        guard let module = unsafe path.withCString({ unsafe cck_load($0, &result) }) else {
            throw ModuleLoadError(path: path, result)
        }
        unsafe pointer = unsafe module
        self.path = path
    }

    /// The file that was loaded, without symbolic links.
    public var realPath: String { unsafe String(cString: pointer.pointee.real_path) }

    /// The last component of the path as given.
    public var name: String { String(path.split(separator: "/").last ?? "") }

    /// Version of the function table in use; a lower bound for what the module can do.
    public var interfaceVersion: Version { unsafe Version(pointer.pointee.version) }

    /// How the function table was found.
    public var interfaceOrigin: InterfaceOrigin {
        switch unsafe pointer.pointee.origin {
        case CCK_ORIGIN_INTERFACE: .namedInterface
        case CCK_ORIGIN_DEFAULT_INTERFACE: .defaultInterface
        default: .functionList
        }
    }

    /// Number of members of the Rutoken extension table that may be called; 0 if the module has none.
    public var extendedFunctionCount: Int { unsafe Int(clamping: pointer.pointee.extended_count) }

    /// How a module's function table was found.
    public enum InterfaceOrigin: String, Sendable {
        /// By `C_GetInterface` with the name "PKCS 11" and a version.
        case namedInterface = "C_GetInterface"
        /// By `C_GetInterface` without a name.
        case defaultInterface = "C_GetInterface (default)"
        /// By `C_GetFunctionList`.
        case functionList = "C_GetFunctionList"
    }
}
