import CCryptoki

/// What Rutoken's extension has and a PIV card has nothing for; the reasons are in docs/provider.md.
enum AbsentExtensions {
    static func install(_ table: inout CK_FUNCTION_LIST_EXTENDED) {
        unsafe table.C_EX_SetLicense = { handle, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_GetLicense = { handle, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_GetCertificateInfoText = { handle, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_PKCS7Sign = { handle, _, _, _, _, _, _, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_CreateCSR = { handle, _, _, _, _, _, _, _, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_FreeBuffer = { _ in notSupported() }
        unsafe table.C_EX_SetLocalPIN = { handle, _, _, _, _, _ in notSupported(slot: handle) }
        unsafe table.C_EX_LoadActivationKey = { handle, _, _ in notSupported(handle) }
        unsafe table.C_EX_GetVolumesInfo = { handle, _, _ in notSupported(slot: handle) }
        unsafe table.C_EX_GetDriveSize = { handle, _ in notSupported(slot: handle) }
        unsafe table.C_EX_ChangeVolumeAttributes = { handle, _, _, _, _, _, _ in notSupported(slot: handle) }
        unsafe table.C_EX_FormatDrive = { handle, _, _, _, _, _ in notSupported(slot: handle) }
        unsafe table.C_EX_GetJournal = { handle, _, _ in notSupported(slot: handle) }
        unsafe table.C_EX_SignInvisibleInit = { handle, _, _ in notSupported(handle) }
        unsafe table.C_EX_SignInvisible = { handle, _, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_WrapKey = { handle, _, _, _, _, _, _, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_UnwrapKey = { handle, _, _, _, _, _, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_PKCS7VerifyInit = { handle, _, _, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_PKCS7Verify = { handle, _, _, _, _ in notSupported(handle) }
        unsafe table.C_EX_PKCS7VerifyUpdate = { handle, _, _ in notSupported(handle) }
        unsafe table.C_EX_PKCS7VerifyFinal = { handle, _, _ in notSupported(handle) }
        unsafe table.C_EX_Authenticate = { handle, _, _, _ in notSupported(handle) }
        table.C_EX_Deauthenticate = { handle, _ in notSupported(handle) }
        table.C_EX_UnblockAuthenticator = { handle, _ in notSupported(handle) }
    }
}
