// Every function with an output buffer or list, with no buffer, one element too few, none and exactly enough, in front of
// a page that can't be touched; and PINs that say to be longer than the memory that holds them.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "probe.h"

static CK_SLOT_ID slot;
static CK_SESSION_HANDLE session;
static CK_OBJECT_HANDLE ec_key, rsa_key, rsa_public_key;
static CK_BYTE *guard, digest[32] = {1}, plain[20] = {2}, sealed[256];
static CK_ULONG sealed_length = sizeof sealed;

// Memory that ends where a page begins that can't be touched.
static void *before_guard(size_t length) {
    memset(guard - 65536, 0xA5, 65536);
    return guard - length;
}

static CK_OBJECT_HANDLE find(CK_OBJECT_CLASS class, CK_KEY_TYPE type) {
    CK_ATTRIBUTE template[] = {{CKA_CLASS, &class, sizeof class}, {CKA_KEY_TYPE, &type, sizeof type}};
    CK_OBJECT_HANDLE key = 0;
    CK_ULONG count = 0;
    must("C_FindObjectsInit", CALL(C_FindObjectsInit, session, template, 2));
    must("C_FindObjects", CALL(C_FindObjects, session, &key, 1, &count));
    must("C_FindObjectsFinal", CALL(C_FindObjectsFinal, session));
    if (!count) must("find", CKR_KEY_HANDLE_INVALID);
    return key;
}

static void sign_init(CK_MECHANISM_TYPE type, CK_OBJECT_HANDLE key) {
    CK_MECHANISM mechanism = {type, NULL, 0};
    must("C_SignInit", CALL(C_SignInit, session, &mechanism, key));
}

static void digest_init(void) {
    CK_MECHANISM mechanism = {CKM_SHA256, NULL, 0};
    must("C_DigestInit", CALL(C_DigestInit, session, &mechanism));
}

static void start_ecdsa(void) { sign_init(CKM_ECDSA, ec_key); }
static void start_rsa(void) { sign_init(CKM_RSA_PKCS, rsa_key); }
static void start_parts(void) {
    sign_init(CKM_ECDSA_SHA256, ec_key);
    must("C_SignUpdate", CALL(C_SignUpdate, session, digest, sizeof digest));
}
static void start_digest_parts(void) {
    digest_init();
    must("C_DigestUpdate", CALL(C_DigestUpdate, session, digest, sizeof digest));
}
static void start_encryption(void) {
    CK_MECHANISM mechanism = {CKM_RSA_PKCS, NULL, 0};
    must("C_EncryptInit", CALL(C_EncryptInit, session, &mechanism, rsa_public_key));
}
static void start_decryption(void) {
    CK_MECHANISM mechanism = {CKM_RSA_PKCS, NULL, 0};
    must("C_DecryptInit", CALL(C_DecryptInit, session, &mechanism, rsa_key));
}
static void start_nothing(void) {}

static CK_RV slot_list(void *target, CK_ULONG *count) { return CALL(C_GetSlotList, CK_FALSE, target, count); }
static CK_RV mechanism_list(void *target, CK_ULONG *count) { return CALL(C_GetMechanismList, slot, target, count); }
static CK_RV interface_list(void *target, CK_ULONG *count) { return CALL(C_GetInterfaceList, target, count); }
static CK_RV sign(void *target, CK_ULONG *count) { return CALL(C_Sign, session, digest, sizeof digest, target, count); }
static CK_RV sign_final(void *target, CK_ULONG *count) { return CALL(C_SignFinal, session, target, count); }
static CK_RV hash(void *target, CK_ULONG *count) {
    return CALL(C_Digest, session, digest, sizeof digest, target, count);
}
static CK_RV hash_final(void *target, CK_ULONG *count) { return CALL(C_DigestFinal, session, target, count); }
static CK_RV encrypt(void *target, CK_ULONG *count) {
    return CALL(C_Encrypt, session, plain, sizeof plain, target, count);
}
static CK_RV decrypt(void *target, CK_ULONG *count) {
    return CALL(C_Decrypt, session, sealed, sealed_length, target, count);
}
static CK_RV token_name(void *target, CK_ULONG *count) { return extended->C_EX_GetTokenName(session, target, count); }
static CK_RV attribute(void *target, CK_ULONG *count) {
    CK_ATTRIBUTE template = {CKA_MODULUS, target, *count};
    CK_RV rv = CALL(C_GetAttributeValue, session, rsa_public_key, &template, 1);
    *count = template.ulValueLen;
    return rv;
}

static const struct {
    const char *name;
    void (*start)(void);
    CK_RV (*call)(void *, CK_ULONG *);
    size_t element;
    // How many elements it makes, where a call without a buffer says how many it makes at most.
    CK_ULONG exact;
} table[] = {
    {"C_GetSlotList", start_nothing, slot_list, sizeof(CK_SLOT_ID), 0},
    {"C_GetMechanismList", start_nothing, mechanism_list, sizeof(CK_MECHANISM_TYPE), 0},
    {"C_GetInterfaceList", start_nothing, interface_list, sizeof(CK_INTERFACE), 0},
    {"C_GetAttributeValue", start_nothing, attribute, 1, 0},
    {"C_Digest", digest_init, hash, 1, 0},
    {"C_DigestFinal", start_digest_parts, hash_final, 1, 0},
    {"C_Sign ECDSA", start_ecdsa, sign, 1, 0},
    {"C_Sign RSA", start_rsa, sign, 1, 0},
    {"C_SignFinal", start_parts, sign_final, 1, 0},
    {"C_Encrypt", start_encryption, encrypt, 1, 0},
    {"C_Decrypt", start_decryption, decrypt, 1, sizeof plain},
    {"C_EX_GetTokenName", start_nothing, token_name, 1, 0},
};

static void with_buffer(const char *what, size_t index, CK_ULONG count) {
    CK_ULONG room = count;
    size_t length = count * table[index].element;
    CK_BYTE *target = before_guard(length);
    CK_RV rv = table[index].call(target, &count);
    int touched = 0;
    for (size_t i = 0; i < length; i++) touched |= target[i] != 0xA5;
    printf(
        ", %s %#lx %s%s", what, rv,
        count == room                             ? "="
            : count == room + 1                   ? "+1"
            : count == CK_UNAVAILABLE_INFORMATION ? "?"
                                                  : "",
        rv && touched ? " touched" : "");
    if (count != room && count != room + 1 && count != CK_UNAVAILABLE_INFORMATION) printf("%lu", count);
}

static void outputs(void) {
    for (size_t index = 0; index < sizeof table / sizeof *table; index++) {
        table[index].start();
        CK_ULONG count = 0;
        CK_RV rv = table[index].call(NULL, &count);
        printf("%s: null %#lx", table[index].name, rv);
        if (table[index].exact) count = table[index].exact;
        with_buffer("none", index, 0);
        with_buffer("short", index, count - 1);
        with_buffer("exact", index, count);
        printf("\n");
    }
}

// Structures, whose last octet is the last that can be touched.
static void structures(void) {
    CK_RV rv = CALL(C_GetInfo, before_guard(sizeof(CK_INFO)));
    rv |= CALL(C_GetSlotInfo, slot, before_guard(sizeof(CK_SLOT_INFO)));
    rv |= CALL(C_GetTokenInfo, slot, before_guard(sizeof(CK_TOKEN_INFO)));
    rv |= CALL(C_GetMechanismInfo, slot, CKM_ECDSA, before_guard(sizeof(CK_MECHANISM_INFO)));
    rv |= CALL(C_GetSessionInfo, session, before_guard(sizeof(CK_SESSION_INFO)));
    rv |= CALL(C_GetObjectSize, session, ec_key, before_guard(sizeof(CK_ULONG)));
    say("structures", rv);
    say("C_GenerateRandom", CALL(C_GenerateRandom, session, before_guard(33), 33));
    say("C_GenerateRandom null", CALL(C_GenerateRandom, session, NULL, 33));
    // One more than is made at once; nothing is written.
    say("C_GenerateRandom too long", CALL(C_GenerateRandom, session, before_guard(33), (1 << 24) + 1));
    CK_SESSION_HANDLE other;
    say("C_OpenSession parallel", CALL(C_OpenSession, slot, 0, NULL, NULL, &other));
    say("C_OpenSession parallel, writing", CALL(C_OpenSession, slot, CKF_RW_SESSION, NULL, NULL, &other));
    must("C_FindObjectsInit", CALL(C_FindObjectsInit, session, NULL, 0));
    CK_ULONG count = 0;
    CK_RV found = CALL(C_FindObjects, session, before_guard(3 * sizeof(CK_OBJECT_HANDLE)), 3, &count);
    printf("C_FindObjects of 3: %#lx %lu\n", found, count);
    say("C_FindObjects null", CALL(C_FindObjects, session, NULL, 3, &count));
    must("C_FindObjectsFinal", CALL(C_FindObjectsFinal, session));
}

// 8 octets that can be read, and lengths beyond them.
static void pins(void) {
    CK_ULONG lengths[] = {256, 4096, 1UL << 20, (CK_ULONG)-1};
    CK_UTF8CHAR label[32] = "label";
    for (size_t i = 0; i < 4; i++) {
        CK_BYTE *pin = before_guard(8);
        memset(pin, '1', 8);
        CK_ULONG length = lengths[i];
        printf("PIN of %lx: C_Login %#lx", length, CALL(C_Login, session, CKU_USER, pin, length));
        printf(", security officer %#lx", CALL(C_Login, session, CKU_SO, pin, length));
        printf(", C_SetPIN old %#lx", CALL(C_SetPIN, session, pin, length, pin, 8));
        printf(", new %#lx", CALL(C_SetPIN, session, pin, 8, pin, length));
        printf(", C_InitPIN %#lx", CALL(C_InitPIN, session, pin, length));
        printf(", C_InitToken %#lx\n", CALL(C_InitToken, slot, pin, length, label));
    }
}

void bounds(const char *pin) {
    long page = sysconf(_SC_PAGESIZE);
    CK_BYTE *memory = mmap(NULL, (size_t)(65536 + page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) _exit(1);
    guard = memory + 65536;
    mprotect(guard, (size_t)page, PROT_NONE);
    must("C_Initialize", CALL(C_Initialize, NULL));
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION | CKF_RW_SESSION, NULL, NULL, &session));
    pins();
    must("C_Login", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR)pin, strlen(pin)));
    ec_key = find(CKO_PRIVATE_KEY, CKK_EC);
    rsa_key = find(CKO_PRIVATE_KEY, CKK_RSA);
    rsa_public_key = find(CKO_PUBLIC_KEY, CKK_RSA);
    start_encryption();
    must("C_Encrypt", CALL(C_Encrypt, session, plain, sizeof plain, sealed, &sealed_length));
    outputs();
    structures();
    must("C_Finalize", CALL(C_Finalize, NULL));
}
