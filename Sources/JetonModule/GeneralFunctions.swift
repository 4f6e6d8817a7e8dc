import CCryptoki
import TokenEngine

/// General-purpose functions: PKCS #11 3.2, 5.4.
enum GeneralFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_Initialize = { arguments in initialize(arguments) }
        table.C_Finalize = { reserved in
            if reserved != nil { return CKR_ARGUMENTS_BAD }
            return Instance.end() ? CKR_OK : CKR_CRYPTOKI_NOT_INITIALIZED
        }
        table.C_GetInfo = { info in
            call { (_) throws(TokenFault) in
                let info = try required(info)
                info.pointee = CK_INFO()
                info.pointee.cryptokiVersion = CK_VERSION(major: 3, minor: 2)
                info.pointee.libraryVersion = CK_VERSION(major: 0, minor: 1)
                fill(&info.pointee.manufacturerID, "Jeton")
                fill(&info.pointee.libraryDescription, "Jeton PIV provider")
            }
        }
        table.C_GetFunctionList = { list in
            guard let list else { return CKR_ARGUMENTS_BAD }
            list.pointee = FunctionTables.shared.version240
            return CKR_OK
        }
        table.C_GetInterfaceList = { list, count in interfaceList(list, count) }
        table.C_GetInterface = { name, version, found, flags in interface(name, version, found, flags) }
        table.C_GetFunctionStatus = { _ in notParallel() }
        table.C_CancelFunction = { _ in notParallel() }
    }

    private static func notParallel() -> ResultCode {
        Instance.active == nil ? CKR_CRYPTOKI_NOT_INITIALIZED : CKR_FUNCTION_NOT_PARALLEL
    }

    private static func initialize(_ pointer: CK_VOID_PTR?) -> ResultCode {
        var mutex: ApplicationMutex?
        if let arguments = pointer?.assumingMemoryBound(to: CK_C_INITIALIZE_ARGS.self).pointee {
            guard arguments.pReserved == nil else { return CKR_ARGUMENTS_BAD }
            let given = [
                arguments.CreateMutex != nil, arguments.DestroyMutex != nil, arguments.LockMutex != nil,
                arguments.UnlockMutex != nil,
            ]
            // All four or none: PKCS #11 3.2, 5.4.1.
            guard given.allSatisfy({ $0 == given[0] }) else { return CKR_ARGUMENTS_BAD }
            if given[0], arguments.flags & CKF_OS_LOCKING_OK == 0 {
                if Instance.active != nil { return CKR_CRYPTOKI_ALREADY_INITIALIZED }
                guard let made = ApplicationMutex(arguments) else { return CKR_CANT_LOCK }
                mutex = made
            }
        }
        return Instance.begin(mutex) ? CKR_OK : CKR_CRYPTOKI_ALREADY_INITIALIZED
    }

    /// C_GetInterfaceList.
    static func interfaceList(_ list: CK_INTERFACE_PTR?, _ count: CK_ULONG_PTR?) -> ResultCode {
        guard let count else { return CKR_ARGUMENTS_BAD }
        let tables = FunctionTables.shared
        let room = count.pointee
        count.pointee = CK_ULONG(tables.interfaceCount)
        guard let list else { return CKR_OK }
        guard room >= CK_ULONG(tables.interfaceCount) else { return CKR_BUFFER_TOO_SMALL }
        for index in 0..<tables.interfaceCount { list[index] = tables.interfaces[index] }
        return CKR_OK
    }

    /// C_GetInterface.
    static func interface(
        _ name: CK_UTF8CHAR_PTR?,
        _ version: CK_VERSION_PTR?,
        _ found: UnsafeMutablePointer<CK_INTERFACE_PTR?>?,
        _ flags: CK_FLAGS
    ) -> ResultCode {
        guard let found else { return CKR_ARGUMENTS_BAD }
        guard let interface = FunctionTables.shared.interface(name, version, flags) else { return CKR_FUNCTION_FAILED }
        found.pointee = interface
        return CKR_OK
    }
}
