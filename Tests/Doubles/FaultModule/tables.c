#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fault.h"

// Function tables and interfaces. The file is read here too: what a table holds is decided before C_Initialize.

static CK_FUNCTION_LIST list;
static CK_FUNCTION_LIST_EXTENDED extended;
static CK_INTERFACE interfaces[2];
static bool is_configured;

#define FM_TABLE_MEMBER(name) .name = name,
#define FM_DROP_MEMBER(name)                      \
    if (fm.null_functions[CCK_FUNCTION_##name]) { \
        table->name = NULL;                       \
    }

static bool configure_once(void) {
    is_configured = is_configured || fm_configure();
    return is_configured;
}

static CK_BYTE *map_page(size_t size, int rights) {
    void *page = mmap(NULL, size, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? NULL : page;
}

static void *unreadable_page(void) {
    static void *page;
    page = page != NULL ? page : map_page(4096, PROT_NONE);
    return page;
}

// A table that is exactly as long as it is: the octets after it belong to something else and are no functions.
static CK_FUNCTION_LIST_3_2 *make_table(void) {
    static CK_FUNCTION_LIST_3_2 *table;
    table = table != NULL ? table : (CK_FUNCTION_LIST_3_2 *)map_page(4096, PROT_READ | PROT_WRITE);
    if (table == NULL) {
        return NULL;
    }
    *table = (CK_FUNCTION_LIST_3_2){
        .version = fm.interface_version,
        CCK_FUNCTIONS_2_40(FM_TABLE_MEMBER) CCK_FUNCTIONS_3_0(FM_TABLE_MEMBER) CCK_FUNCTIONS_3_2(FM_TABLE_MEMBER)};
    CCK_FUNCTIONS_2_40(FM_DROP_MEMBER)
    CCK_FUNCTIONS_3_0(FM_DROP_MEMBER)
    CCK_FUNCTIONS_3_2(FM_DROP_MEMBER)
    size_t end = 8 + fm.interface_size * sizeof(void *);
    memset((CK_BYTE *)table + end, 0x5A, 4096 - end);
    return table;
}

CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR ppFunctionList) {
    FM_ENTER_IF(C_GetFunctionList, false);
    FM_REQUIRE(ppFunctionList != NULL);
    if (!configure_once()) {
        return CKR_GENERAL_ERROR;
    }
    list = (CK_FUNCTION_LIST){.version = fm.list_version, CCK_FUNCTIONS_2_40(FM_TABLE_MEMBER)};
    CK_FUNCTION_LIST *table = &list;
    CCK_FUNCTIONS_2_40(FM_DROP_MEMBER)
    switch (fm.list) {
    case FM_RETURNS: return fm.list_rv;
    case FM_NULL: *ppFunctionList = NULL; return CKR_OK;
    case FM_UNREADABLE: *ppFunctionList = unreadable_page(); return CKR_OK;
    default: *ppFunctionList = &list; return CKR_OK;
    }
}

// MARK: Interfaces

static char standard_name[] = "PKCS 11", other_name[] = "PKCS 12", vendor_name[] = "Vendor Jeton";

static CK_ULONG make_interfaces(void) {
    interfaces[0] = (CK_INTERFACE){
        .pInterfaceName = (CK_UTF8CHAR_PTR)(fm.interface == FM_WRONG_NAME ? other_name : standard_name),
        .pFunctionList = fm.interface == FM_UNREADABLE ? unreadable_page() : make_table(),
    };
    interfaces[1] = (CK_INTERFACE){.pInterfaceName = (CK_UTF8CHAR_PTR)vendor_name, .pFunctionList = &extended};
    return 2;
}

CK_RV C_GetInterfaceList(CK_INTERFACE_PTR pInterfacesList, CK_ULONG_PTR pulCount) {
    FM_ENTER_IF(C_GetInterfaceList, false);
    FM_REQUIRE(pulCount != NULL);
    if (!configure_once()) {
        return CKR_GENERAL_ERROR;
    }
    if (fm.interface == FM_RETURNS) {
        return fm.interface_rv;
    }
    CK_ULONG count = make_interfaces();
    CK_ULONG room = *pulCount;
    *pulCount = count;
    if (pInterfacesList == NULL) {
        return CKR_OK;
    }
    if (room < count) {
        return CKR_BUFFER_TOO_SMALL;
    }
    memcpy(pInterfacesList, interfaces, count * sizeof interfaces[0]);
    return CKR_OK;
}

// A module with a vendor's default interface hands that out whatever the version is that it is asked for.
CK_RV C_GetInterface(
    CK_UTF8CHAR_PTR pInterfaceName, CK_VERSION_PTR pVersion, CK_INTERFACE_PTR_PTR ppInterface, CK_FLAGS flags) {
    FM_ENTER_IF(C_GetInterface, false);
    (void)flags;
    FM_REQUIRE(ppInterface != NULL);
    if (!configure_once()) {
        return CKR_GENERAL_ERROR;
    }
    if (fm.interface == FM_RETURNS) {
        return fm.interface_rv;
    }
    if (fm.interface == FM_NULL) {
        *ppInterface = NULL;
        return CKR_OK;
    }
    make_interfaces();
    if (fm.interface == FM_VENDOR_DEFAULT && pVersion == NULL && pInterfaceName == NULL) {
        *ppInterface = &interfaces[1];
        return CKR_OK;
    }
    if (pInterfaceName != NULL && strcmp((const char *)pInterfaceName, standard_name) != 0) {
        return CKR_ARGUMENTS_BAD;
    }
    if (fm.interface == FM_VENDOR_DEFAULT ||
        (pVersion != NULL && memcmp(pVersion, &fm.interface_version, sizeof *pVersion) != 0)) {
        return CKR_ARGUMENTS_BAD;
    }
    *ppInterface = &interfaces[0];
    return CKR_OK;
}

// MARK: Rutoken

CK_RV C_EX_GetFunctionListExtended(CK_FUNCTION_LIST_EXTENDED_PTR_PTR ppFunctionList) {
    FM_ENTER_IF(C_EX_GetFunctionListExtended, false);
    FM_REQUIRE(ppFunctionList != NULL);
    if (!configure_once()) {
        return CKR_GENERAL_ERROR;
    }
    if (fm.extension == 0) {
        return CKR_FUNCTION_NOT_SUPPORTED;
    }
    extended = (CK_FUNCTION_LIST_EXTENDED){
        .version = {2, 40},
        CCK_FUNCTIONS_EXTENDED_2014(FM_TABLE_MEMBER) CCK_FUNCTIONS_EXTENDED_2017(FM_TABLE_MEMBER)
            CCK_FUNCTIONS_EXTENDED_2026(FM_TABLE_MEMBER)};
    CK_FUNCTION_LIST_EXTENDED *table = &extended;
    CCK_FUNCTIONS_EXTENDED_2014(FM_DROP_MEMBER)
    CCK_FUNCTIONS_EXTENDED_2017(FM_DROP_MEMBER)
    CCK_FUNCTIONS_EXTENDED_2026(FM_DROP_MEMBER)
    size_t end = 8 + fm.extension * sizeof(void *);
    memset((CK_BYTE *)table + end, 0, sizeof extended - end);
    *ppFunctionList = &extended;
    return CKR_OK;
}
