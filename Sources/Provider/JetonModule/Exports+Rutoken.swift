import CCryptoki

// The functions of Rutoken's extension, which clients also look for by name: the table has no length, and a name that
// is exported tells that its place is there.

/// C_EX_InitToken.
@_cdecl("C_EX_InitToken")
public func exportedInitToken(
    _ slot: UInt,
    _ pin: UnsafeMutablePointer<UInt8>?,
    _ length: UInt,
    _ parameters: UnsafeMutableRawPointer?
) -> UInt {
    unsafe ExtensionAdministration.initialize(
        slot,
        pin,
        length,
        parameters?.assumingMemoryBound(to: CK_RUTOKEN_INIT_PARAM.self)
    )
}

/// C_EX_UnblockUserPIN.
@_cdecl("C_EX_UnblockUserPIN")
public func exportedUnblockUserPIN(_ session: UInt) -> UInt { ExtensionAdministration.unblockUserPIN(session) }

/// C_EX_GenerateActivationPassword.
@_cdecl("C_EX_GenerateActivationPassword")
public func exportedGenerateActivationPassword(
    _ session: UInt,
    _ number: UInt,
    _ password: UnsafeMutablePointer<UInt8>?,
    _ size: UnsafeMutablePointer<UInt>?,
    _ characters: UInt
) -> UInt {
    unsafe ExtensionAdministration.generatePassword(session, number, password, size, characters)
}

/// C_EX_TokenManage.
@_cdecl("C_EX_TokenManage")
public func exportedTokenManage(_ session: UInt, _ mode: UInt, _ value: UnsafeMutableRawPointer?) -> UInt {
    unsafe ExtensionAdministration.manageToken(session, mode, value)
}

// MARK: - What a PIV card has nothing for

/// C_EX_SetLicense.
@_cdecl("C_EX_SetLicense")
public func exportedSetLicense(_ handle: UInt, _: UInt, _: UnsafeMutableRawPointer?, _: UInt) -> UInt {
    notSupported(handle)
}

/// C_EX_GetLicense.
@_cdecl("C_EX_GetLicense")
public func exportedGetLicense(_ handle: UInt, _: UInt, _: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?)
    -> UInt
{ notSupported(handle) }

/// C_EX_GetCertificateInfoText.
@_cdecl("C_EX_GetCertificateInfoText")
public func exportedGetCertificateInfoText(
    _ handle: UInt,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?
) -> UInt { notSupported(handle) }

/// C_EX_PKCS7Sign.
@_cdecl("C_EX_PKCS7Sign")
public func exportedPKCS7Sign(
    _ handle: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UInt
) -> UInt { notSupported(handle) }

/// C_EX_CreateCSR.
@_cdecl("C_EX_CreateCSR")
public func exportedCreateCSR(
    _ handle: UInt,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt
) -> UInt { notSupported(handle) }

/// C_EX_FreeBuffer.
@_cdecl("C_EX_FreeBuffer")
public func exportedFreeBuffer(_: UnsafeMutableRawPointer?) -> UInt { notSupported() }

/// C_EX_SetLocalPIN.
@_cdecl("C_EX_SetLocalPIN")
public func exportedSetLocalPIN(
    _ handle: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UInt
) -> UInt { notSupported(slot: handle) }

/// C_EX_LoadActivationKey.
@_cdecl("C_EX_LoadActivationKey")
public func exportedLoadActivationKey(_ handle: UInt, _: UnsafeMutableRawPointer?, _: UInt) -> UInt {
    notSupported(handle)
}

/// C_EX_GetVolumesInfo.
@_cdecl("C_EX_GetVolumesInfo")
public func exportedGetVolumesInfo(_ handle: UInt, _: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> UInt {
    notSupported(slot: handle)
}

/// C_EX_GetDriveSize.
@_cdecl("C_EX_GetDriveSize")
public func exportedGetDriveSize(_ handle: UInt, _: UnsafeMutableRawPointer?) -> UInt { notSupported(slot: handle) }

/// C_EX_ChangeVolumeAttributes.
@_cdecl("C_EX_ChangeVolumeAttributes")
public func exportedChangeVolumeAttributes(
    _ handle: UInt,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UInt,
    _: UInt,
    _: UInt8
) -> UInt { notSupported(slot: handle) }

/// C_EX_FormatDrive.
@_cdecl("C_EX_FormatDrive")
public func exportedFormatDrive(
    _ handle: UInt,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt
) -> UInt { notSupported(slot: handle) }

/// C_EX_GetJournal.
@_cdecl("C_EX_GetJournal")
public func exportedGetJournal(_ handle: UInt, _: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> UInt {
    notSupported(slot: handle)
}

/// C_EX_SignInvisibleInit.
@_cdecl("C_EX_SignInvisibleInit")
public func exportedSignInvisibleInit(_ handle: UInt, _: UnsafeMutableRawPointer?, _: UInt) -> UInt {
    notSupported(handle)
}

/// C_EX_SignInvisible.
@_cdecl("C_EX_SignInvisible")
public func exportedSignInvisible(
    _ handle: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?
) -> UInt { notSupported(handle) }

/// C_EX_WrapKey.
@_cdecl("C_EX_WrapKey")
public func exportedWrapKey(
    _ handle: UInt,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?
) -> UInt { notSupported(handle) }

/// C_EX_UnwrapKey.
@_cdecl("C_EX_UnwrapKey")
public func exportedUnwrapKey(
    _ handle: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?
) -> UInt { notSupported(handle) }

/// C_EX_PKCS7VerifyInit.
@_cdecl("C_EX_PKCS7VerifyInit")
public func exportedPKCS7VerifyInit(
    _ handle: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UnsafeMutableRawPointer?,
    _: UInt,
    _: UInt
) -> UInt { notSupported(handle) }

/// C_EX_PKCS7Verify.
@_cdecl("C_EX_PKCS7Verify")
public func exportedPKCS7Verify(
    _ handle: UInt,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?
) -> UInt { notSupported(handle) }

/// C_EX_PKCS7VerifyUpdate.
@_cdecl("C_EX_PKCS7VerifyUpdate")
public func exportedPKCS7VerifyUpdate(_ handle: UInt, _: UnsafeMutableRawPointer?, _: UInt) -> UInt {
    notSupported(handle)
}

/// C_EX_PKCS7VerifyFinal.
@_cdecl("C_EX_PKCS7VerifyFinal")
public func exportedPKCS7VerifyFinal(_ handle: UInt, _: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> UInt {
    notSupported(handle)
}

/// C_EX_Authenticate.
@_cdecl("C_EX_Authenticate")
public func exportedAuthenticate(_ handle: UInt, _: UInt, _: UnsafeMutableRawPointer?, _: UInt) -> UInt {
    notSupported(handle)
}

/// C_EX_Deauthenticate.
@_cdecl("C_EX_Deauthenticate")
public func exportedDeauthenticate(_ handle: UInt, _: UInt) -> UInt { notSupported(handle) }

/// C_EX_UnblockAuthenticator.
@_cdecl("C_EX_UnblockAuthenticator")
public func exportedUnblockAuthenticator(_ handle: UInt, _: UInt) -> UInt { notSupported(handle) }
