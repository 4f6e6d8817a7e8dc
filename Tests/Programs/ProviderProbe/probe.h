// What the files of the probe share.

#ifndef JETON_PROVIDER_PROBE_H
#define JETON_PROVIDER_PROBE_H

#include "cryptoki.h"
#include "cryptoki_rutoken.h"

extern CK_FUNCTION_LIST_3_2 *functions;
extern CK_FUNCTION_LIST_EXTENDED *extended;

#define CALL(name, ...) (functions->name(__VA_ARGS__))

// A function of any table, called with nothing but numbers.
typedef CK_RV (*any_function)(
    CK_ULONG, CK_ULONG, CK_ULONG, CK_ULONG, CK_ULONG, CK_ULONG, CK_ULONG, CK_ULONG, CK_ULONG, CK_ULONG);

void say(const char *what, CK_RV rv);
void must(const char *what, CK_RV rv);
void bounds(const char *pin);
void session_keys(const char *way, const char *pin);
void slots(CK_SLOT_ID slot);
void extension(void *library, char **words, int count);

#endif
