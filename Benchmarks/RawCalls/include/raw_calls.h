// The same Cryptoki calls as Jeton's `Session` makes, in plain C: what the overhead of the Swift side is measured against.

#ifndef JETON_RAW_CALLS_H
#define JETON_RAW_CALLS_H

#include <stddef.h>
#include <stdint.h>

// Opens a session with a slot of a module that this process has initialised already. Returns its handle, 0 on failure.
unsigned long raw_open_session(const char *module_path, unsigned long slot);

// C_SignInit and C_Sign, `count` times. Returns the first value that is not CKR_OK, else CKR_OK.
unsigned long raw_sign(
    unsigned long session, unsigned long mechanism, unsigned long key, const uint8_t *data, size_t size, int count);

// One C_GetAttributeValue of `type_count` attributes into buffers of `capacities` octets, `count` times.
// Returns the first value that is neither CKR_OK nor one that tells of single attributes, else CKR_OK.
unsigned long raw_read(
    unsigned long session, unsigned long object, const unsigned long *types, const size_t *capacities,
    size_t type_count, int count);

// CPU time of the calling thread, in nanoseconds.
int64_t raw_thread_time(void);

#endif
