#include "keystore_system.h"

#include <sys/prctl.h>
#include <sys/vfs.h>

int keystore_file_system_type(int descriptor, uint32_t *type) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return 0;
    *type = (uint32_t)status.f_type;
    return 1;
}

int keystore_set_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0; }
