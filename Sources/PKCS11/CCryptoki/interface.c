#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

enum {
    FUNCTIONS_2_40 = 68,
    FUNCTIONS_3_0 = 92,
    FUNCTIONS_3_2 = 104,
    EXTENDED_2014 = 19,
    EXTENDED_2026 = 34,
    MEMBERS_OFFSET = 8,  // of the first function in every table
};

static const char standard_name[] = "PKCS 11";

// dlsym also searches the dependencies of the library: a module that is linked, say, with a TLS library that is linked
// with p11-kit would seem to export p11-kit's C_GetInterface, whose tokens are not the module's.
void *cck_own_symbol(void *handle, const char *name, const char **owner) {
    void *symbol = dlsym(handle, name);
    if (symbol == NULL) {
        return NULL;
    }
    struct link_map *library = NULL;
    struct link_map *definer = NULL;
    Dl_info info;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &library) == 0 &&
        dladdr1(symbol, &info, (void **)&definer, RTLD_DL_LINKMAP) != 0 && definer == library) {
        return symbol;
    }
    *owner = definer != NULL ? definer->l_name : "";
    return NULL;
}

// MARK: One table

// The functions in [first, first + count) are NULL or code.
static bool are_functions(cck_probe *probe, const char *table, unsigned first, unsigned end) {
    for (unsigned i = first; i < end; i++) {
        void *function;
        memcpy(&function, table + MEMBERS_OFFSET + i * sizeof function, sizeof function);
        if (function != NULL && !cck_probe_is_code(probe, function)) {
            return false;
        }
    }
    return true;
}

// Copies what the type of the table guarantees: C_GetFunctionList hands out the table of 2.x, whatever version it
// states, and an interface the one that its version names. A table whose tail is no functions is taken to be shorter.
// Returns what is wrong with it, or NULL.
static const char *take_table(cck_probe *probe, const void *table, bool is_interface, cck_module *module) {
    union {
        CK_FUNCTION_LIST_3_2 functions;
        char octets[sizeof(CK_FUNCTION_LIST_3_2)];
    } copy;
    memset(&copy, 0, sizeof copy);
    if (table == NULL) {
        return "a NULL table";
    }
    if (cck_probe_read(probe, copy.octets, table, sizeof(CK_FUNCTION_LIST)) != 0) {
        return "a table in memory that cannot be read";
    }
    CK_VERSION version = copy.functions.version;
    if (version.major != 2 && version.major != 3) {
        return "a table of an unknown major version";
    }
    if (!are_functions(probe, copy.octets, 0, FUNCTIONS_2_40)) {
        return "a table whose members are not functions";
    }
    unsigned count = FUNCTIONS_2_40;
    if (is_interface && version.major == 3) {
        const unsigned ends[] = {FUNCTIONS_3_0, FUNCTIONS_3_2};
        for (unsigned i = 0; i < (version.minor >= 2 ? 2u : 1u); i++) {
            char longer[sizeof(CK_FUNCTION_LIST_3_2)];
            size_t size = MEMBERS_OFFSET + ends[i] * sizeof(void *);
            if (cck_probe_read(probe, longer, table, size) != 0 || !are_functions(probe, longer, count, ends[i])) {
                break;
            }
            memcpy(copy.octets, longer, size);
            count = ends[i];
        }
    }
    module->functions = copy.functions;
    module->version = version;
    return NULL;
}

// MARK: Interfaces

struct answer {
    CK_RV rv;
    const char *fault;  // NULL where the table was taken
};

static struct answer ask_interface(
    cck_module *module, cck_probe *probe, CK_C_GetInterface get_interface, const CK_VERSION *wanted) {
    // The parameters are not const, so the module gets copies.
    CK_UTF8CHAR name[sizeof standard_name];
    memcpy(name, standard_name, sizeof name);
    CK_VERSION version = wanted != NULL ? *wanted : (CK_VERSION){0, 0};
    CK_INTERFACE_PTR found = NULL;
    cck_enter(module->marker_index, CCK_FUNCTION_C_GetInterface);
    CK_RV rv = wanted != NULL ? get_interface(name, &version, &found, 0) : get_interface(NULL, NULL, &found, 0);
    cck_leave();
    if (rv != CKR_OK) {
        return (struct answer){rv, "an error"};
    }
    CK_INTERFACE interface;
    if (cck_probe_read(probe, &interface, found, sizeof interface) != 0) {
        return (struct answer){CKR_OK, "no interface"};
    }
    char its_name[sizeof standard_name];
    if (cck_probe_read(probe, its_name, interface.pInterfaceName, sizeof its_name) != 0 ||
        memcmp(its_name, standard_name, sizeof its_name) != 0) {
        return (struct answer){CKR_OK, "an interface of another name"};
    }
    // Modules that ignore the version would be asked for it in vain; a default interface may have any.
    CK_VERSION its_version;
    if (wanted != NULL &&
        (cck_probe_read(probe, &its_version, interface.pFunctionList, sizeof its_version) != 0 ||
         its_version.major != wanted->major || its_version.minor < wanted->minor)) {
        return (struct answer){CKR_OK, "an interface of another version"};
    }
    const char *fault = take_table(probe, interface.pFunctionList, true, module);
    if (fault == NULL) {
        module->origin = wanted != NULL ? CCK_ORIGIN_INTERFACE : CCK_ORIGIN_DEFAULT_INTERFACE;
        module->interface_flags = interface.flags;
    }
    return (struct answer){CKR_OK, fault};
}

static struct answer choose_interface(cck_module *module, cck_probe *probe, CK_C_GetInterface get_interface) {
    static const CK_VERSION versions[] = {{3, 2}, {3, 1}, {3, 0}};
    for (unsigned i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        struct answer answer = ask_interface(module, probe, get_interface, &versions[i]);
        if (answer.fault == NULL) {
            return answer;
        }
    }
    return ask_interface(module, probe, get_interface, NULL);
}

static int report_answer(struct answer answer, const char *function, cck_load_status failure, cck_load_result *result) {
    if (answer.rv == CKR_OK) {
        return cck_report(result, CCK_LOAD_BAD_FUNCTION_LIST, "%s handed out %s", function, answer.fault);
    }
    result->rv = answer.rv;
    return cck_report(result, failure, "%s returned 0x%08lX", function, (unsigned long)answer.rv);
}

int cck_choose_table(cck_module *module, cck_probe *probe, cck_load_result *result) {
    const char *owner = NULL;
    CK_C_GetInterface get_interface = (CK_C_GetInterface)cck_own_symbol(module->handle, "C_GetInterface", &owner);
    CK_C_GetFunctionList get_list = (CK_C_GetFunctionList)cck_own_symbol(module->handle, "C_GetFunctionList", &owner);
    if (get_interface == NULL && get_list == NULL) {
        if (owner != NULL) {
            return cck_report(result, CCK_LOAD_FOREIGN_ENTRY_POINT, "%s", owner);
        }
        return cck_report(result, CCK_LOAD_NO_ENTRY_POINT, "C_GetFunctionList, C_GetInterface");
    }
    if (get_interface != NULL) {
        struct answer answer = choose_interface(module, probe, get_interface);
        if (answer.fault == NULL) {
            return CCK_LOAD_OK;
        }
        if (get_list == NULL) {
            return report_answer(answer, "C_GetInterface", CCK_LOAD_INTERFACE_FAILED, result);
        }
    }
    CK_FUNCTION_LIST_PTR list = NULL;
    cck_enter(module->marker_index, CCK_FUNCTION_C_GetFunctionList);
    CK_RV rv = get_list(&list);
    cck_leave();
    const char *fault = rv == CKR_OK ? take_table(probe, list, false, module) : "an error";
    module->origin = CCK_ORIGIN_FUNCTION_LIST;
    return fault == NULL
        ? CCK_LOAD_OK
        : report_answer((struct answer){rv, fault}, "C_GetFunctionList", CCK_LOAD_FUNCTION_LIST_FAILED, result);
}

// MARK: Rutoken's extension

#define CCK_NAME(name) #name,

// clang-format off
static const char *const later_names[EXTENDED_2026 - EXTENDED_2014] = {
    CCK_FUNCTIONS_EXTENDED_2017(CCK_NAME)
    CCK_FUNCTIONS_EXTENDED_2026(CCK_NAME)
};
// clang-format on

// The table has no length. The library has as many members as its last exported function needs; members whose function
// is not exported stay NULL.
void cck_choose_extension(cck_module *module, cck_probe *probe) {
    const char *owner = NULL;
    CK_C_EX_GetFunctionListExtended get_list =
        (CK_C_EX_GetFunctionListExtended)cck_own_symbol(module->handle, "C_EX_GetFunctionListExtended", &owner);
    if (get_list == NULL) {
        return;
    }
    bool exported[EXTENDED_2026 - EXTENDED_2014];
    unsigned count = EXTENDED_2014;
    for (unsigned i = 0; i < EXTENDED_2026 - EXTENDED_2014; i++) {
        exported[i] = cck_own_symbol(module->handle, later_names[i], &owner) != NULL;
        count = exported[i] ? EXTENDED_2014 + i + 1 : count;
    }
    CK_FUNCTION_LIST_EXTENDED_PTR list = NULL;
    cck_enter(module->marker_index, CCK_FUNCTION_C_EX_GetFunctionListExtended);
    CK_RV rv = get_list(&list);
    cck_leave();
    union {
        CK_FUNCTION_LIST_EXTENDED functions;
        char octets[sizeof(CK_FUNCTION_LIST_EXTENDED)];
    } copy;
    memset(&copy, 0, sizeof copy);
    if (rv != CKR_OK || cck_probe_read(probe, copy.octets, list, MEMBERS_OFFSET + count * sizeof(void *)) != 0 ||
        !are_functions(probe, copy.octets, 0, EXTENDED_2014)) {
        return;
    }
    for (unsigned i = EXTENDED_2014; i < count; i++) {
        if (!exported[i - EXTENDED_2014] || !are_functions(probe, copy.octets, i, i + 1)) {
            memset(copy.octets + MEMBERS_OFFSET + i * sizeof(void *), 0, sizeof(void *));
        }
    }
    module->extended = copy.functions;
    module->extended_count = count;
}
