#define _GNU_SOURCE
#include "raw_calls.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

#include "cryptoki.h"

static CK_FUNCTION_LIST *functions;

unsigned long raw_open_session(const char *module_path, unsigned long slot) {
    void *library = dlopen(module_path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    CK_RV (*get_list)(CK_FUNCTION_LIST **) = (CK_RV (*)(CK_FUNCTION_LIST **))dlsym(library, "C_GetFunctionList");
    if (get_list == NULL || get_list(&functions) != CKR_OK) return 0;
    CK_SESSION_HANDLE session = 0;
    if (functions->C_OpenSession(slot, CKF_SERIAL_SESSION, NULL, NULL, &session) != CKR_OK) return 0;
    return session;
}

unsigned long raw_sign(
    unsigned long session, unsigned long mechanism, unsigned long key, const uint8_t *data, size_t size, int count) {
    for (int i = 0; i < count; i++) {
        CK_MECHANISM native = {mechanism, NULL, 0};
        CK_BYTE signature[512];
        CK_ULONG length = sizeof signature;
        CK_RV status = functions->C_SignInit(session, &native, key);
        if (status == CKR_OK) status = functions->C_Sign(session, (CK_BYTE *)data, size, signature, &length);
        if (status != CKR_OK) return status;
    }
    return CKR_OK;
}

unsigned long raw_read(
    unsigned long session, unsigned long object, const unsigned long *types, const size_t *capacities,
    size_t type_count, int count) {
    size_t size = 0;
    for (size_t i = 0; i < type_count; i++) size += (capacities[i] + 7) & ~(size_t)7;
    for (int i = 0; i < count; i++) {
        CK_BYTE *values = malloc(size);
        CK_ATTRIBUTE *attributes = malloc(type_count * sizeof *attributes);
        if (values == NULL || attributes == NULL) {
            free(values);
            free(attributes);
            return CKR_HOST_MEMORY;
        }
        size_t offset = 0;
        for (size_t j = 0; j < type_count; j++) {
            attributes[j] = (CK_ATTRIBUTE){types[j], values + offset, capacities[j]};
            offset += (capacities[j] + 7) & ~(size_t)7;
        }
        CK_RV status = functions->C_GetAttributeValue(session, object, attributes, type_count);
        free(values);
        free(attributes);
        if (status != CKR_OK && status != CKR_ATTRIBUTE_SENSITIVE && status != CKR_ATTRIBUTE_TYPE_INVALID &&
            status != CKR_BUFFER_TOO_SMALL)
            return status;
    }
    return CKR_OK;
}

int64_t raw_thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}
