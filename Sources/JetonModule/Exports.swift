import CCryptoki

// The symbols of the library; all else is hidden by exports.map. `@_cdecl` names are the standard's.

/// C_GetFunctionList: the table of 2.40.
@_cdecl("C_GetFunctionList")
public func exportedGetFunctionList(_ list: UnsafeMutableRawPointer?) -> UInt {
    guard let list = unsafe list?.assumingMemoryBound(to: CK_FUNCTION_LIST_PTR?.self) else { return CKR_ARGUMENTS_BAD }
    unsafe list.pointee = FunctionTables.shared.version240
    return CKR_OK
}

/// C_GetInterfaceList: all interfaces.
@_cdecl("C_GetInterfaceList")
public func exportedGetInterfaceList(_ list: UnsafeMutableRawPointer?, _ count: UnsafeMutablePointer<UInt>?) -> UInt {
    unsafe GeneralFunctions.interfaceList(list?.assumingMemoryBound(to: CK_INTERFACE.self), count)
}

/// C_GetInterface: one interface.
@_cdecl("C_GetInterface")
public func exportedGetInterface(
    _ name: UnsafeMutablePointer<UInt8>?,
    _ version: UnsafeMutableRawPointer?,
    _ interface: UnsafeMutableRawPointer?,
    _ flags: UInt
) -> UInt {
    unsafe GeneralFunctions.interface(
        name,
        version?.assumingMemoryBound(to: CK_VERSION.self),
        interface?.assumingMemoryBound(to: CK_INTERFACE_PTR?.self),
        flags
    )
}
