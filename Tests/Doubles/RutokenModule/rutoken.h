// A double of Rutoken's PKCS #11 library for tests: what a program meets that pairs a token. See README.md.

#ifndef JETON_TESTS_RUTOKEN_H
#define JETON_TESTS_RUTOKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "cryptoki.h"
#include "cryptoki_rutoken.h"

// How many functions the extension's table has: 19, 31 or 34. Those after the 19th that it lacks are not exported.
#ifndef RUTOKEN_FUNCTIONS
#define RUTOKEN_FUNCTIONS 34
#endif

#define EXPORTED __attribute__((visibility("default")))
#if RUTOKEN_FUNCTIONS >= 31
#define EXPORTED_2017 EXPORTED
#else
#define EXPORTED_2017
#endif
#if RUTOKEN_FUNCTIONS >= 34
#define EXPORTED_2026 EXPORTED
#else
#define EXPORTED_2026
#endif

enum { SLOTS = 16, SESSIONS = 64, NO_USER = -1, FOUND = 32 };

typedef struct {
    char name[128], label[256], model[17], serial[17], password[128], user_pin[64], so_pin[64];
    bool present;
    CK_ULONG type, tries, seconds, milliseconds;
    CK_RV answer;   // of C_EX_SetActivationPassword, whatever the password; CKR_OK: the password decides
    CK_RV refusal;  // of C_OpenSession while the channel is not set up
    CK_RV after;    // of C_OpenSession once it is
    bool hangs;
    // Quirks of GOST keys: the forms of public values and of signatures, and which templates and sets are taken.
    char gost_public[16], gost_signature[16];
    bool gost_wants_both, gost_is_old, gost_is_new;
    bool gost_hashes;  // signs messages, which it hashes, and no digests
    // What earlier processes did.
    bool paired;
    CK_ULONG tries_left;
    int user;
} token;

typedef struct {
    bool open, searching;
    CK_OBJECT_HANDLE found[FOUND];
    CK_ULONG found_count;
    CK_OBJECT_HANDLE signing;
    CK_SLOT_ID slot;
    CK_FLAGS flags;
} session;

typedef struct {
    char path[4096];
    char manufacturer[33], description[33];
    CK_VERSION cryptoki_version, library_version;
    CK_ULONG extended_size, slots;
    CK_RV initialize, close, finalize, list;
    bool no_activation, has_counters;
    token tokens[SLOTS];
} settings;

extern settings library;
extern session sessions[SESSIONS];
extern bool is_initialized;

bool read_settings(void);
void write_state(void);

// Every entry point ends with this: writes the call and its result to the log, and gives the lock back.
CK_RV leave(const char *function, CK_RV rv);
// Every entry point begins with this: takes the lock; CKR_OK where the library is initialised.
CK_RV enter(void);

token *token_in(CK_SLOT_ID slot);
session *session_of(CK_SESSION_HANDLE handle);
CK_RV missing_token(CK_SLOT_ID slot);
// Answers with octets in the way of a function that can be asked for the length first.
CK_RV deliver(const void *octets, size_t count, void *out, CK_ULONG *length);

// Keys of GOST R 34.10 (gost.c, gost_sign.c).
CK_RV gost_mechanism_list(CK_SLOT_ID slot, CK_MECHANISM_TYPE_PTR list, CK_ULONG_PTR count);
CK_RV gost_mechanism_info(CK_SLOT_ID slot, CK_MECHANISM_TYPE type, CK_MECHANISM_INFO_PTR info);
CK_RV gost_generate(
    CK_SESSION_HANDLE handle, CK_MECHANISM_PTR mechanism, CK_ATTRIBUTE_PTR public_template, CK_ULONG public_count,
    CK_ATTRIBUTE_PTR private_template, CK_ULONG private_count, CK_OBJECT_HANDLE_PTR public_key,
    CK_OBJECT_HANDLE_PTR private_key);
CK_RV gost_create(CK_SESSION_HANDLE handle, CK_ATTRIBUTE_PTR template, CK_ULONG count, CK_OBJECT_HANDLE_PTR object);
CK_ULONG gost_find(
    const session *s, const CK_ATTRIBUTE *template, CK_ULONG count, CK_OBJECT_HANDLE *found, CK_ULONG room);
CK_RV gost_attributes(CK_OBJECT_HANDLE object, CK_ATTRIBUTE_PTR template, CK_ULONG count);
CK_RV gost_sign_init(CK_SESSION_HANDLE handle, CK_MECHANISM_PTR mechanism, CK_OBJECT_HANDLE key);
CK_RV gost_sign(
    CK_SESSION_HANDLE handle, CK_BYTE_PTR data, CK_ULONG length, CK_BYTE_PTR signature, CK_ULONG_PTR signature_length);

extern CK_FUNCTION_LIST function_list;

#endif
