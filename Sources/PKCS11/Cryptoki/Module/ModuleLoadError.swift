internal import CCryptoki

/// Why a file could not be loaded as a PKCS #11 module.
public struct ModuleLoadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Stable name for programs.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such file.
        public static let notFound = Code(rawValue: "notFound")
        /// The path is a symbolic link that leads nowhere.
        public static let danglingLink = Code(rawValue: "danglingLink")
        /// The file's permissions, or a directory's above it, forbid reading.
        public static let notReadable = Code(rawValue: "notReadable")
        /// The path is a directory, a device or a socket.
        public static let notAFile = Code(rawValue: "notAFile")
        /// The file does not begin as an ELF file does.
        public static let notELF = Code(rawValue: "notELF")
        /// A 32-bit library for this 64-bit program, or the reverse.
        public static let wrongClass = Code(rawValue: "wrongClass")
        /// A library for another processor.
        public static let wrongMachine = Code(rawValue: "wrongMachine")
        /// An ELF file that is not a shared object.
        public static let notSharedObject = Code(rawValue: "notSharedObject")
        /// A library that this one needs is missing.
        public static let missingDependency = Code(rawValue: "missingDependency")
        /// `dlopen` refused for another reason.
        public static let refusedByLinker = Code(rawValue: "refusedByLinker")
        /// The library exports neither `C_GetFunctionList` nor `C_GetInterface`.
        public static let noEntryPoint = Code(rawValue: "noEntryPoint")
        /// The only entry point belongs to another library.
        public static let foreignEntryPoint = Code(rawValue: "foreignEntryPoint")
        /// `C_GetFunctionList` answered an error.
        public static let functionListFailed = Code(rawValue: "functionListFailed")
        /// `C_GetInterface` answered an error.
        public static let interfaceFailed = Code(rawValue: "interfaceFailed")
        /// `C_GetFunctionList` or `C_GetInterface` answered no usable table.
        public static let badFunctionList = Code(rawValue: "badFunctionList")
        /// No memory.
        public static let outOfMemory = Code(rawValue: "outOfMemory")
    }

    /// The kind of failure.
    public let code: Code
    /// The path as given.
    public let path: String
    /// The linker's words, the missing dependency's name or the processor found; may be empty.
    public let detail: String
    /// What `C_GetFunctionList` or `C_GetInterface` answered, if that is what failed.
    public let returnValue: ReturnValue?

    /// Makes an error.
    public init(_ code: Code, path: String, detail: String = "", returnValue: ReturnValue? = nil) {
        self.code = code
        self.path = path
        self.detail = detail
        self.returnValue = returnValue
    }

    init(path: String, _ result: cck_load_result) {
        let hasAnswer = result.status == CCK_LOAD_FUNCTION_LIST_FAILED || result.status == CCK_LOAD_INTERFACE_FAILED
        let detail = unsafe withUnsafeBytes(of: result.detail) { buffer in
            unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            ModuleLoadError.code(of: result.status),
            path: path,
            detail: detail.withoutControlCharacters,
            returnValue: hasAnswer ? ReturnValue(rawValue: result.rv) : nil
        )
    }

    private static func code(of status: cck_load_status) -> Code {
        switch status {
        case CCK_LOAD_NOT_FOUND: .notFound
        case CCK_LOAD_DANGLING_LINK: .danglingLink
        case CCK_LOAD_NOT_READABLE: .notReadable
        case CCK_LOAD_NOT_A_FILE: .notAFile
        case CCK_LOAD_NOT_ELF: .notELF
        case CCK_LOAD_WRONG_CLASS: .wrongClass
        case CCK_LOAD_WRONG_MACHINE: .wrongMachine
        case CCK_LOAD_NOT_SHARED_OBJECT: .notSharedObject
        case CCK_LOAD_MISSING_DEPENDENCY: .missingDependency
        case CCK_LOAD_NO_ENTRY_POINT: .noEntryPoint
        case CCK_LOAD_FOREIGN_ENTRY_POINT: .foreignEntryPoint
        case CCK_LOAD_FUNCTION_LIST_FAILED: .functionListFailed
        case CCK_LOAD_INTERFACE_FAILED: .interfaceFailed
        case CCK_LOAD_BAD_FUNCTION_LIST: .badFunctionList
        case CCK_LOAD_OUT_OF_MEMORY: .outOfMemory
        default: .refusedByLinker
        }
    }

    /// One sentence for people, with the path and what was found.
    public var description: String {
        var reason = words
        // What the reason says already is not said twice.
        switch code {
        case .noEntryPoint, .functionListFailed, .interfaceFailed, .badFunctionList: break
        default: if !detail.isEmpty { reason += " (\(detail))" }
        }
        if let returnValue { reason += " (\(returnValue))" }
        return "module \(path) can't be loaded: \(reason)"
    }

    private var words: String {
        switch code {
        case .notFound: "the file does not exist"
        case .danglingLink: "it is a broken symbolic link"
        case .notReadable: "it can't be read"
        case .notAFile: "it is not a regular file"
        case .notELF: "it is not an ELF library"
        case .wrongClass: "it is built for another word size"
        case .wrongMachine: "it is built for another processor"
        case .notSharedObject: "it is not a shared library"
        case .missingDependency: "a library that it depends on is missing"
        case .noEntryPoint: "it is not a PKCS #11 module: it exports neither C_GetFunctionList nor C_GetInterface"
        case .foreignEntryPoint: "it is not a PKCS #11 module: its entry point belongs to another library"
        case .functionListFailed: "C_GetFunctionList failed"
        case .interfaceFailed: "C_GetInterface failed"
        case .badFunctionList: detail.isEmpty ? "its function table is invalid" : detail
        case .outOfMemory: "there is not enough memory"
        default: "the dynamic linker rejects it"
        }
    }
}
