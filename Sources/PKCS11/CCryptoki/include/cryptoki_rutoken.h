// Rutoken's extension of PKCS #11: the table that C_EX_GetFunctionListExtended hands out, its structures and numbers.
//
// The table has only grown at its end: 19 functions in 2014, 31 in 2017, 34 in 2026. It carries no length, and its
// version does not tell the three apart, so a function after the 19th may be read only where the library exports a
// symbol of the same name. Natural alignment, as in the rest of the ABI on Linux.

#ifndef JETON_CRYPTOKI_RUTOKEN_H
#define JETON_CRYPTOKI_RUTOKEN_H

#include "cryptoki_types.h"

// MARK: Structures

typedef struct CK_TOKEN_INFO_EXTENDED {
    CK_ULONG ulSizeofThisStructure;  // set by the caller; older libraries know 208, the part up to ulATRLen
    CK_ULONG ulTokenType;
    CK_ULONG ulProtocolNumber;
    CK_ULONG ulMicrocodeNumber;
    CK_ULONG ulOrderNumber;
    CK_FLAGS flags;
    CK_ULONG ulMaxAdminPinLen;
    CK_ULONG ulMinAdminPinLen;
    CK_ULONG ulMaxUserPinLen;
    CK_ULONG ulMinUserPinLen;
    CK_ULONG ulMaxAdminRetryCount;
    CK_ULONG ulAdminRetryCountLeft;
    CK_ULONG ulMaxUserRetryCount;
    CK_ULONG ulUserRetryCountLeft;
    CK_BYTE serialNumber[8];  // big-endian
    CK_ULONG ulTotalMemory;
    CK_ULONG ulFreeMemory;
    CK_BYTE ATR[64];
    CK_ULONG ulATRLen;
    CK_ULONG ulTokenClass;
    CK_ULONG ulBatteryVoltage;  // millivolts
    CK_ULONG ulBodyColor;
    CK_ULONG ulFirmwareChecksum;
    CK_ULONG ulBatteryPercentage;
    CK_ULONG ulBatteryFlags;
} CK_TOKEN_INFO_EXTENDED;

typedef struct CK_RUTOKEN_INIT_PARAM {
    CK_ULONG ulSizeofThisStructure;
    CK_ULONG UseRepairMode;  // not 0: format without the SO PIN, where that is locked
    CK_BYTE_PTR pNewAdminPin;
    CK_ULONG ulNewAdminPinLen;
    CK_BYTE_PTR pNewUserPin;
    CK_ULONG ulNewUserPinLen;
    CK_FLAGS ChangeUserPINPolicy;
    CK_ULONG ulMinAdminPinLen;
    CK_ULONG ulMinUserPinLen;
    CK_ULONG ulMaxAdminRetryCount;
    CK_ULONG ulMaxUserRetryCount;
    CK_CHAR_PTR pTokenLabel;
    CK_ULONG ulLabelLen;
    CK_ULONG ulSmMode;  // activation password: 0 off, 1 optional, 2 one, 3 six of them
} CK_RUTOKEN_INIT_PARAM;

typedef struct CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS {
    CK_ULONG ulSizeofThisStructure;  // 56 where the library does not know newEmitentKeyType
    CK_UTF8CHAR_PTR pAdminPin;
    CK_ULONG ulAdminPinLen;
    CK_RUTOKEN_INIT_PARAM *pInitParam;
    CK_BYTE_PTR pNewEmitentKey;
    CK_ULONG ulNewEmitentKeyLen;
    CK_ULONG ulNewEmitentKeyRetryCount;
    CK_KEY_TYPE newEmitentKeyType;
} CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS;

typedef struct CK_LOCAL_PIN_INFO {
    CK_ULONG ulPinID;  // set by the caller
    CK_ULONG ulMinSize;
    CK_ULONG ulMaxSize;
    CK_ULONG ulMaxRetryCount;
    CK_ULONG ulCurrentRetryCount;
    CK_FLAGS flags;
} CK_LOCAL_PIN_INFO;

typedef struct CK_VENDOR_PIN_PARAMS {
    CK_USER_TYPE userType;
    CK_UTF8CHAR_PTR pPinValue;
    CK_ULONG ulPinLength;
} CK_VENDOR_PIN_PARAMS;

typedef struct CK_VOLUME_INFO_EXTENDED {
    CK_ULONG idVolume;
    CK_ULONG ulVolumeSize;  // megabytes
    CK_ULONG accessMode;
    CK_USER_TYPE volumeOwner;
    CK_FLAGS flags;
} CK_VOLUME_INFO_EXTENDED;

typedef struct CK_VOLUME_FORMAT_INFO_EXTENDED {
    CK_ULONG ulVolumeSize;  // megabytes
    CK_ULONG accessMode;
    CK_USER_TYPE volumeOwner;
    CK_FLAGS flags;
} CK_VOLUME_FORMAT_INFO_EXTENDED;

typedef struct CK_TOKEN_IMIT_DATA {
    CK_BYTE bMode;  // 1 mask, 2 mask and patch
    CK_BYTE key[32];
    CK_BYTE imit[8];
} CK_TOKEN_IMIT_DATA;

typedef struct CK_VENDOR_BUFFER {
    CK_BYTE_PTR pData;
    CK_ULONG ulSize;
} CK_VENDOR_BUFFER;

typedef struct CK_VENDOR_X509_STORE {
    CK_VENDOR_BUFFER *pTrustedCertificates;
    CK_ULONG ulTrustedCertificatesCount;
    CK_VENDOR_BUFFER *pCertificates;
    CK_ULONG ulCertificatesCount;
    CK_VENDOR_BUFFER *pCrls;
    CK_ULONG ulCrlsCount;
} CK_VENDOR_X509_STORE;

typedef struct CK_VENDOR_KDF_CRISP_CMAC_PARAMS {
    CK_ULONG ulSeqLen;
    CK_BYTE_PTR pSeq;
    CK_ULONG ulSrcLen;
    CK_BYTE_PTR pSrc;
    CK_BYTE cs;
} CK_VENDOR_KDF_CRISP_CMAC_PARAMS;

typedef struct CK_VENDOR_CRISP_AEAD_PARAMS {
    CK_MECHANISM_PTR pMechanism;
    CK_BYTE_PTR pAAD;
    CK_ULONG ulAADLen;
    CK_ULONG ulMACLen;
} CK_VENDOR_CRISP_AEAD_PARAMS;

typedef struct CK_KDF_TREE_GOST_PARAMS {
    CK_ULONG ulLabelLength;
    CK_BYTE_PTR pLabel;
    CK_ULONG ulSeedLength;
    CK_BYTE_PTR pSeed;
    CK_ULONG ulR;
    CK_ULONG ulL;
    CK_ULONG ulOffset;
} CK_KDF_TREE_GOST_PARAMS;

typedef struct CK_VENDOR_BIP32_DERIVE_PARAMS {
    CK_ULONG_PTR pulPath;
    CK_ULONG ulPathCount;
} CK_VENDOR_BIP32_DERIVE_PARAMS;

typedef struct CK_VENDOR_BIP32_WITH_BIP39_KEY_PAIR_GEN_PARAMS {
    CK_UTF8CHAR_PTR pPassphrase;
    CK_ULONG ulPassphraseLen;
    CK_ULONG ulMnemonicLen;
} CK_VENDOR_BIP32_WITH_BIP39_KEY_PAIR_GEN_PARAMS;

// MARK: Functions

typedef struct CK_FUNCTION_LIST_EXTENDED CK_FUNCTION_LIST_EXTENDED;
typedef CK_FUNCTION_LIST_EXTENDED *CK_FUNCTION_LIST_EXTENDED_PTR;
typedef CK_FUNCTION_LIST_EXTENDED_PTR *CK_FUNCTION_LIST_EXTENDED_PTR_PTR;

typedef CK_RV (*CK_C_EX_GetFunctionListExtended)(CK_FUNCTION_LIST_EXTENDED_PTR_PTR ppFunctionList);
typedef CK_RV (*CK_C_EX_InitToken)(
    CK_SLOT_ID slotID, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen, CK_RUTOKEN_INIT_PARAM *pInitInfo);
typedef CK_RV (*CK_C_EX_GetTokenInfoExtended)(CK_SLOT_ID slotID, CK_TOKEN_INFO_EXTENDED *pInfo);
typedef CK_RV (*CK_C_EX_UnblockUserPIN)(CK_SESSION_HANDLE hSession);
typedef CK_RV (*CK_C_EX_SetTokenName)(CK_SESSION_HANDLE hSession, CK_CHAR_PTR pLabel, CK_ULONG ulLabelLen);
typedef CK_RV (*CK_C_EX_SetLicense)(
    CK_SESSION_HANDLE hSession, CK_ULONG ulLicenseNum, CK_BYTE_PTR pLicense, CK_ULONG ulLicenseLen);
typedef CK_RV (*CK_C_EX_GetLicense)(
    CK_SESSION_HANDLE hSession, CK_ULONG ulLicenseNum, CK_BYTE_PTR pLicense, CK_ULONG_PTR pulLicenseLen);
typedef CK_RV (*CK_C_EX_GetCertificateInfoText)(
    CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hCert, CK_CHAR_PTR *ppInfo, CK_ULONG_PTR pulInfoLen);
typedef CK_RV (*CK_C_EX_PKCS7Sign)(
    CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataLen, CK_OBJECT_HANDLE hCert, CK_BYTE_PTR *ppEnvelope,
    CK_ULONG_PTR pulEnvelopeLen, CK_OBJECT_HANDLE hPrivKey, CK_OBJECT_HANDLE_PTR phCertificates,
    CK_ULONG ulCertificatesLen, CK_ULONG flags);
typedef CK_RV (*CK_C_EX_CreateCSR)(
    CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hPublicKey, CK_CHAR_PTR *dn, CK_ULONG dnLength, CK_BYTE_PTR *ppCsr,
    CK_ULONG_PTR pulCsrLength, CK_OBJECT_HANDLE hPrivKey, CK_CHAR_PTR *pAttributes, CK_ULONG ulAttributesLength,
    CK_CHAR_PTR *pExtensions, CK_ULONG ulExtensionsLength);
typedef CK_RV (*CK_C_EX_FreeBuffer)(CK_BYTE_PTR pBuffer);
typedef CK_RV (*CK_C_EX_GetTokenName)(CK_SESSION_HANDLE hSession, CK_CHAR_PTR pLabel, CK_ULONG_PTR pulLabelLen);
typedef CK_RV (*CK_C_EX_SetLocalPIN)(
    CK_SLOT_ID slotID, CK_UTF8CHAR_PTR pUserPin, CK_ULONG ulUserPinLen, CK_UTF8CHAR_PTR pNewLocalPin,
    CK_ULONG ulNewLocalPinLen, CK_ULONG ulLocalID);
typedef CK_RV (*CK_C_EX_LoadActivationKey)(CK_SESSION_HANDLE hSession, CK_BYTE_PTR key, CK_ULONG keySize);
// The password is terminated by a NUL; there is no length.
typedef CK_RV (*CK_C_EX_SetActivationPassword)(CK_SLOT_ID slotID, CK_UTF8CHAR_PTR password);
typedef CK_RV (*CK_C_EX_GetVolumesInfo)(CK_SLOT_ID slotID, CK_VOLUME_INFO_EXTENDED *pInfo, CK_ULONG_PTR pulInfoCount);
typedef CK_RV (*CK_C_EX_GetDriveSize)(CK_SLOT_ID slotID, CK_ULONG_PTR pulDriveSize);
typedef CK_RV (*CK_C_EX_ChangeVolumeAttributes)(
    CK_SLOT_ID slotID, CK_USER_TYPE userType, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen, CK_ULONG idVolume,
    CK_ULONG newAccessMode, CK_BBOOL bPermanent);
typedef CK_RV (*CK_C_EX_FormatDrive)(
    CK_SLOT_ID slotID, CK_USER_TYPE userType, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen,
    CK_VOLUME_FORMAT_INFO_EXTENDED *pInitParams, CK_ULONG ulInitParamsCount);
typedef CK_RV (*CK_C_EX_TokenManage)(CK_SESSION_HANDLE hSession, CK_ULONG ulMode, CK_VOID_PTR pValue);
typedef CK_RV (*CK_C_EX_GenerateActivationPassword)(
    CK_SESSION_HANDLE hSession, CK_ULONG ulPasswordNumber, CK_UTF8CHAR_PTR pPassword, CK_ULONG_PTR pulPasswordSize,
    CK_ULONG ulPasswordCharacterSet);
typedef CK_RV (*CK_C_EX_GetJournal)(CK_SLOT_ID slotID, CK_BYTE_PTR pJournal, CK_ULONG_PTR pulJournalSize);
typedef CK_RV (*CK_C_EX_SignInvisibleInit)(
    CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey);
typedef CK_RV (*CK_C_EX_SignInvisible)(
    CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataLen, CK_BYTE_PTR pSignature,
    CK_ULONG_PTR pulSignatureLen);
typedef CK_RV (*CK_C_EX_SlotManage)(CK_SLOT_ID slotID, CK_ULONG ulMode, CK_VOID_PTR pValue);
typedef CK_RV (*CK_C_EX_WrapKey)(
    CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pGenerationMechanism, CK_ATTRIBUTE_PTR pKeyTemplate,
    CK_ULONG ulKeyAttributeCount, CK_MECHANISM_PTR pDerivationMechanism, CK_OBJECT_HANDLE hBaseKey,
    CK_MECHANISM_PTR pWrappingMechanism, CK_BYTE_PTR pWrappedKey, CK_ULONG_PTR pulWrappedKeyLen,
    CK_OBJECT_HANDLE_PTR phKey);
typedef CK_RV (*CK_C_EX_UnwrapKey)(
    CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pDerivationMechanism, CK_OBJECT_HANDLE hBaseKey,
    CK_MECHANISM_PTR pUnwrappingMechanism, CK_BYTE_PTR pWrappedKey, CK_ULONG ulWrappedKeyLen,
    CK_ATTRIBUTE_PTR pKeyTemplate, CK_ULONG ulKeyAttributeCount, CK_OBJECT_HANDLE_PTR phKey);
// The library keeps pCms: the message must stay where it is until the operation ends.
typedef CK_RV (*CK_C_EX_PKCS7VerifyInit)(
    CK_SESSION_HANDLE hSession, CK_BYTE_PTR pCms, CK_ULONG ulCmsSize, CK_VENDOR_X509_STORE *pStore, CK_ULONG crlMode,
    CK_FLAGS flags);
typedef CK_RV (*CK_C_EX_PKCS7Verify)(
    CK_SESSION_HANDLE hSession, CK_BYTE_PTR *ppData, CK_ULONG_PTR pulDataSize, CK_VENDOR_BUFFER **ppSignerCertificates,
    CK_ULONG_PTR pulSignerCertificatesCount);
typedef CK_RV (*CK_C_EX_PKCS7VerifyUpdate)(CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataSize);
typedef CK_RV (*CK_C_EX_PKCS7VerifyFinal)(
    CK_SESSION_HANDLE hSession, CK_VENDOR_BUFFER **ppSignerCertificates, CK_ULONG_PTR pulSignerCertificatesCount);
typedef CK_RV (*CK_C_EX_Authenticate)(
    CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hAuthObject, CK_BYTE_PTR pData, CK_ULONG ulDataLen);
typedef CK_RV (*CK_C_EX_Deauthenticate)(CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hAuthObject);
typedef CK_RV (*CK_C_EX_UnblockAuthenticator)(CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hAuthObject);

// MARK: Table

// The functions in the order of the table: those of 2014, of 2017 and of 2026.
// clang-format off
#define CCK_FUNCTIONS_EXTENDED_2014(X) \
    X(C_EX_GetFunctionListExtended) X(C_EX_InitToken) X(C_EX_GetTokenInfoExtended) X(C_EX_UnblockUserPIN) \
    X(C_EX_SetTokenName) X(C_EX_SetLicense) X(C_EX_GetLicense) X(C_EX_GetCertificateInfoText) X(C_EX_PKCS7Sign) \
    X(C_EX_CreateCSR) X(C_EX_FreeBuffer) X(C_EX_GetTokenName) X(C_EX_SetLocalPIN) X(C_EX_LoadActivationKey) \
    X(C_EX_SetActivationPassword) X(C_EX_GetVolumesInfo) X(C_EX_GetDriveSize) X(C_EX_ChangeVolumeAttributes) \
    X(C_EX_FormatDrive)

#define CCK_FUNCTIONS_EXTENDED_2017(X) \
    X(C_EX_TokenManage) X(C_EX_GenerateActivationPassword) X(C_EX_GetJournal) X(C_EX_SignInvisibleInit) \
    X(C_EX_SignInvisible) X(C_EX_SlotManage) X(C_EX_WrapKey) X(C_EX_UnwrapKey) X(C_EX_PKCS7VerifyInit) \
    X(C_EX_PKCS7Verify) X(C_EX_PKCS7VerifyUpdate) X(C_EX_PKCS7VerifyFinal)

#define CCK_FUNCTIONS_EXTENDED_2026(X) \
    X(C_EX_Authenticate) X(C_EX_Deauthenticate) X(C_EX_UnblockAuthenticator)
// clang-format on

#define CCK_MEMBER(name) CK_##name name;

struct CK_FUNCTION_LIST_EXTENDED {
    CK_VERSION version;
    CCK_FUNCTIONS_EXTENDED_2014(CCK_MEMBER)
    CCK_FUNCTIONS_EXTENDED_2017(CCK_MEMBER)
    CCK_FUNCTIONS_EXTENDED_2026(CCK_MEMBER)
};

#undef CCK_MEMBER

// MARK: Numbers

// CK_TOKEN_INFO_EXTENDED.flags; the first two are also CK_RUTOKEN_INIT_PARAM.ChangeUserPINPolicy. "UNAVAILIBLE" is
// the vendor's spelling; FKN and FKC, SECURE_MESSAGING and CAN_CHANGE_SM_MODE are two names of one bit.
#define TOKEN_FLAGS_ADMIN_CHANGE_USER_PIN    0x00000001UL
#define TOKEN_FLAGS_USER_CHANGE_USER_PIN     0x00000002UL
#define TOKEN_FLAGS_ADMIN_PIN_NOT_DEFAULT    0x00000004UL
#define TOKEN_FLAGS_USER_PIN_NOT_DEFAULT     0x00000008UL
#define TOKEN_FLAGS_SUPPORT_FKN              0x00000010UL
#define TOKEN_FLAGS_SUPPORT_FKC              0x00000010UL
#define TOKEN_FLAGS_SUPPORT_SM               0x00000040UL
#define TOKEN_FLAGS_HAS_FLASH_DRIVE          0x00000080UL
#define TOKEN_FLAGS_SUPPORT_SECURE_MESSAGING 0x00000100UL
#define TOKEN_FLAGS_CAN_CHANGE_SM_MODE       0x00000100UL
#define TOKEN_FLAGS_HAS_BUTTON               0x00000200UL
#define TOKEN_FLAGS_SUPPORT_JOURNAL          0x00000400UL
#define TOKEN_FLAGS_USER_PIN_UTF8            0x00000800UL
#define TOKEN_FLAGS_ADMIN_PIN_UTF8           0x00001000UL
#define TOKEN_FLAGS_FW_CHECKSUM_UNAVAILIBLE  0x40000000UL
#define TOKEN_FLAGS_FW_CHECKSUM_INVALID      0x80000000UL

// CK_TOKEN_INFO_EXTENDED.ulTokenType
#define TOKEN_TYPE_RUTOKEN_ECP               0x00000001UL
#define TOKEN_TYPE_RUTOKEN_LITE              0x00000002UL
#define TOKEN_TYPE_RUTOKEN                   0x00000003UL
#define TOKEN_TYPE_RUTOKEN_PINPAD_FAMILY     0x00000004UL
#define TOKEN_TYPE_RUTOKEN_MIKRON            0x00000005UL
#define TOKEN_TYPE_RUTOKEN_ECPDUAL_USB       0x00000009UL
#define TOKEN_TYPE_RUTOKEN_WEB               0x00000023UL
#define TOKEN_TYPE_RUTOKEN_SC_JC             0x00000041UL
#define TOKEN_TYPE_RUTOKEN_ECP_SC            0x00000041UL
#define TOKEN_TYPE_RUTOKEN_LITE_SC_JC        0x00000042UL
#define TOKEN_TYPE_RUTOKEN_MIKRON_SC         0x00000045UL
#define TOKEN_TYPE_RUTOKEN_SCDUAL            0x00000049UL
#define TOKEN_TYPE_RUTOKEN_MIKRON_SCDUAL     0x0000004DUL
#define TOKEN_TYPE_RUTOKEN_ECPDUAL_BT        0x00000069UL
#define TOKEN_TYPE_RUTOKEN_ECP_SD            0x00000081UL
#define TOKEN_TYPE_RUTOKEN_LITE_SD           0x00000082UL
#define TOKEN_TYPE_RUTOKEN_ECPDUAL_UART      0x000000A9UL
#define TOKEN_TYPE_RUTOKEN_ECP_NFC           0x000000C1UL
#define TOKEN_TYPE_RUTOKEN_SCDUAL_NFC        0x000000C9UL
#define TOKEN_TYPE_RUTOKEN_MIKRON_SCDUAL_NFC 0x000000CDUL
#define TOKEN_TYPE_UNKNOWN                   0x000000FFUL

// CK_TOKEN_INFO_EXTENDED.ulTokenClass
#define TOKEN_CLASS_S       0x00000000UL
#define TOKEN_CLASS_ECP     0x00000001UL
#define TOKEN_CLASS_LITE    0x00000002UL
#define TOKEN_CLASS_WEB     0x00000003UL
#define TOKEN_CLASS_PINPAD  0x00000004UL
#define TOKEN_CLASS_ECP_BT  0x00000009UL
#define TOKEN_CLASS_ECPDUAL 0x00000009UL
#define TOKEN_CLASS_UNKNOWN 0xFFFFFFFFUL

// CK_TOKEN_INFO_EXTENDED.ulBodyColor; older libraries count black 0 and white 1.
#define TOKEN_BODY_COLOR_UNKNOWN 0x00000000UL
#define TOKEN_BODY_COLOR_WHITE   0x00000001UL
#define TOKEN_BODY_COLOR_BLACK   0x00000002UL

// Return values.
#define CKR_CORRUPTED_MAPFILE                0x80000001UL
#define CKR_WRONG_VERSION_FIELD              0x80000002UL
#define CKR_WRONG_PKCS1_ENCODING             0x80000003UL
#define CKR_RTPKCS11_DATA_CORRUPTED          0x80000004UL
#define CKR_RTPKCS11_RSF_DATA_CORRUPTED      0x80000005UL
#define CKR_SM_PASSWORD_INVALID              0x80000006UL
#define CKR_LICENSE_READ_ONLY                0x80000007UL
#define CKR_VENDOR_EMITENT_KEY_BLOCKED       0x80000008UL
#define CKR_CERT_CHAIN_NOT_VERIFIED          0x80000009UL
#define CKR_INAPPROPRIATE_PIN                0x8000000AUL
#define CKR_PIN_IN_HISTORY                   0x8000000BUL
#define CKR_VENDOR_INTERFACE_NOT_INITIALIZED 0x8000000CUL

// Attributes of keys.
#define CKA_VENDOR_GOST_KEY_OPTIONS       0x80000001UL
#define CKA_VENDOR_GOST_KEY_FLAGS         0x80000002UL
#define CKA_VENDOR_AKTIV_CSP_CONTAINER_ID 0x80000009UL
#define CKA_VENDOR_KEY_PIN_ENTER          0x80002000UL
#define CKA_VENDOR_KEY_CONFIRM_OP         0x80002001UL
#define CKA_VENDOR_KEY_JOURNAL            0x80002002UL
#define CKA_VENDOR_CONFIRM_BY_TOUCH       0x80002003UL

// Attributes of the hardware feature CKH_VENDOR_TOKEN_INFO.
#define CKA_VENDOR_SECURE_MESSAGING_AVAILABLE                 0x80003000UL
#define CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE              0x80003001UL
#define CKA_VENDOR_SUPPORTED_SECURE_MESSAGING_MODES           0x80003002UL
#define CKA_VENDOR_CURRENT_TOKEN_INTERFACE                    0x80003003UL
#define CKA_VENDOR_SUPPORTED_TOKEN_INTERFACE                  0x80003004UL
#define CKA_VENDOR_EXTERNAL_AUTHENTICATION                    0x80003005UL
#define CKA_VENDOR_BIOMETRIC_AUTHENTICATION                   0x80003006UL
#define CKA_VENDOR_SUPPORT_CUSTOM_PIN                         0x80003007UL
#define CKA_VENDOR_CUSTOM_ADMIN_PIN                           0x80003008UL
#define CKA_VENDOR_CUSTOM_USER_PIN                            0x80003009UL
#define CKA_VENDOR_SUPPORT_INTERNAL_TRUSTED_CERTS             0x8000300AUL
#define CKA_VENDOR_SUPPORT_FKC2                               0x8000300BUL
#define CKA_VENDOR_SUPPORT_HW_RESULT_FOR_GOST28147_KEY_UNWRAP 0x8000300CUL
#define CKA_VENDOR_SUPPORT_HW_KDF_TREE                        0x8000300DUL
#define CKA_VENDOR_SUPPORT_KIMP15                             0x8000300EUL
#define CKA_VENDOR_FLASH_DRIVE_AVAILABLE                      0x8000300FUL
#define CKA_VENDOR_MODEL_NAME                                 0x80003010UL

// Attributes of data and certificates.
#define CKA_VENDOR_CHECKSUM              0x80003100UL
#define CKA_VENDOR_HMAC_VALUE            0x80003101UL
#define CKA_VENDOR_INTERNAL_TRUSTED_CERT 0x80003102UL
#define CKA_VENDOR_IV                    0x80003103UL

// Attributes of the hardware feature CKH_VENDOR_PIN_POLICY.
#define CKA_VENDOR_PIN_POLICY_STATE                   0x80003200UL
#define CKA_VENDOR_PIN_POLICIES_DELETABLE             0x80003201UL
#define CKA_VENDOR_SUPPORTED_PIN_POLICIES             0xC0003202UL
#define CKA_VENDOR_PIN_POLICY_MIN_LENGTH              0x80003203UL
#define CKA_VENDOR_PIN_POLICY_HISTORY_DEPTH           0x80003204UL
#define CKA_VENDOR_PIN_POLICY_ALLOW_DEFAULT_PIN_USAGE 0x80003205UL
#define CKA_VENDOR_PIN_POLICY_DIGIT_REQUIRED          0x80003206UL
#define CKA_VENDOR_PIN_POLICY_UPPERCASE_REQUIRED      0x80003207UL
#define CKA_VENDOR_PIN_POLICY_LOWERCASE_REQUIRED      0x80003208UL
#define CKA_VENDOR_PIN_POLICY_SPEC_CHAR_REQUIRED      0x80003209UL
#define CKA_VENDOR_PIN_POLICY_DIFF_CHARS_REQUIRED     0x8000320AUL
#define CKA_VENDOR_USER_TYPE                          0x8000320BUL

// Attributes of authentication objects.
#define CKA_VENDOR_FACTOR_TYPE                 0x80003300UL
#define CKA_VENDOR_FP_CONVOLUTIONS_COUNT       0x80003301UL
#define CKA_VENDOR_FP_CONVOLUTIONS             0xC0003302UL
#define CKA_VENDOR_FINGERPRINT_CONVOLUTIONS_ID 0x80003304UL
#define CKA_VENDOR_MAX_RETRY_COUNT             0x80003305UL
#define CKA_VENDOR_RETRY_COUNT_LEFT            0x80003306UL
#define CKA_VENDOR_BIO_DATA_ID                 0x80003307UL

// Attributes of the hardware feature CKH_VENDOR_TOUCH_INTERFACE.
#define CKA_VENDOR_TOUCH_MODE              0x80003400UL
#define CKA_VENDOR_USER_PRESENT_TIME_LIMIT 0x80003401UL
#define CKA_VENDOR_USER_ACTION_TIMEOUT     0x80003402UL

// Attributes of BIP-32 keys.
#define CKA_VENDOR_BIP32_CHAINCODE               0x80005000UL
#define CKA_VENDOR_BIP32_ID                      0x80005001UL
#define CKA_VENDOR_BIP32_FINGERPRINT             0x80005002UL
#define CKA_VENDOR_BIP39_MNEMONIC_TRACE          0x80005003UL
#define CKA_VENDOR_BIP39_MNEMONIC                0x80005004UL
#define CKA_VENDOR_BIP39_MNEMONIC_IS_EXTRACTABLE 0x80005005UL

// Hardware features, and the class of authentication objects with its one factor type.
#define CKH_VENDOR_TOKEN_INFO            0x80000001UL
#define CKH_VENDOR_EMITENT_KEY           0x80000002UL
#define CKH_VENDOR_SECURE_COUNTER        0x80000003UL
#define CKH_VENDOR_NDEF_TAG              0x80000004UL
#define CKH_VENDOR_RNG                   0x80000005UL
#define CKH_VENDOR_PIN_POLICY            0x80000006UL
#define CKH_VENDOR_TOUCH_INTERFACE       0x80000007UL
#define CKO_VENDOR_AUTHENTICATION_FACTOR 0x80000001UL
#define CKVAF_BIO_FP_CONVOLUTION         0x00000001UL

// CKA_VENDOR_CURRENT_TOKEN_INTERFACE, CKA_VENDOR_SUPPORTED_TOKEN_INTERFACE: bits. NFC is the older name of type B.
#define INTERFACE_TYPE_USB        0x00000001UL
#define INTERFACE_TYPE_BT         0x00000002UL
#define INTERFACE_TYPE_UART       0x00000004UL
#define INTERFACE_TYPE_ISO        0x00000008UL
#define INTERFACE_TYPE_SD         0x00000010UL
#define INTERFACE_TYPE_NFC_TYPE_B 0x00000020UL
#define INTERFACE_TYPE_NFC        0x00000020UL
#define INTERFACE_TYPE_SPI        0x00000040UL
#define INTERFACE_TYPE_NFC_TYPE_A 0x00000080UL
#define INTERFACE_TYPE_UNKNOWN    0xFFFFFFFFFFFFFFFFUL

// CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE
#define SECURE_MESSAGING_DEFAULT       0x00000000UL
#define SECURE_MESSAGING_BUILT_IN      0x00000001UL
#define SECURE_MESSAGING_GOST          0x00000002UL
#define SECURE_MESSAGING_ENHANCED_GOST 0x00000003UL
#define SECURE_MESSAGING_UNSUPPORTED   0x000000FFUL

// CKA_VENDOR_PIN_POLICY_STATE
#define PIN_POLICY_STATE_WELL_DEFINED                      0x00000000UL
#define PIN_POLICY_STATE_HAS_UNKNOWN_ATTRIBUTES            0x00000001UL
#define PIN_POLICY_STATE_HAS_UNKNOWN_NONDEFAULT_ATTRIBUTES 0x00000002UL

// CKA_VENDOR_TOUCH_MODE
#define TOUCH_MODE_DISCRETE   0x00000000UL
#define TOUCH_MODE_CONTINUOUS 0x00000001UL

// Key types. Those from 0xD4321000 on are in the range of TC 26; KUZNECHIK and KUZNYECHIK are one cipher.
#define CKK_GOST                0x80000001UL
#define CKK_VENDOR_BIP32        0x80000002UL
#define CKK_GOSTR3410_512       0xD4321003UL
#define CKK_KUZNECHIK           0xD4321004UL
#define CKK_KUZNYECHIK          0xD4321004UL
#define CKK_MAGMA               0xD4321005UL
#define CKK_KUZNECHIK_TWIN_KEY  0xD4321006UL
#define CKK_KUZNYECHIK_TWIN_KEY 0xD4321006UL
#define CKK_MAGMA_TWIN_KEY      0xD4321007UL

// Mechanisms.
#define CKM_GOST_KEY_GEN                             0x80000001UL
#define CKM_GOST                                     0x80000002UL
#define CKM_VENDOR_SECURE_IMPORT                     0x80000003UL
#define CKM_VENDOR_KDF_CRISP_CMAC                    0x80000004UL
#define CKM_VENDOR_CRISP_AEAD                        0x80000005UL
#define CKM_VENDOR_BIP32_KEY_PAIR_GEN                0x80000006UL
#define CKM_VENDOR_BIP32_DERIVE_PRIVATE_FROM_PRIVATE 0x80000007UL
#define CKM_VENDOR_BIP32_DERIVE_PUBLIC_FROM_PRIVATE  0x80000008UL
#define CKM_VENDOR_BIP32_WITH_BIP39_KEY_PAIR_GEN     0x80000009UL
#define CKM_GOSTR3410_512_KEY_PAIR_GEN               0xD4321005UL
#define CKM_GOSTR3410_512                            0xD4321006UL
#define CKM_GOSTR3410_2012_DERIVE                    0xD4321007UL
#define CKM_GOSTR3410_12_DERIVE                      0xD4321007UL
#define CKM_GOSTR3410_WITH_GOSTR3411_12_256          0xD4321008UL
#define CKM_GOSTR3410_WITH_GOSTR3411_12_512          0xD4321009UL
#define CKM_GOSTR3410_PUBLIC_KEY_DERIVE              0xD432100AUL
#define CKM_GOSTR3410_512_PUBLIC_KEY_DERIVE          0xD432100BUL
#define CKM_GOSTR3411_12_256                         0xD4321012UL
#define CKM_GOSTR3411_12_512                         0xD4321013UL
#define CKM_GOSTR3411_12_256_HMAC                    0xD4321014UL
#define CKM_GOSTR3411_12_512_HMAC                    0xD4321015UL
#define CKM_TLS_GOST_PRF_2012_256                    0xD4321016UL
#define CKM_TLS_GOST_PRF_2012_512                    0xD4321017UL
#define CKM_TLS_GOST_MASTER_KEY_DERIVE_2012_256      0xD4321018UL
#define CKM_KDF_4357                                 0xD4321025UL
#define CKM_KDF_GOSTR3411_2012_256                   0xD4321026UL
#define CKM_KDF_HMAC3411_2012_256                    0xD4321028UL
#define CKM_KDF_TREE_GOSTR3411_2012_256              0xD432102AUL
#define CKM_KUZNECHIK_KEXP_15_WRAP                   0xD432102BUL
#define CKM_KUZNYECHIK_KEXP_15_WRAP                  0xD432102BUL
#define CKM_MAGMA_KEXP_15_WRAP                       0xD432102CUL
#define CKM_KUZNECHIK_MGM                            0xD432102DUL
#define CKM_KUZNYECHIK_MGM                           0xD432102DUL
#define CKM_MAGMA_MGM                                0xD432102EUL
#define CKM_KUZNECHIK_KEY_GEN                        0xD4321030UL
#define CKM_KUZNYECHIK_KEY_GEN                       0xD4321030UL
#define CKM_KUZNECHIK_ECB                            0xD4321031UL
#define CKM_KUZNYECHIK_ECB                           0xD4321031UL
#define CKM_KUZNECHIK_CTR_ACPKM                      0xD4321032UL
#define CKM_KUZNYECHIK_CTR_ACPKM                     0xD4321032UL
#define CKM_KUZNECHIK_MAC                            0xD4321033UL
#define CKM_KUZNYECHIK_MAC                           0xD4321033UL
#define CKM_MAGMA_KEY_GEN                            0xD4321034UL
#define CKM_MAGMA_ECB                                0xD4321035UL
#define CKM_MAGMA_CTR_ACPKM                          0xD4321036UL
#define CKM_MAGMA_MAC                                0xD4321037UL
#define CKM_VKO_GOSTR3410_2012_512                   0xD4321038UL
#define CKM_GOST_KEG                                 0xD4321039UL

// Key derivation functions and the pseudo-random function of GOST R 34.11-2012.
#define CKD_KDF_4357                            0xD4321025UL
#define CKD_KDF_GOSTR3411_2012_256              0xD4321026UL
#define CKP_PKCS5_PBKD2_HMAC_GOSTR3411_2012_512 0xD4321003UL

// C_EX_PKCS7Sign
#define PKCS7_DETACHED_SIGNATURE 0x00000001UL
#define USE_HARDWARE_HASH        0x00000002UL

// C_EX_PKCS7VerifyInit: how revocation lists count, and flags.
#define OPTIONAL_CRL_CHECK                       0x00000000UL
#define LEAF_CRL_CHECK                           0x00000001UL
#define ALL_CRL_CHECK                            0x00000002UL
#define CKF_VENDOR_DO_NOT_USE_INTERNAL_CMS_CERTS 0x00000001UL
#define CKF_VENDOR_ALLOW_PARTIAL_CHAINS          0x00000002UL
#define CKF_VENDOR_CHECK_SIGNATURE_ONLY          0x00000004UL
#define CKF_VENDOR_USE_TRUSTED_CERTS_FROM_TOKEN  0x00000008UL

// Volumes: access and flags.
#define ACCESS_MODE_HIDDEN 0x00000000UL
#define ACCESS_MODE_RO     0x00000001UL
#define ACCESS_MODE_RW     0x00000003UL
#define ACCESS_MODE_CD     0x00000005UL
#define CKF_ENCRYPTION     0x01000000UL

// CK_LOCAL_PIN_INFO.flags
#define LOCAL_PIN_FLAGS_NOT_DEFAULT 0x00000001UL
#define LOCAL_PIN_FLAGS_FROM_SCREEN 0x00000002UL
#define LOCAL_PIN_FLAGS_IS_UTF8     0x00000004UL

// C_EX_TokenManage
#define MODE_SET_BLUETOOTH_POWEROFF_TIMEOUT 0x00000001UL
#define MODE_SET_CHANNEL_TYPE               0x00000002UL
#define MODE_RESET_CUSTOM_PIN_TO_STANDARD   0x00000003UL
#define MODE_RESET_PIN_TO_DEFAULT           0x00000004UL
#define MODE_CHANGE_DEFAULT_PIN             0x00000005UL
#define MODE_FORCE_USER_TO_CHANGE_PIN       0x00000006UL
#define BLUETOOTH_POWEROFF_TIMEOUT_DEFAULT  0x00000000UL
#define BLUETOOTH_POWEROFF_TIMEOUT_MAX      0x00000046UL
#define CHANNEL_TYPE_USB                    0x00000000UL
#define CHANNEL_TYPE_BLUETOOTH              0x00000001UL

// C_EX_SlotManage, a number space of its own.
#define MODE_GET_IMIT                  0x00000004UL
#define MODE_GET_LOCAL_PIN_INFO        0x00000005UL
#define MODE_RESTORE_FACTORY_DEFAULTS  0x00000006UL
#define MODE_GET_PIN_SET_TO_BE_CHANGED 0x00000007UL

// C_EX_GenerateActivationPassword: the number that stands for the next password, and the alphabets (A-Z without O, and
// 1-9; A-Z).
#define GENERATE_NEXT_PASSWORD 0x00000000UL
#define CAPS_AND_DIGITS        0x00000000UL
#define CAPS_ONLY              0x00000001UL

// MARK: Layout

_Static_assert(sizeof(CK_TOKEN_INFO_EXTENDED) == 256, "CK_TOKEN_INFO_EXTENDED");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulSizeofThisStructure) == 0, "ulSizeofThisStructure");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulTokenType) == 8, "ulTokenType");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulProtocolNumber) == 16, "ulProtocolNumber");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulMicrocodeNumber) == 24, "ulMicrocodeNumber");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulOrderNumber) == 32, "ulOrderNumber");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, flags) == 40, "flags");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulMaxAdminPinLen) == 48, "ulMaxAdminPinLen");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulMinAdminPinLen) == 56, "ulMinAdminPinLen");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulMaxUserPinLen) == 64, "ulMaxUserPinLen");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulMinUserPinLen) == 72, "ulMinUserPinLen");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulMaxAdminRetryCount) == 80, "ulMaxAdminRetryCount");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulAdminRetryCountLeft) == 88, "ulAdminRetryCountLeft");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulMaxUserRetryCount) == 96, "ulMaxUserRetryCount");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulUserRetryCountLeft) == 104, "ulUserRetryCountLeft");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, serialNumber) == 112, "serialNumber");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulTotalMemory) == 120, "ulTotalMemory");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulFreeMemory) == 128, "ulFreeMemory");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ATR) == 136, "ATR");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulATRLen) == 200, "ulATRLen");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulTokenClass) == 208, "ulTokenClass");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulBatteryVoltage) == 216, "ulBatteryVoltage");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulBodyColor) == 224, "ulBodyColor");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulFirmwareChecksum) == 232, "ulFirmwareChecksum");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulBatteryPercentage) == 240, "ulBatteryPercentage");
_Static_assert(offsetof(CK_TOKEN_INFO_EXTENDED, ulBatteryFlags) == 248, "ulBatteryFlags");
_Static_assert(sizeof(CK_RUTOKEN_INIT_PARAM) == 112, "CK_RUTOKEN_INIT_PARAM");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulSizeofThisStructure) == 0, "ulSizeofThisStructure");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, UseRepairMode) == 8, "UseRepairMode");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, pNewAdminPin) == 16, "pNewAdminPin");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulNewAdminPinLen) == 24, "ulNewAdminPinLen");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, pNewUserPin) == 32, "pNewUserPin");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulNewUserPinLen) == 40, "ulNewUserPinLen");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ChangeUserPINPolicy) == 48, "ChangeUserPINPolicy");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulMinAdminPinLen) == 56, "ulMinAdminPinLen");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulMinUserPinLen) == 64, "ulMinUserPinLen");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulMaxAdminRetryCount) == 72, "ulMaxAdminRetryCount");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulMaxUserRetryCount) == 80, "ulMaxUserRetryCount");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, pTokenLabel) == 88, "pTokenLabel");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulLabelLen) == 96, "ulLabelLen");
_Static_assert(offsetof(CK_RUTOKEN_INIT_PARAM, ulSmMode) == 104, "ulSmMode");
_Static_assert(sizeof(CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS) == 64, "CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS");
_Static_assert(offsetof(CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS, pAdminPin) == 8, "pAdminPin");
_Static_assert(offsetof(CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS, ulAdminPinLen) == 16, "ulAdminPinLen");
_Static_assert(offsetof(CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS, pInitParam) == 24, "pInitParam");
_Static_assert(offsetof(CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS, pNewEmitentKey) == 32, "pNewEmitentKey");
_Static_assert(offsetof(CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS, ulNewEmitentKeyLen) == 40, "ulNewEmitentKeyLen");
_Static_assert(
    offsetof(CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS, ulNewEmitentKeyRetryCount) == 48, "ulNewEmitentKeyRetryCount");
_Static_assert(offsetof(CK_VENDOR_RESTORE_FACTORY_DEFAULTS_PARAMS, newEmitentKeyType) == 56, "newEmitentKeyType");
_Static_assert(sizeof(CK_LOCAL_PIN_INFO) == 48, "CK_LOCAL_PIN_INFO");
_Static_assert(offsetof(CK_LOCAL_PIN_INFO, ulPinID) == 0, "ulPinID");
_Static_assert(offsetof(CK_LOCAL_PIN_INFO, ulMinSize) == 8, "ulMinSize");
_Static_assert(offsetof(CK_LOCAL_PIN_INFO, ulMaxSize) == 16, "ulMaxSize");
_Static_assert(offsetof(CK_LOCAL_PIN_INFO, ulMaxRetryCount) == 24, "ulMaxRetryCount");
_Static_assert(offsetof(CK_LOCAL_PIN_INFO, ulCurrentRetryCount) == 32, "ulCurrentRetryCount");
_Static_assert(offsetof(CK_LOCAL_PIN_INFO, flags) == 40, "flags");
_Static_assert(sizeof(CK_VENDOR_PIN_PARAMS) == 24, "CK_VENDOR_PIN_PARAMS");
_Static_assert(offsetof(CK_VENDOR_PIN_PARAMS, userType) == 0, "userType");
_Static_assert(offsetof(CK_VENDOR_PIN_PARAMS, pPinValue) == 8, "pPinValue");
_Static_assert(offsetof(CK_VENDOR_PIN_PARAMS, ulPinLength) == 16, "ulPinLength");
_Static_assert(sizeof(CK_VOLUME_INFO_EXTENDED) == 40, "CK_VOLUME_INFO_EXTENDED");
_Static_assert(offsetof(CK_VOLUME_INFO_EXTENDED, idVolume) == 0, "idVolume");
_Static_assert(offsetof(CK_VOLUME_INFO_EXTENDED, ulVolumeSize) == 8, "ulVolumeSize");
_Static_assert(offsetof(CK_VOLUME_INFO_EXTENDED, accessMode) == 16, "accessMode");
_Static_assert(offsetof(CK_VOLUME_INFO_EXTENDED, volumeOwner) == 24, "volumeOwner");
_Static_assert(offsetof(CK_VOLUME_INFO_EXTENDED, flags) == 32, "flags");
_Static_assert(sizeof(CK_VOLUME_FORMAT_INFO_EXTENDED) == 32, "CK_VOLUME_FORMAT_INFO_EXTENDED");
_Static_assert(sizeof(CK_TOKEN_IMIT_DATA) == 41, "CK_TOKEN_IMIT_DATA");
_Static_assert(offsetof(CK_TOKEN_IMIT_DATA, key) == 1, "key");
_Static_assert(offsetof(CK_TOKEN_IMIT_DATA, imit) == 33, "imit");
_Static_assert(sizeof(CK_VENDOR_BUFFER) == 16, "CK_VENDOR_BUFFER");
_Static_assert(sizeof(CK_VENDOR_X509_STORE) == 48, "CK_VENDOR_X509_STORE");
_Static_assert(sizeof(CK_VENDOR_KDF_CRISP_CMAC_PARAMS) == 40, "CK_VENDOR_KDF_CRISP_CMAC_PARAMS");
_Static_assert(sizeof(CK_VENDOR_CRISP_AEAD_PARAMS) == 32, "CK_VENDOR_CRISP_AEAD_PARAMS");
_Static_assert(sizeof(CK_KDF_TREE_GOST_PARAMS) == 56, "CK_KDF_TREE_GOST_PARAMS");
_Static_assert(sizeof(CK_VENDOR_BIP32_DERIVE_PARAMS) == 16, "CK_VENDOR_BIP32_DERIVE_PARAMS");
_Static_assert(
    sizeof(CK_VENDOR_BIP32_WITH_BIP39_KEY_PAIR_GEN_PARAMS) == 24, "CK_VENDOR_BIP32_WITH_BIP39_KEY_PAIR_GEN_PARAMS");
_Static_assert(sizeof(CK_FUNCTION_LIST_EXTENDED) == 280, "CK_FUNCTION_LIST_EXTENDED");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GetFunctionListExtended) == 8, "C_EX_GetFunctionListExtended");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_InitToken) == 16, "C_EX_InitToken");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GetTokenInfoExtended) == 24, "C_EX_GetTokenInfoExtended");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_UnblockUserPIN) == 32, "C_EX_UnblockUserPIN");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_SetTokenName) == 40, "C_EX_SetTokenName");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_SetLicense) == 48, "C_EX_SetLicense");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GetLicense) == 56, "C_EX_GetLicense");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GetCertificateInfoText) == 64, "C_EX_GetCertificateInfoText");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_PKCS7Sign) == 72, "C_EX_PKCS7Sign");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_CreateCSR) == 80, "C_EX_CreateCSR");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_FreeBuffer) == 88, "C_EX_FreeBuffer");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GetTokenName) == 96, "C_EX_GetTokenName");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_SetLocalPIN) == 104, "C_EX_SetLocalPIN");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_LoadActivationKey) == 112, "C_EX_LoadActivationKey");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_SetActivationPassword) == 120, "C_EX_SetActivationPassword");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GetVolumesInfo) == 128, "C_EX_GetVolumesInfo");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GetDriveSize) == 136, "C_EX_GetDriveSize");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_ChangeVolumeAttributes) == 144, "C_EX_ChangeVolumeAttributes");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_FormatDrive) == 152, "C_EX_FormatDrive");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_TokenManage) == 160, "C_EX_TokenManage");
_Static_assert(
    offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GenerateActivationPassword) == 168, "C_EX_GenerateActivationPassword");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_GetJournal) == 176, "C_EX_GetJournal");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_SignInvisibleInit) == 184, "C_EX_SignInvisibleInit");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_SignInvisible) == 192, "C_EX_SignInvisible");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_SlotManage) == 200, "C_EX_SlotManage");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_WrapKey) == 208, "C_EX_WrapKey");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_UnwrapKey) == 216, "C_EX_UnwrapKey");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_PKCS7VerifyInit) == 224, "C_EX_PKCS7VerifyInit");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_PKCS7Verify) == 232, "C_EX_PKCS7Verify");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_PKCS7VerifyUpdate) == 240, "C_EX_PKCS7VerifyUpdate");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_PKCS7VerifyFinal) == 248, "C_EX_PKCS7VerifyFinal");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_Authenticate) == 256, "C_EX_Authenticate");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_Deauthenticate) == 264, "C_EX_Deauthenticate");
_Static_assert(offsetof(CK_FUNCTION_LIST_EXTENDED, C_EX_UnblockAuthenticator) == 272, "C_EX_UnblockAuthenticator");

#endif
