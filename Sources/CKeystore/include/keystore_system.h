// System calls that Swift's Glibc module does not show.
#ifndef JETON_KEYSTORE_SYSTEM_H
#define JETON_KEYSTORE_SYSTEM_H

#include <stdint.h>

// fstatfs(2): the type number of the file system of an open file; 0 and errno on failure of the call, else 1.
int keystore_file_system_type(int descriptor, uint32_t *type);

// prctl(PR_SET_DUMPABLE): no core files of this process, and no ptrace by other programs of the user; 1 on success.
int keystore_set_undumpable(void);

#endif
