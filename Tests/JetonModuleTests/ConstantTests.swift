import CCryptoki
import Testing

@testable import TokenEngine

@Suite("The engine's numbers are the standard's")
struct ConstantTests {
    @Test("Return values")
    func returnValues() {
        let pairs: [(TokenFault.Code, UInt)] = [
            (.slotIDInvalid, CKR_SLOT_ID_INVALID), (.generalError, CKR_GENERAL_ERROR),
            (.argumentsBad, CKR_ARGUMENTS_BAD), (.noEvent, CKR_NO_EVENT), (.attributeReadOnly, CKR_ATTRIBUTE_READ_ONLY),
            (.attributeSensitive, CKR_ATTRIBUTE_SENSITIVE), (.attributeTypeInvalid, CKR_ATTRIBUTE_TYPE_INVALID),
            (.actionProhibited, CKR_ACTION_PROHIBITED), (.dataLengthRange, CKR_DATA_LEN_RANGE),
            (.deviceMemory, CKR_DEVICE_MEMORY), (.deviceRemoved, CKR_DEVICE_REMOVED),
            (.encryptedDataInvalid, CKR_ENCRYPTED_DATA_INVALID), (.functionNotSupported, CKR_FUNCTION_NOT_SUPPORTED),
            (.keyHandleInvalid, CKR_KEY_HANDLE_INVALID), (.mechanismInvalid, CKR_MECHANISM_INVALID),
            (.mechanismParameterInvalid, CKR_MECHANISM_PARAM_INVALID), (.pinIncorrect, CKR_PIN_INCORRECT),
            (.pinLocked, CKR_PIN_LOCKED), (.pinLengthRange, CKR_PIN_LEN_RANGE),
            (.sessionHandleInvalid, CKR_SESSION_HANDLE_INVALID), (.signatureInvalid, CKR_SIGNATURE_INVALID),
            (.templateInconsistent, CKR_TEMPLATE_INCONSISTENT), (.tokenNotPresent, CKR_TOKEN_NOT_PRESENT),
            (.userNotLoggedIn, CKR_USER_NOT_LOGGED_IN), (.bufferTooSmall, CKR_BUFFER_TOO_SMALL),
            (.userPINNotInitialised, CKR_USER_PIN_NOT_INITIALIZED),
            (.cryptokiNotInitialized, CKR_CRYPTOKI_NOT_INITIALIZED),
            (.sessionReadWriteSecurityOfficerExists, CKR_SESSION_READ_WRITE_SO_EXISTS),
        ]
        for (code, number) in pairs { #expect(code.rawValue == number) }
    }

    @Test("Mechanisms with hash functions")
    func hashFunctions() {
        let numbers: [[UInt]] = [
            [CKM_SHA_1, CKM_SHA1_RSA_PKCS, CKM_SHA1_RSA_PKCS_PSS, CKM_ECDSA_SHA1, CKG_MGF1_SHA1],
            [CKM_SHA224, CKM_SHA224_RSA_PKCS, CKM_SHA224_RSA_PKCS_PSS, CKM_ECDSA_SHA224, CKG_MGF1_SHA224],
            [CKM_SHA256, CKM_SHA256_RSA_PKCS, CKM_SHA256_RSA_PKCS_PSS, CKM_ECDSA_SHA256, CKG_MGF1_SHA256],
            [CKM_SHA384, CKM_SHA384_RSA_PKCS, CKM_SHA384_RSA_PKCS_PSS, CKM_ECDSA_SHA384, CKG_MGF1_SHA384],
            [CKM_SHA512, CKM_SHA512_RSA_PKCS, CKM_SHA512_RSA_PKCS_PSS, CKM_ECDSA_SHA512, CKG_MGF1_SHA512],
            [CKM_SHA3_224, CKM_SHA3_224_RSA_PKCS, CKM_SHA3_224_RSA_PKCS_PSS, CKM_ECDSA_SHA3_224, CKG_MGF1_SHA3_224],
            [CKM_SHA3_256, CKM_SHA3_256_RSA_PKCS, CKM_SHA3_256_RSA_PKCS_PSS, CKM_ECDSA_SHA3_256, CKG_MGF1_SHA3_256],
            [CKM_SHA3_384, CKM_SHA3_384_RSA_PKCS, CKM_SHA3_384_RSA_PKCS_PSS, CKM_ECDSA_SHA3_384, CKG_MGF1_SHA3_384],
            [CKM_SHA3_512, CKM_SHA3_512_RSA_PKCS, CKM_SHA3_512_RSA_PKCS_PSS, CKM_ECDSA_SHA3_512, CKG_MGF1_SHA3_512],
        ]
        let own = HashFunction.all.map {
            [$0.mechanism.rawValue, $0.rsaPKCS.rawValue, $0.rsaPSS.rawValue, $0.ecdsa.rawValue, $0.maskGeneration]
        }
        #expect(own == numbers)
        #expect(
            [CKD_NULL, CKD_SHA1_KDF, CKD_SHA224_KDF, CKD_SHA256_KDF, CKD_SHA384_KDF, CKD_SHA512_KDF] == [
                1, 2, 5, 6, 7, 8,
            ]
        )
    }

    @Test("Token flags")
    func flags() {
        typealias Flags = TokenDescription.Flags
        let pairs: [(Flags, UInt)] = [
            (.random, CKF_RNG), (.loginRequired, CKF_LOGIN_REQUIRED), (.userPINInitialised, CKF_USER_PIN_INITIALIZED),
            (.tokenInitialised, CKF_TOKEN_INITIALIZED), (.userPINCountLow, CKF_USER_PIN_COUNT_LOW),
            (.userPINFinalTry, CKF_USER_PIN_FINAL_TRY), (.userPINLocked, CKF_USER_PIN_LOCKED),
            (.userPINToBeChanged, CKF_USER_PIN_TO_BE_CHANGED), (.securityOfficerPINCountLow, CKF_SO_PIN_COUNT_LOW),
            (.securityOfficerPINFinalTry, CKF_SO_PIN_FINAL_TRY), (.securityOfficerPINLocked, CKF_SO_PIN_LOCKED),
            (.securityOfficerPINToBeChanged, CKF_SO_PIN_TO_BE_CHANGED),
        ]
        for (flag, number) in pairs { #expect(flag.rawValue == number) }
    }
}
