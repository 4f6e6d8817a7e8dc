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

/// C_EX_GetFunctionListExtended: Rutoken's table.
@_cdecl("C_EX_GetFunctionListExtended")
public func exportedGetFunctionListExtended(_ list: UnsafeMutableRawPointer?) -> UInt {
    guard let list = unsafe list?.assumingMemoryBound(to: CK_FUNCTION_LIST_EXTENDED_PTR?.self) else {
        return CKR_ARGUMENTS_BAD
    }
    unsafe list.pointee = FunctionTables.shared.extended
    return CKR_OK
}

/// C_EX_GetTokenInfoExtended.
@_cdecl("C_EX_GetTokenInfoExtended")
public func exportedGetTokenInfoExtended(_ slot: UInt, _ info: UnsafeMutableRawPointer?) -> UInt {
    unsafe ExtensionFunctions.tokenInfo(slot, info?.assumingMemoryBound(to: CK_TOKEN_INFO_EXTENDED.self))
}

/// C_EX_SetActivationPassword.
@_cdecl("C_EX_SetActivationPassword")
public func exportedSetActivationPassword(_ slot: UInt, _ password: UnsafeMutablePointer<UInt8>?) -> UInt {
    unsafe ExtensionFunctions.activate(slot, password)
}

/// C_EX_GetTokenName.
@_cdecl("C_EX_GetTokenName")
public func exportedGetTokenName(
    _ session: UInt,
    _ label: UnsafeMutablePointer<UInt8>?,
    _ count: UnsafeMutablePointer<UInt>?
) -> UInt {
    unsafe ExtensionFunctions.tokenName(session, label, count)
}

/// C_EX_SetTokenName.
@_cdecl("C_EX_SetTokenName")
public func exportedSetTokenName(_ session: UInt, _ label: UnsafeMutablePointer<UInt8>?, _ length: UInt) -> UInt {
    unsafe ExtensionFunctions.setTokenName(session, label, length)
}

/// C_EX_SlotManage.
@_cdecl("C_EX_SlotManage")
public func exportedSlotManage(_ slot: UInt, _ mode: UInt, _ value: UnsafeMutableRawPointer?) -> UInt {
    unsafe ExtensionAdministration.manageSlot(slot, mode, value)
}
