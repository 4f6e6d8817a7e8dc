import Foundation

/// The provider's table of 3.2 and behind it that of Rutoken's extension, and what each function takes.
struct FunctionTable {
    typealias Function =
        @convention(c) (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt) -> UInt

    nonisolated(unsafe) static let shared = FunctionTable()

    private let entries: UnsafePointer<Function>
    private let extended: UnsafePointer<Function>

    private init?() {
        typealias GetInterface = @convention(c) (UInt, UnsafePointer<UInt8>?, UnsafeMutablePointer<UInt>, UInt) -> UInt
        guard let symbol = dlsym(nil, "C_GetInterface") else { return nil }
        var interface: UInt = 0
        guard unsafeBitCast(symbol, to: GetInterface.self)(0, [3, 2], &interface, 0) == 0,
            let members = UnsafePointer<UInt>(bitPattern: interface),
            let table = UnsafeRawPointer(bitPattern: members[1])
        else { return nil }
        entries = (table + 8).assumingMemoryBound(to: Function.self)
        typealias GetList = @convention(c) (UnsafeMutablePointer<UInt>) -> UInt
        var list: UInt = 0
        guard let symbol = dlsym(nil, "C_EX_GetFunctionListExtended"),
            unsafeBitCast(symbol, to: GetList.self)(&list) == 0, let table = UnsafeRawPointer(bitPattern: list)
        else { return nil }
        extended = (table + 8).assumingMemoryBound(to: Function.self)
    }

    subscript(index: Int) -> Function {
        index < Self.standardCount ? entries[index] : extended[index - Self.standardCount]
    }

    /// How many functions the table of 3.2 has.
    private static let standardCount = 104

    /// What the functions take, in the order of the table, one letter an argument.
    ///
    /// The letters: `l` slot, `h` session, `o` object, `n` number, `f` flags, `z` null, `m` mechanism, `d` octets (and `c` their
    /// count), `D` 32 octets, `b` room for octets (and `r` how much of it), `t` template (and `c` its count), `T` a
    /// template that is filled, `p` room for one number, `L` room for numbers (and `r` how much), `i` room for a
    /// structure, `-` not called. Of the extension: `e` CK_TOKEN_INFO_EXTENDED, `k` CK_RUTOKEN_INIT_PARAM, `s` text with
    /// a NUL, `M` a mode, `v` what a mode reads and fills.
    static let arguments: [String] = [
        "-", "-", "i", "p", "nLr", "li", "li", "lLr", "lni", "ldcD", "hdc", "hdcdc", "lfzzp", "h", "l", "hi", "hbr",
        "hdcoo", "hndc", "h", "htcp", "hotcp", "ho", "hop", "hoTc", "hotc", "htc", "hL8p", "h", "hmo", "hdcbr", "hdcbr",
        "hbr", "hmo", "hdcbr", "hdcbr", "hbr", "hm", "hdcbr", "hdc", "ho", "hbr", "hmo", "hdcbr", "hdc", "hbr", "hmo",
        "hdcbr", "hmo", "hdcdc", "hdc", "hdc", "hmo", "hdcbr", "hdcbr", "hdcbr", "hdcbr", "hdcbr", "hmtcp", "hmtctcpp",
        "hmoobr", "hmodctcp", "hmotcp", "hdc", "hbc", "h", "h", "1pz",
        // 3.0
        "ir", "DDpn", "hndcdc", "hf", "hmo", "hdcdcdcbr", "hdcdc", "hdcdcbrf", "h", "hmo", "hdcdcdcbr", "hdcdc",
        "hdcdcbrf", "h", "hmo", "hdcdcbr", "hdc", "hdcdcbr", "h", "hmo", "hdcdcdc", "hdc", "hdcdcdc", "h",
        // 3.2
        "hmotcbrp", "hmotcdcp", "hmodc", "hdc", "hdc", "h", "hnp", "hDi", "hDp", "hDndc", "hmoodcbr", "hmodctcdcp",
        // Rutoken's extension
        "p", "ldck", "le", "h", "hdc", "hndc", "hnbr", "hopp", "-", "-", "p", "hbr", "ldcdcn", "hdc", "ls", "lzp", "lp",
        "lndcnnn", "lndczn", "hMv", "hnbrn", "lbr", "hmo", "hdcbr", "lMv", "-", "-", "hdcznf", "hpppp", "hdc", "hpp",
        "hodc", "ho", "ho",
    ]
}
