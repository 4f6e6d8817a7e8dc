// What Jeton's own module adds to Rutoken's extension: modes of C_EX_SlotManage, beyond those of Rutoken's library. A
// module whose CK_INFO.manufacturerID is "Jeton" knows them; docs/pairing.md.

#ifndef CRYPTOKI_JETON_H
#define CRYPTOKI_JETON_H

#include "cryptoki_types.h"

// pValue is NULL: ends the pairing with the token.
#define JETON_MODE_END_PAIRING 0x80000001UL
// pValue is text ended by a NUL: an access group, and behind a blank the path of a program, or NULL for the caller's own
// group. The token's pairing is looked for and made there until C_Finalize.
#define JETON_MODE_SET_CHANNEL_GROUP 0x80000002UL
// pValue is a JETON_CHANNEL_STATE, whose ulSizeofThisStructure is set: why the token's channel can't be used.
#define JETON_MODE_GET_CHANNEL_STATE 0x80000003UL
// pValue is a JETON_MANAGEMENT_KEY: the key of the card's administrator, which changes of the card prove until
// C_Finalize. It is tried at once: CKR_PIN_INCORRECT if it is not the card's, CKR_PIN_LEN_RANGE for another length.
// NULL forgets it.
#define JETON_MODE_SET_MANAGEMENT_KEY 0x80000004UL
// pValue is NULL, and the user has logged in: the card keeps the key that was set under the user's PIN.
// CKR_FUNCTION_NOT_SUPPORTED for a card that can't.
#define JETON_MODE_PROTECT_MANAGEMENT_KEY 0x80000005UL

// The longest text of JETON_MODE_SET_CHANNEL_GROUP, in bytes before its NUL.
#define JETON_CHANNEL_GROUP_LENGTH 4607UL

// Suites of the secure channel, docs/secure-channel.md.
#define JETON_SUITE_LEGACY 0x01UL
#define JETON_SUITE_MODERN 0x02UL
#define JETON_SUITE_P256   0x10UL

// CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE of a channel with the suite P-256, beside Rutoken's SECURE_MESSAGING_...
#define JETON_SECURE_MESSAGING_P256 0x10UL

typedef struct JETON_MANAGEMENT_KEY {
    CK_ULONG ulSizeofThisStructure;
    CK_BYTE_PTR pKey;  // 16 octets for AES-128, 24 for triple DES and AES-192, 32 for AES-256
    CK_ULONG ulKeyLen;
} JETON_MANAGEMENT_KEY;

_Static_assert(sizeof(JETON_MANAGEMENT_KEY) == 24, "JETON_MANAGEMENT_KEY");

// Each text ends with a NUL.
typedef struct JETON_CHANNEL_STATE {
    CK_ULONG ulSizeofThisStructure;
    // 0, or the keystore's status, such as -34018; 0x9843 copy suspected, 0x9844 channel missing, 0x9845 suite changed
    CK_LONG status;
    CK_CHAR row[8];      // of docs/keystore.md: a to j; empty for a refusal
    CK_CHAR group[216];  // the access group; empty for a refusal
    CK_CHAR text[1024];  // what follows, in UTF-8
    CK_CHAR hint[512];   // what to do about it; empty for nothing
    CK_ULONG suites;     // that the token can be paired in: JETON_SUITE_...; 0 for a token that can be used
} JETON_CHANNEL_STATE;

_Static_assert(sizeof(JETON_CHANNEL_STATE) == 1784, "JETON_CHANNEL_STATE");

#endif
