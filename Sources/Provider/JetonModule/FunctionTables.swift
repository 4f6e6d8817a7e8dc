import CCryptoki

/// The function tables and interfaces, made once and never freed.
@safe
struct FunctionTables: @unchecked Sendable {
    // Proof for @unchecked Sendable: the tables are written by the initializer before anybody can hold the value, and
    // never changed by us; callers get pointers to them as the standard says.
    static let shared = FunctionTables()

    /// The table of 2.40.
    let version240: CK_FUNCTION_LIST_PTR
    /// The interfaces, the newest first: 3.2, 3.1, 3.0, 2.40.
    let interfaces: CK_INTERFACE_PTR
    /// How many there are.
    let interfaceCount = 4

    /// Rutoken's table.
    let extended: CK_FUNCTION_LIST_EXTENDED_PTR

    private static let interfaceName = "PKCS 11"

    private init() {
        var table = CK_FUNCTION_LIST_3_2()
        GeneralFunctions.install(&table)
        SlotFunctions.install(&table)
        SessionFunctions.install(&table)
        ObjectFunctions.install(&table)
        EncryptionFunctions.install(&table)
        DigestFunctions.install(&table)
        SignatureFunctions.install(&table)
        KeyFunctions.install(&table)
        MessageFunctions.install(&table)
        let versions: [(UInt8, UInt8)] = [(3, 2), (3, 1), (3, 0), (2, 40)]
        let name = UnsafeMutablePointer<CK_UTF8CHAR>.allocate(capacity: 8)
        for (index, octet) in (Array(Self.interfaceName.utf8) + [0]).enumerated() { unsafe name[index] = octet }
        unsafe interfaces = .allocate(capacity: versions.count)
        // Each table is a prefix of the longest one but for the version in front.
        for (index, version) in versions.enumerated() {
            let copy = UnsafeMutablePointer<CK_FUNCTION_LIST_3_2>.allocate(capacity: 1)
            table.version = CK_VERSION(major: version.0, minor: version.1)
            unsafe copy.initialize(to: table)
            let interface = unsafe CK_INTERFACE(
                pInterfaceName: name,
                pFunctionList: UnsafeMutableRawPointer(copy),
                flags: 0
            )
            unsafe (interfaces + index).initialize(to: interface)
        }
        var rutoken = CK_FUNCTION_LIST_EXTENDED()
        ExtensionFunctions.install(&rutoken)
        unsafe extended = .allocate(capacity: 1)
        unsafe extended.initialize(to: rutoken)
        let last = unsafe interfaces[versions.count - 1].pFunctionList
        unsafe version240 = UnsafeMutableRawPointer(last ?? UnsafeMutableRawPointer(name)).assumingMemoryBound(
            to: CK_FUNCTION_LIST.self
        )
    }

    /// The interface that a caller asks for; nil if there is none.
    func interface(_ name: CK_UTF8CHAR_PTR?, _ version: CK_VERSION_PTR?, _ flags: CK_FLAGS) -> CK_INTERFACE_PTR? {
        if let name = unsafe name {
            for (index, octet) in (Array(Self.interfaceName.utf8) + [0]).enumerated() {
                guard unsafe name[index] == octet else { return nil }
            }
        }
        // No interface keeps sessions across a fork.
        guard flags == 0 else { return nil }
        guard let version = unsafe version?.pointee else { return unsafe interfaces }
        for index in 0..<interfaceCount {
            guard let table = unsafe interfaces[index].pFunctionList else { continue }
            let own = unsafe table.load(as: CK_VERSION.self)
            if own.major == version.major, own.minor == version.minor { return unsafe interfaces + index }
        }
        return nil
    }
}
