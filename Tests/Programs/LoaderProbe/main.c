// Loads modules in a process of its own, which may fork, crash or hang, and prints what the loader says: one fact a
// line, "name value".

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loader.h"

static const cck_module *load(const char *path) {
    cck_load_result result;
    const cck_module *module = cck_load(path, &result);
    printf("status %d\nrv 0x%lx\ndetail %s\n", (int)result.status, result.rv, result.detail);
    if (module == NULL) {
        exit(1);
    }
    return module;
}

static unsigned count_functions(const void *first, unsigned count) {
    unsigned present = 0;
    for (unsigned i = 0; i < count; i++) {
        void *function;
        memcpy(&function, (const char *)first + i * sizeof function, sizeof function);
        present += function != NULL ? 1 : 0;
    }
    return present;
}

static void print_module(const cck_module *module) {
    printf(
        "version %d.%d\norigin %d\nfunctions %u\nextended %lu\nextended_functions %u\npath %s\nreal_path %s\n",
        module->version.major, module->version.minor, (int)module->origin,
        count_functions(&module->functions.C_Initialize, 104), module->extended_count,
        count_functions(&module->extended.C_EX_GetFunctionListExtended, 34), module->path, module->real_path);
}

// Initialises, counts the slots and finalises.
static int use(const cck_module *module, const char *reserved) {
    CK_RV rv = cck_initialize(module, reserved);
    printf("initialize 0x%lx\nowns %d\n", rv, cck_owns_initialization(module));
    printf("lacks_locking %d\n", cck_lacks_locking(module));
    if (rv == CKR_OK) {
        CK_ULONG count = 0;
        rv = module->functions.C_GetSlotList(CK_FALSE, NULL, &count);
        printf("slots 0x%lx %lu\n", rv, count);
        printf("finalize 0x%lx\n", cck_finalize(module));
    }
    return 0;
}

// The counts: two users, somebody else's initialisation, one finalisation too many.
static int count_users(const cck_module *module) {
    printf("first 0x%lx\n", cck_initialize(module, NULL));
    printf("second 0x%lx\n", cck_initialize(module, NULL));
    printf("third_direct 0x%lx\n", module->functions.C_Initialize(NULL));
    printf("leave 0x%lx owns %d\n", cck_finalize(module), cck_owns_initialization(module));
    CK_INFO info;
    printf("still 0x%lx\n", module->functions.C_GetInfo(&info));
    printf("last 0x%lx owns %d\n", cck_finalize(module), cck_owns_initialization(module));
    printf("over 0x%lx\n", module->functions.C_GetInfo(&info));
    printf("too_many 0x%lx\n", cck_finalize(module));
    printf("stranger 0x%lx\n", module->functions.C_Initialize(NULL));
    printf("guest 0x%lx owns %d\n", cck_initialize(module, NULL), cck_owns_initialization(module));
    printf("guest_leaves 0x%lx\n", cck_finalize(module));
    printf("untouched 0x%lx\n", module->functions.C_GetInfo(&info));
    return 0;
}

static int fork_child(const cck_module *module) {
    printf("parent_epoch %lu\nparent 0x%lx\n", cck_fork_epoch(), cck_initialize(module, NULL));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        printf("child_epoch %lu\nchild_owns %d\n", cck_fork_epoch(), cck_owns_initialization(module));
        printf("child_finalize 0x%lx\n", cck_finalize(module));
        printf("child_initialize 0x%lx\n", cck_initialize(module, NULL));
        printf("child_owns_now %d\n", cck_owns_initialization(module));
        printf("child_finalize_now 0x%lx\n", cck_finalize(module));
        fflush(stdout);
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    printf("child_status %d\nepoch_after %lu\n", status, cck_fork_epoch());
    printf("owns_after %d\n", cck_owns_initialization(module));
    printf("parent_finalize 0x%lx\n", cck_finalize(module));
    return 0;
}

static void *initialize_slowly(void *module) {
    cck_initialize(module, NULL);
    return NULL;
}

// Forks while another thread is inside C_Initialize, which must be slow, and holds the module's lock.
static int fork_during_initialize(const cck_module *module) {
    pthread_t thread;
    pthread_create(&thread, NULL, initialize_slowly, (void *)(uintptr_t)module);
    while (cck_marker_function(cck_marker_current()) != CCK_FUNCTION_C_Initialize) {
        usleep(1000);
    }
    pid_t child = fork();
    if (child == 0) {
        alarm(10);
        CK_RV rv = cck_finalize(module);
        _exit(rv == CKR_CRYPTOKI_NOT_INITIALIZED ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    printf("child_status %d\n", status);
    pthread_join(thread, NULL);
    return 0;
}

static void *load_again(void *path) { return (void *)(uintptr_t)cck_load(path, NULL); }

static int load_in_parallel(char *path) {
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) {
        pthread_create(&threads[i], NULL, load_again, path);
    }
    unsigned equal = 0;
    void *first = NULL;
    for (int i = 0; i < 8; i++) {
        void *module;
        pthread_join(threads[i], &module);
        first = i == 0 ? module : first;
        equal += module != NULL && module == first ? 1 : 0;
    }
    printf("equal %u\n", equal);
    return 0;
}

// A supervisor and its child: the child loads and initialises the module and asks for its information; the parent
// says in which function of which module it ended.
static int watch(const char *path) {
    cck_marker *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) {
        return 2;
    }
    pid_t child = fork();
    if (child == 0) {
        cck_marker_use(page);
        const cck_module *module = cck_load(path, NULL);
        if (module != NULL && cck_initialize(module, NULL) == CKR_OK) {
            CK_INFO info;
            cck_enter(module->marker_index, CCK_FUNCTION_C_GetInfo);
            module->functions.C_GetInfo(&info);
            cck_leave();
            cck_finalize(module);
        }
        _exit(0);
    }
    int status = 0;
    for (int i = 0; i < 500 && waitpid(child, &status, WNOHANG) == 0; i++) {
        usleep(2000);
        if (i == 499) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
        }
    }
    char where[CCK_MARKER_PATH_SIZE];
    cck_marker_path(page, where);
    const char *function = cck_function_name(cck_marker_function(page));
    printf("signal %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    printf("function %s\nmodule %s\n", function != NULL ? function : "none", where);
    return 0;
}

int main(int count, char **arguments) {
    if (count < 3) {
        return 2;
    }
    const char *command = arguments[1];
    char *path = arguments[2];
    if (strcmp(command, "parallel") == 0) {
        return load_in_parallel(path);
    }
    if (strcmp(command, "watch") == 0) {
        return watch(path);
    }
    const cck_module *module = load(path);
    if (strcmp(command, "load") == 0) {
        print_module(module);
        for (int i = 3; i < count; i++) {
            printf("same %d\n", cck_load(arguments[i], NULL) == module);
        }
        return 0;
    }
    return strcmp(command, "use") == 0        ? use(module, count > 3 ? arguments[3] : NULL)
        : strcmp(command, "count") == 0       ? count_users(module)
        : strcmp(command, "fork") == 0        ? fork_child(module)
        : strcmp(command, "fork-locked") == 0 ? fork_during_initialize(module)
                                              : 2;
}
