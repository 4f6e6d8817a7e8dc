import CCryptoki
import TokenEngine

/// General-purpose functions: PKCS #11 3.2, 5.4.
enum GeneralFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_Initialize = { arguments in unsafe GeneralFunctions.initialize(arguments) }
        unsafe table.C_Finalize = { reserved in
            if unsafe reserved != nil { return CKR_ARGUMENTS_BAD }
            return Instance.end() ? CKR_OK : CKR_CRYPTOKI_NOT_INITIALIZED
        }
        unsafe table.C_GetInfo = { info in
            call { (_) throws(TokenFault) in
                let info = try unsafe required(info)
                unsafe info.pointee = CK_INFO()
                unsafe info.pointee.cryptokiVersion = CK_VERSION(major: 3, minor: 2)
                unsafe info.pointee.libraryVersion = CK_VERSION(major: 0, minor: 1)
                unsafe fill(&info.pointee.manufacturerID, "Jeton")
                unsafe fill(&info.pointee.libraryDescription, "Jeton PIV provider")
            }
        }
        unsafe table.C_GetFunctionList = { list in
            guard let list = unsafe list else { return CKR_ARGUMENTS_BAD }
            unsafe list.pointee = unsafe FunctionTables.shared.version240
            return CKR_OK
        }
        unsafe table.C_GetInterfaceList = { list, count in unsafe GeneralFunctions.interfaceList(list, count) }
        unsafe table.C_GetInterface = { name, version, found, flags in
            unsafe GeneralFunctions.interface(name, version, found, flags)
        }
        table.C_GetFunctionStatus = { _ in GeneralFunctions.notParallel() }
        table.C_CancelFunction = { _ in GeneralFunctions.notParallel() }
    }

    private static func notParallel() -> ResultCode {
        Instance.active == nil ? CKR_CRYPTOKI_NOT_INITIALIZED : CKR_FUNCTION_NOT_PARALLEL
    }

    private static func initialize(_ pointer: CK_VOID_PTR?) -> ResultCode {
        var mutex: ApplicationMutex?
        if let arguments = unsafe pointer?.assumingMemoryBound(to: CK_C_INITIALIZE_ARGS.self).pointee {
            guard unsafe arguments.pReserved == nil else { return CKR_ARGUMENTS_BAD }
            let given = unsafe [
                arguments.CreateMutex != nil, arguments.DestroyMutex != nil, arguments.LockMutex != nil,
                arguments.UnlockMutex != nil,
            ]
            // All four or none: PKCS #11 3.2, 5.4.1.
            guard given.allSatisfy({ $0 == given[0] }) else { return CKR_ARGUMENTS_BAD }
            if given[0], unsafe arguments.flags & CKF_OS_LOCKING_OK == 0 {
                if Instance.active != nil { return CKR_CRYPTOKI_ALREADY_INITIALIZED }
                guard let made = unsafe ApplicationMutex(arguments) else { return CKR_CANT_LOCK }
                mutex = made
            }
        }
        return Instance.begin(mutex) ? CKR_OK : CKR_CRYPTOKI_ALREADY_INITIALIZED
    }

    /// C_GetInterfaceList.
    static func interfaceList(_ list: CK_INTERFACE_PTR?, _ count: CK_ULONG_PTR?) -> ResultCode {
        guard let count = unsafe count else { return CKR_ARGUMENTS_BAD }
        let tables = FunctionTables.shared
        let room = unsafe count.pointee
        unsafe count.pointee = CK_ULONG(tables.interfaceCount)
        guard let list = unsafe list else { return CKR_OK }
        guard room >= CK_ULONG(tables.interfaceCount) else { return CKR_BUFFER_TOO_SMALL }
        for index in 0..<tables.interfaceCount { unsafe list[index] = tables.interfaces[index] }
        return CKR_OK
    }

    /// C_GetInterface.
    static func interface(
        _ name: CK_UTF8CHAR_PTR?,
        _ version: CK_VERSION_PTR?,
        _ found: UnsafeMutablePointer<CK_INTERFACE_PTR?>?,
        _ flags: CK_FLAGS
    ) -> ResultCode {
        guard let found = unsafe found else { return CKR_ARGUMENTS_BAD }
        guard let interface = unsafe FunctionTables.shared.interface(name, version, flags) else {
            return CKR_FUNCTION_FAILED
        }
        unsafe found.pointee = unsafe interface
        return CKR_OK
    }
}
