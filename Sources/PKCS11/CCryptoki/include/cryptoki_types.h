// PKCS #11 3.2: base types and the structures of the general part.
//
// Text fields are UTF-8, blank padded and not terminated by a NUL.

#ifndef JETON_CRYPTOKI_TYPES_H
#define JETON_CRYPTOKI_TYPES_H

#include <stddef.h>

// MARK: Base types

typedef unsigned char CK_BYTE;
typedef CK_BYTE CK_CHAR;
typedef CK_BYTE CK_UTF8CHAR;
typedef CK_BYTE CK_BBOOL;
typedef unsigned long CK_ULONG;
typedef long CK_LONG;
typedef CK_ULONG CK_FLAGS;

typedef CK_BYTE *CK_BYTE_PTR;
typedef CK_CHAR *CK_CHAR_PTR;
typedef CK_UTF8CHAR *CK_UTF8CHAR_PTR;
typedef CK_ULONG *CK_ULONG_PTR;
typedef CK_FLAGS *CK_FLAGS_PTR;
typedef void *CK_VOID_PTR;
typedef CK_VOID_PTR *CK_VOID_PTR_PTR;

// Constants rather than macros: a macro could not carry the type, which is one byte wide.
static const CK_BBOOL CK_FALSE = 0;
static const CK_BBOOL CK_TRUE = 1;

// MARK: Numbers with a type of their own

typedef CK_ULONG CK_RV;
typedef CK_ULONG CK_NOTIFICATION;
typedef CK_ULONG CK_SLOT_ID;
typedef CK_ULONG CK_SESSION_HANDLE;
typedef CK_ULONG CK_OBJECT_HANDLE;
typedef CK_ULONG CK_USER_TYPE;
typedef CK_ULONG CK_STATE;
typedef CK_ULONG CK_OBJECT_CLASS;
typedef CK_ULONG CK_HW_FEATURE_TYPE;
typedef CK_ULONG CK_KEY_TYPE;
typedef CK_ULONG CK_CERTIFICATE_TYPE;
typedef CK_ULONG CK_CERTIFICATE_CATEGORY;
typedef CK_ULONG CK_JAVA_MIDP_SECURITY_DOMAIN;
typedef CK_ULONG CK_ATTRIBUTE_TYPE;
typedef CK_ULONG CK_MECHANISM_TYPE;
typedef CK_ULONG CK_PROFILE_ID;
typedef CK_ULONG CK_SESSION_VALIDATION_FLAGS_TYPE;
typedef CK_ULONG CK_VALIDATION_TYPE;
typedef CK_ULONG CK_VALIDATION_AUTHORITY_TYPE;
typedef CK_ULONG CK_TRUST;

typedef CK_SLOT_ID *CK_SLOT_ID_PTR;
typedef CK_SESSION_HANDLE *CK_SESSION_HANDLE_PTR;
typedef CK_OBJECT_HANDLE *CK_OBJECT_HANDLE_PTR;
typedef CK_OBJECT_CLASS *CK_OBJECT_CLASS_PTR;
typedef CK_MECHANISM_TYPE *CK_MECHANISM_TYPE_PTR;
typedef CK_PROFILE_ID *CK_PROFILE_ID_PTR;
typedef CK_VALIDATION_TYPE *CK_VALIDATION_TYPE_PTR;
typedef CK_VALIDATION_AUTHORITY_TYPE *CK_VALIDATION_AUTHORITY_TYPE_PTR;

// MARK: Library, slot, token and session

typedef struct CK_VERSION {
    CK_BYTE major;
    CK_BYTE minor;  // in hundredths: 2.40 is {2, 40}
} CK_VERSION;

typedef struct CK_INFO {
    CK_VERSION cryptokiVersion;
    CK_UTF8CHAR manufacturerID[32];
    CK_FLAGS flags;
    CK_UTF8CHAR libraryDescription[32];
    CK_VERSION libraryVersion;
} CK_INFO;

typedef struct CK_SLOT_INFO {
    CK_UTF8CHAR slotDescription[64];
    CK_UTF8CHAR manufacturerID[32];
    CK_FLAGS flags;
    CK_VERSION hardwareVersion;
    CK_VERSION firmwareVersion;
} CK_SLOT_INFO;

typedef struct CK_TOKEN_INFO {
    CK_UTF8CHAR label[32];
    CK_UTF8CHAR manufacturerID[32];
    CK_UTF8CHAR model[16];
    CK_CHAR serialNumber[16];
    CK_FLAGS flags;
    CK_ULONG ulMaxSessionCount;  // these ten may be CK_UNAVAILABLE_INFORMATION; the two maxima 0, without limit
    CK_ULONG ulSessionCount;
    CK_ULONG ulMaxRwSessionCount;
    CK_ULONG ulRwSessionCount;
    CK_ULONG ulMaxPinLen;
    CK_ULONG ulMinPinLen;
    CK_ULONG ulTotalPublicMemory;
    CK_ULONG ulFreePublicMemory;
    CK_ULONG ulTotalPrivateMemory;
    CK_ULONG ulFreePrivateMemory;
    CK_VERSION hardwareVersion;
    CK_VERSION firmwareVersion;
    CK_CHAR utcTime[16];  // YYYYMMDDhhmmss00, where the token has a clock
} CK_TOKEN_INFO;

typedef struct CK_SESSION_INFO {
    CK_SLOT_ID slotID;
    CK_STATE state;
    CK_FLAGS flags;
    CK_ULONG ulDeviceError;
} CK_SESSION_INFO;

typedef CK_VERSION *CK_VERSION_PTR;
typedef CK_INFO *CK_INFO_PTR;
typedef CK_SLOT_INFO *CK_SLOT_INFO_PTR;
typedef CK_TOKEN_INFO *CK_TOKEN_INFO_PTR;
typedef CK_SESSION_INFO *CK_SESSION_INFO_PTR;

// MARK: Attributes and mechanisms

typedef struct CK_ATTRIBUTE {
    CK_ATTRIBUTE_TYPE type;
    CK_VOID_PTR pValue;
    CK_ULONG ulValueLen;
} CK_ATTRIBUTE;

typedef struct CK_DATE {
    CK_CHAR year[4];
    CK_CHAR month[2];
    CK_CHAR day[2];
} CK_DATE;

typedef struct CK_MECHANISM {
    CK_MECHANISM_TYPE mechanism;
    CK_VOID_PTR pParameter;
    CK_ULONG ulParameterLen;
} CK_MECHANISM;

typedef struct CK_MECHANISM_INFO {
    CK_ULONG ulMinKeySize;
    CK_ULONG ulMaxKeySize;
    CK_FLAGS flags;
} CK_MECHANISM_INFO;

typedef CK_ATTRIBUTE *CK_ATTRIBUTE_PTR;
typedef CK_MECHANISM *CK_MECHANISM_PTR;
typedef CK_MECHANISM_INFO *CK_MECHANISM_INFO_PTR;

// MARK: Initialisation and callbacks

typedef CK_RV (*CK_NOTIFY)(CK_SESSION_HANDLE hSession, CK_NOTIFICATION event, CK_VOID_PTR pApplication);
typedef CK_RV (*CK_CREATEMUTEX)(CK_VOID_PTR_PTR ppMutex);
typedef CK_RV (*CK_DESTROYMUTEX)(CK_VOID_PTR pMutex);
typedef CK_RV (*CK_LOCKMUTEX)(CK_VOID_PTR pMutex);
typedef CK_RV (*CK_UNLOCKMUTEX)(CK_VOID_PTR pMutex);

typedef struct CK_C_INITIALIZE_ARGS {
    CK_CREATEMUTEX CreateMutex;
    CK_DESTROYMUTEX DestroyMutex;
    CK_LOCKMUTEX LockMutex;
    CK_UNLOCKMUTEX UnlockMutex;
    CK_FLAGS flags;
    CK_VOID_PTR pReserved;  // reserved by the standard; NSS reads a parameter string here
} CK_C_INITIALIZE_ARGS;

typedef CK_C_INITIALIZE_ARGS *CK_C_INITIALIZE_ARGS_PTR;

// MARK: Interfaces and asynchronous operations

typedef struct CK_INTERFACE {
    CK_UTF8CHAR_PTR pInterfaceName;  // terminated by a NUL
    CK_VOID_PTR pFunctionList;       // of an interface "PKCS 11" it starts with a CK_VERSION
    CK_FLAGS flags;
} CK_INTERFACE;

typedef CK_INTERFACE *CK_INTERFACE_PTR;
typedef CK_INTERFACE_PTR *CK_INTERFACE_PTR_PTR;

typedef struct CK_ASYNC_DATA {
    CK_ULONG ulVersion;
    CK_BYTE_PTR pValue;
    CK_ULONG ulValue;
    CK_OBJECT_HANDLE hObject;
    CK_OBJECT_HANDLE hAdditionalObject;
} CK_ASYNC_DATA;

typedef CK_ASYNC_DATA *CK_ASYNC_DATA_PTR;

// MARK: Layout

_Static_assert(sizeof(CK_ULONG) == 8 && sizeof(CK_VOID_PTR) == 8, "these headers are for LP64");
_Static_assert(sizeof(CK_VERSION) == 2, "CK_VERSION");
_Static_assert(sizeof(CK_INFO) == 88 && offsetof(CK_INFO, flags) == 40, "CK_INFO");
_Static_assert(offsetof(CK_INFO, libraryVersion) == 80, "CK_INFO");
_Static_assert(sizeof(CK_SLOT_INFO) == 112 && offsetof(CK_SLOT_INFO, flags) == 96, "CK_SLOT_INFO");
_Static_assert(sizeof(CK_TOKEN_INFO) == 208 && offsetof(CK_TOKEN_INFO, flags) == 96, "CK_TOKEN_INFO");
_Static_assert(offsetof(CK_TOKEN_INFO, utcTime) == 188, "CK_TOKEN_INFO");
_Static_assert(sizeof(CK_SESSION_INFO) == 32, "CK_SESSION_INFO");
_Static_assert(sizeof(CK_ATTRIBUTE) == 24, "CK_ATTRIBUTE");
_Static_assert(sizeof(CK_DATE) == 8, "CK_DATE");
_Static_assert(sizeof(CK_MECHANISM) == 24, "CK_MECHANISM");
_Static_assert(sizeof(CK_MECHANISM_INFO) == 24, "CK_MECHANISM_INFO");
_Static_assert(sizeof(CK_C_INITIALIZE_ARGS) == 48, "CK_C_INITIALIZE_ARGS");
_Static_assert(sizeof(CK_INTERFACE) == 24, "CK_INTERFACE");
_Static_assert(sizeof(CK_ASYNC_DATA) == 40, "CK_ASYNC_DATA");

#endif
