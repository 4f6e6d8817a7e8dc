#include "fault.h"

// The functions that the module has for their faults and counts only.

#define FM_ANSWERS(name, rv, ...) \
    CK_RV name(__VA_ARGS__) {     \
        FM_ENTER(name);           \
        return rv;                \
    }
#define FM_UNSUPPORTED(name, ...) FM_ANSWERS(name, CKR_FUNCTION_NOT_SUPPORTED, __VA_ARGS__)

FM_ANSWERS(C_GetFunctionStatus, CKR_FUNCTION_NOT_PARALLEL, CK_SESSION_HANDLE hSession)
FM_ANSWERS(C_CancelFunction, CKR_FUNCTION_NOT_PARALLEL, CK_SESSION_HANDLE hSession)

FM_UNSUPPORTED(
    C_GetOperationState, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pOperationState, CK_ULONG_PTR pulOperationStateLen)
FM_UNSUPPORTED(
    C_SetOperationState, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pOperationState, CK_ULONG ulOperationStateLen,
    CK_OBJECT_HANDLE hEncryptionKey, CK_OBJECT_HANDLE hAuthenticationKey)
FM_UNSUPPORTED(C_DigestKey, CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hKey)
FM_UNSUPPORTED(C_SignRecoverInit, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey)
FM_UNSUPPORTED(
    C_SignRecover, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataLen, CK_BYTE_PTR pSignature,
    CK_ULONG_PTR pulSignatureLen)
FM_UNSUPPORTED(C_VerifyRecoverInit, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey)
FM_UNSUPPORTED(
    C_VerifyRecover, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pSignature, CK_ULONG ulSignatureLen, CK_BYTE_PTR pData,
    CK_ULONG_PTR pulDataLen)
FM_UNSUPPORTED(
    C_DigestEncryptUpdate, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pPart, CK_ULONG ulPartLen,
    CK_BYTE_PTR pEncryptedPart, CK_ULONG_PTR pulEncryptedPartLen)
FM_UNSUPPORTED(
    C_DecryptDigestUpdate, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pEncryptedPart, CK_ULONG ulEncryptedPartLen,
    CK_BYTE_PTR pPart, CK_ULONG_PTR pulPartLen)
FM_UNSUPPORTED(
    C_SignEncryptUpdate, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pPart, CK_ULONG ulPartLen, CK_BYTE_PTR pEncryptedPart,
    CK_ULONG_PTR pulEncryptedPartLen)
FM_UNSUPPORTED(
    C_DecryptVerifyUpdate, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pEncryptedPart, CK_ULONG ulEncryptedPartLen,
    CK_BYTE_PTR pPart, CK_ULONG_PTR pulPartLen)
FM_UNSUPPORTED(C_MessageEncryptInit, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey)
FM_UNSUPPORTED(
    C_EncryptMessage, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen,
    CK_BYTE_PTR pAssociatedData, CK_ULONG ulAssociatedDataLen, CK_BYTE_PTR pPlaintext, CK_ULONG ulPlaintextLen,
    CK_BYTE_PTR pCiphertext, CK_ULONG_PTR pulCiphertextLen)
FM_UNSUPPORTED(
    C_EncryptMessageBegin, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen,
    CK_BYTE_PTR pAssociatedData, CK_ULONG ulAssociatedDataLen)
FM_UNSUPPORTED(
    C_EncryptMessageNext, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen,
    CK_BYTE_PTR pPlaintextPart, CK_ULONG ulPlaintextPartLen, CK_BYTE_PTR pCiphertextPart,
    CK_ULONG_PTR pulCiphertextPartLen, CK_FLAGS flags)
FM_UNSUPPORTED(C_MessageEncryptFinal, CK_SESSION_HANDLE hSession)
FM_UNSUPPORTED(C_MessageDecryptInit, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey)
FM_UNSUPPORTED(
    C_DecryptMessage, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen,
    CK_BYTE_PTR pAssociatedData, CK_ULONG ulAssociatedDataLen, CK_BYTE_PTR pCiphertext, CK_ULONG ulCiphertextLen,
    CK_BYTE_PTR pPlaintext, CK_ULONG_PTR pulPlaintextLen)
FM_UNSUPPORTED(
    C_DecryptMessageBegin, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen,
    CK_BYTE_PTR pAssociatedData, CK_ULONG ulAssociatedDataLen)
FM_UNSUPPORTED(
    C_DecryptMessageNext, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen,
    CK_BYTE_PTR pCiphertextPart, CK_ULONG ulCiphertextPartLen, CK_BYTE_PTR pPlaintextPart,
    CK_ULONG_PTR pulPlaintextPartLen, CK_FLAGS flags)
FM_UNSUPPORTED(C_MessageDecryptFinal, CK_SESSION_HANDLE hSession)
FM_UNSUPPORTED(C_MessageSignInit, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey)
FM_UNSUPPORTED(
    C_SignMessage, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen, CK_BYTE_PTR pData,
    CK_ULONG ulDataLen, CK_BYTE_PTR pSignature, CK_ULONG_PTR pulSignatureLen)
FM_UNSUPPORTED(C_SignMessageBegin, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen)
FM_UNSUPPORTED(
    C_SignMessageNext, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen, CK_BYTE_PTR pData,
    CK_ULONG ulDataLen, CK_BYTE_PTR pSignature, CK_ULONG_PTR pulSignatureLen)
FM_UNSUPPORTED(C_MessageSignFinal, CK_SESSION_HANDLE hSession)
FM_UNSUPPORTED(C_MessageVerifyInit, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey)
FM_UNSUPPORTED(
    C_VerifyMessage, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen, CK_BYTE_PTR pData,
    CK_ULONG ulDataLen, CK_BYTE_PTR pSignature, CK_ULONG ulSignatureLen)
FM_UNSUPPORTED(C_VerifyMessageBegin, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen)
FM_UNSUPPORTED(
    C_VerifyMessageNext, CK_SESSION_HANDLE hSession, CK_VOID_PTR pParameter, CK_ULONG ulParameterLen, CK_BYTE_PTR pData,
    CK_ULONG ulDataLen, CK_BYTE_PTR pSignature, CK_ULONG ulSignatureLen)
FM_UNSUPPORTED(C_MessageVerifyFinal, CK_SESSION_HANDLE hSession)
FM_UNSUPPORTED(
    C_EncapsulateKey, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hPublicKey,
    CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulAttributeCount, CK_BYTE_PTR pCiphertext, CK_ULONG_PTR pulCiphertextLen,
    CK_OBJECT_HANDLE_PTR phKey)
FM_UNSUPPORTED(
    C_DecapsulateKey, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hPrivateKey,
    CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulAttributeCount, CK_BYTE_PTR pCiphertext, CK_ULONG ulCiphertextLen,
    CK_OBJECT_HANDLE_PTR phKey)
FM_UNSUPPORTED(
    C_VerifySignatureInit, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey,
    CK_BYTE_PTR pSignature, CK_ULONG ulSignatureLen)
FM_UNSUPPORTED(C_VerifySignature, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataLen)
FM_UNSUPPORTED(C_VerifySignatureUpdate, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pPart, CK_ULONG ulPartLen)
FM_UNSUPPORTED(C_VerifySignatureFinal, CK_SESSION_HANDLE hSession)
FM_UNSUPPORTED(
    C_GetSessionValidationFlags, CK_SESSION_HANDLE hSession, CK_SESSION_VALIDATION_FLAGS_TYPE type, CK_FLAGS_PTR pFlags)
FM_UNSUPPORTED(C_AsyncComplete, CK_SESSION_HANDLE hSession, CK_UTF8CHAR_PTR pFunctionName, CK_ASYNC_DATA_PTR pResult)
FM_UNSUPPORTED(C_AsyncGetID, CK_SESSION_HANDLE hSession, CK_UTF8CHAR_PTR pFunctionName, CK_ULONG_PTR pulID)
FM_UNSUPPORTED(
    C_AsyncJoin, CK_SESSION_HANDLE hSession, CK_UTF8CHAR_PTR pFunctionName, CK_ULONG ulID, CK_BYTE_PTR pData,
    CK_ULONG ulData)
FM_UNSUPPORTED(
    C_WrapKeyAuthenticated, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hWrappingKey,
    CK_OBJECT_HANDLE hKey, CK_BYTE_PTR pAssociatedData, CK_ULONG ulAssociatedDataLen, CK_BYTE_PTR pWrappedKey,
    CK_ULONG_PTR pulWrappedKeyLen)
FM_UNSUPPORTED(
    C_UnwrapKeyAuthenticated, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hUnwrappingKey,
    CK_BYTE_PTR pWrappedKey, CK_ULONG ulWrappedKeyLen, CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulAttributeCount,
    CK_BYTE_PTR pAssociatedData, CK_ULONG ulAssociatedDataLen, CK_OBJECT_HANDLE_PTR phKey)
FM_UNSUPPORTED(
    C_EX_SetLicense, CK_SESSION_HANDLE hSession, CK_ULONG ulLicenseNum, CK_BYTE_PTR pLicense, CK_ULONG ulLicenseLen)
FM_UNSUPPORTED(
    C_EX_GetLicense, CK_SESSION_HANDLE hSession, CK_ULONG ulLicenseNum, CK_BYTE_PTR pLicense,
    CK_ULONG_PTR pulLicenseLen)
FM_UNSUPPORTED(
    C_EX_GetCertificateInfoText, CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hCert, CK_CHAR_PTR *ppInfo,
    CK_ULONG_PTR pulInfoLen)
FM_UNSUPPORTED(
    C_EX_PKCS7Sign, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataLen, CK_OBJECT_HANDLE hCert,
    CK_BYTE_PTR *ppEnvelope, CK_ULONG_PTR pulEnvelopeLen, CK_OBJECT_HANDLE hPrivKey,
    CK_OBJECT_HANDLE_PTR phCertificates, CK_ULONG ulCertificatesLen, CK_ULONG flags)
FM_UNSUPPORTED(
    C_EX_CreateCSR, CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hPublicKey, CK_CHAR_PTR *dn, CK_ULONG dnLength,
    CK_BYTE_PTR *ppCsr, CK_ULONG_PTR pulCsrLength, CK_OBJECT_HANDLE hPrivKey, CK_CHAR_PTR *pAttributes,
    CK_ULONG ulAttributesLength, CK_CHAR_PTR *pExtensions, CK_ULONG ulExtensionsLength)
FM_UNSUPPORTED(C_EX_FreeBuffer, CK_BYTE_PTR pBuffer)
FM_UNSUPPORTED(
    C_EX_SetLocalPIN, CK_SLOT_ID slotID, CK_UTF8CHAR_PTR pUserPin, CK_ULONG ulUserPinLen, CK_UTF8CHAR_PTR pNewLocalPin,
    CK_ULONG ulNewLocalPinLen, CK_ULONG ulLocalID)
FM_UNSUPPORTED(C_EX_LoadActivationKey, CK_SESSION_HANDLE hSession, CK_BYTE_PTR key, CK_ULONG keySize)
FM_UNSUPPORTED(C_EX_GetVolumesInfo, CK_SLOT_ID slotID, CK_VOLUME_INFO_EXTENDED *pInfo, CK_ULONG_PTR pulInfoCount)
FM_UNSUPPORTED(C_EX_GetDriveSize, CK_SLOT_ID slotID, CK_ULONG_PTR pulDriveSize)
FM_UNSUPPORTED(
    C_EX_ChangeVolumeAttributes, CK_SLOT_ID slotID, CK_USER_TYPE userType, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen,
    CK_ULONG idVolume, CK_ULONG newAccessMode, CK_BBOOL bPermanent)
FM_UNSUPPORTED(
    C_EX_FormatDrive, CK_SLOT_ID slotID, CK_USER_TYPE userType, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen,
    CK_VOLUME_FORMAT_INFO_EXTENDED *pInitParams, CK_ULONG ulInitParamsCount)
FM_UNSUPPORTED(C_EX_TokenManage, CK_SESSION_HANDLE hSession, CK_ULONG ulMode, CK_VOID_PTR pValue)
FM_UNSUPPORTED(C_EX_GetJournal, CK_SLOT_ID slotID, CK_BYTE_PTR pJournal, CK_ULONG_PTR pulJournalSize)
FM_UNSUPPORTED(C_EX_SignInvisibleInit, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey)
FM_UNSUPPORTED(
    C_EX_SignInvisible, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataLen, CK_BYTE_PTR pSignature,
    CK_ULONG_PTR pulSignatureLen)
FM_UNSUPPORTED(C_EX_SlotManage, CK_SLOT_ID slotID, CK_ULONG ulMode, CK_VOID_PTR pValue)
FM_UNSUPPORTED(
    C_EX_WrapKey, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pGenerationMechanism, CK_ATTRIBUTE_PTR pKeyTemplate,
    CK_ULONG ulKeyAttributeCount, CK_MECHANISM_PTR pDerivationMechanism, CK_OBJECT_HANDLE hBaseKey,
    CK_MECHANISM_PTR pWrappingMechanism, CK_BYTE_PTR pWrappedKey, CK_ULONG_PTR pulWrappedKeyLen,
    CK_OBJECT_HANDLE_PTR phKey)
FM_UNSUPPORTED(
    C_EX_UnwrapKey, CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pDerivationMechanism, CK_OBJECT_HANDLE hBaseKey,
    CK_MECHANISM_PTR pUnwrappingMechanism, CK_BYTE_PTR pWrappedKey, CK_ULONG ulWrappedKeyLen,
    CK_ATTRIBUTE_PTR pKeyTemplate, CK_ULONG ulKeyAttributeCount, CK_OBJECT_HANDLE_PTR phKey)
FM_UNSUPPORTED(
    C_EX_PKCS7VerifyInit, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pCms, CK_ULONG ulCmsSize,
    CK_VENDOR_X509_STORE *pStore, CK_ULONG crlMode, CK_FLAGS flags)
FM_UNSUPPORTED(
    C_EX_PKCS7Verify, CK_SESSION_HANDLE hSession, CK_BYTE_PTR *ppData, CK_ULONG_PTR pulDataSize,
    CK_VENDOR_BUFFER **ppSignerCertificates, CK_ULONG_PTR pulSignerCertificatesCount)
FM_UNSUPPORTED(C_EX_PKCS7VerifyUpdate, CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataSize)
FM_UNSUPPORTED(
    C_EX_PKCS7VerifyFinal, CK_SESSION_HANDLE hSession, CK_VENDOR_BUFFER **ppSignerCertificates,
    CK_ULONG_PTR pulSignerCertificatesCount)
FM_UNSUPPORTED(
    C_EX_Authenticate, CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hAuthObject, CK_BYTE_PTR pData, CK_ULONG ulDataLen)
FM_UNSUPPORTED(C_EX_Deauthenticate, CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hAuthObject)
FM_UNSUPPORTED(C_EX_UnblockAuthenticator, CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hAuthObject)
