#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fault.h"

bool fm_initialized;

static bool slots_were_counted;
static unsigned long races_left;
static struct timespec last_event;

// MARK: General purpose

CK_RV C_Initialize(CK_VOID_PTR pInitArgs) {
    FM_ENTER_IF(C_Initialize, false);
    if (fm_initialized) {
        return fm.second_initialize;
    }
    if (!fm_configure()) {
        return CKR_GENERAL_ERROR;
    }
    const CK_C_INITIALIZE_ARGS *arguments = pInitArgs;
    if (fm.needs_reserved && (arguments == NULL || arguments->pReserved == NULL)) {
        return CKR_ARGUMENTS_BAD;
    }
    if (fm.locking != CKR_OK && arguments != NULL && (arguments->flags & CKF_OS_LOCKING_OK) != 0) {
        return fm.locking;
    }
    slots_were_counted = false;
    races_left = fm.slot_list_races;
    clock_gettime(CLOCK_MONOTONIC, &last_event);
    fm_initialized = true;
    return CKR_OK;
}

CK_RV C_Finalize(CK_VOID_PTR pReserved) {
    FM_ENTER_IF(C_Finalize, false);
    (void)pReserved;
    if (!fm_initialized) {
        return fm.second_finalize;
    }
    fm_write_counts();
    fm_close_sessions(-1);
    fm_initialized = false;
    return CKR_OK;
}

// Some modules clean up after the libraries that they need have done so.
__attribute__((destructor)) static void clean_up(void) {
    if (fm.crashes_at_exit) {
        fm_crash();
    }
}

CK_RV C_GetInfo(CK_INFO_PTR pInfo) {
    FM_ENTER(C_GetInfo);
    FM_REQUIRE(pInfo != NULL);
    *pInfo = (CK_INFO){.cryptokiVersion = fm.cryptoki_version, .libraryVersion = fm.library_version};
    memcpy(pInfo->manufacturerID, fm.manufacturer, sizeof fm.manufacturer);
    memcpy(pInfo->libraryDescription, fm.description, sizeof fm.description);
    return CKR_OK;
}

// MARK: Slots and tokens

CK_RV C_GetSlotList(CK_BBOOL tokenPresent, CK_SLOT_ID_PTR pSlotList, CK_ULONG_PTR pulCount) {
    FM_ENTER(C_GetSlotList);
    FM_REQUIRE(pulCount != NULL);
    bool is_query = pSlotList == NULL;
    slots_were_counted = slots_were_counted || is_query;
    // The last slot is a reader that was plugged in after C_Initialize.
    unsigned long last = fm.slot_list == FM_LIST_GROWS && !slots_were_counted && fm.slots > 0 ? fm.slots - 1 : fm.slots;
    CK_ULONG count = 0;
    for (unsigned long i = 0; i < last; i++) {
        bool is_listed = fm_tokens[i].present || tokenPresent == CK_FALSE;
        if (is_listed && !is_query && count < *pulCount) {
            pSlotList[count] = i;
        }
        count += is_listed ? 1 : 0;
    }
    bool races = !is_query && races_left > 0;
    bool is_small = !is_query && *pulCount < count;
    races_left -= races ? 1 : 0;
    *pulCount = races ? count + 1 : count;
    fm_length_fault(CCK_FUNCTION_C_GetSlotList, is_query, pulCount);
    return races || is_small ? CKR_BUFFER_TOO_SMALL : CKR_OK;
}

CK_RV C_GetSlotInfo(CK_SLOT_ID slotID, CK_SLOT_INFO_PTR pInfo) {
    FM_ENTER(C_GetSlotInfo);
    FM_REQUIRE(pInfo != NULL);
    if (slotID >= fm.slots) {
        return CKR_SLOT_ID_INVALID;
    }
    const fm_token *token = &fm_tokens[slotID];
    *pInfo = (CK_SLOT_INFO){.hardwareVersion = {1, 0}, .firmwareVersion = {1, 0}, .flags = CKF_HW_SLOT};
    pInfo->flags |= (token->present ? CKF_TOKEN_PRESENT : 0) | (token->removable ? CKF_REMOVABLE_DEVICE : 0);
    memcpy(pInfo->slotDescription, token->description, sizeof token->description);
    memcpy(pInfo->manufacturerID, token->slot_manufacturer, sizeof token->slot_manufacturer);
    return CKR_OK;
}

CK_RV C_GetTokenInfo(CK_SLOT_ID slotID, CK_TOKEN_INFO_PTR pInfo) {
    FM_ENTER(C_GetTokenInfo);
    FM_REQUIRE(pInfo != NULL);
    if (slotID >= fm.slots) {
        return CKR_SLOT_ID_INVALID;
    }
    const fm_token *token = &fm_tokens[slotID];
    if (!token->present) {
        return CKR_TOKEN_NOT_PRESENT;
    }
    CK_ULONG most = token->reported_max_sessions == CK_UNAVAILABLE_INFORMATION - 1 ? token->max_sessions
                                                                                   : token->reported_max_sessions;
    *pInfo = (CK_TOKEN_INFO){
        .flags = fm_token_flags(token),
        .ulMaxSessionCount = most,
        .ulSessionCount = CK_UNAVAILABLE_INFORMATION,
        .ulMaxRwSessionCount = token->max_rw_sessions,
        .ulRwSessionCount = CK_UNAVAILABLE_INFORMATION,
        .ulMaxPinLen = token->max_pin,
        .ulMinPinLen = token->min_pin,
        .ulTotalPublicMemory = token->memory,
        .ulFreePublicMemory = token->memory,
        .ulTotalPrivateMemory = token->memory,
        .ulFreePrivateMemory = token->memory,
        .hardwareVersion = {1, 0},
        .firmwareVersion = {1, 0},
    };
    memcpy(pInfo->label, token->label, sizeof token->label);
    memcpy(pInfo->manufacturerID, token->manufacturer, sizeof token->manufacturer);
    memcpy(pInfo->model, token->model, sizeof token->model);
    memcpy(pInfo->serialNumber, token->serial, sizeof token->serial);
    memcpy(pInfo->utcTime, token->utc_time, sizeof token->utc_time);
    return CKR_OK;
}

CK_RV C_GetMechanismList(CK_SLOT_ID slotID, CK_MECHANISM_TYPE_PTR pMechanismList, CK_ULONG_PTR pulCount) {
    FM_ENTER(C_GetMechanismList);
    FM_REQUIRE(pulCount != NULL);
    if (fm_token_of(slotID) == NULL) {
        return slotID < fm.slots ? CKR_TOKEN_NOT_PRESENT : CKR_SLOT_ID_INVALID;
    }
    CK_ULONG count = fm_mechanism_count();
    bool is_query = pMechanismList == NULL;
    bool is_small = !is_query && *pulCount < count;
    for (CK_ULONG i = 0; !is_query && !is_small && i < count; i++) {
        fm_mechanism(i, &pMechanismList[i]);
    }
    *pulCount = count;
    fm_length_fault(CCK_FUNCTION_C_GetMechanismList, is_query, pulCount);
    return is_small ? CKR_BUFFER_TOO_SMALL : CKR_OK;
}

CK_RV C_GetMechanismInfo(CK_SLOT_ID slotID, CK_MECHANISM_TYPE type, CK_MECHANISM_INFO_PTR pInfo) {
    FM_ENTER(C_GetMechanismInfo);
    FM_REQUIRE(pInfo != NULL);
    if (fm_token_of(slotID) == NULL) {
        return slotID < fm.slots ? CKR_TOKEN_NOT_PRESENT : CKR_SLOT_ID_INVALID;
    }
    for (CK_ULONG i = 0; i < fm_mechanism_count(); i++) {
        CK_MECHANISM_TYPE known;
        const CK_MECHANISM_INFO *info = fm_mechanism(i, &known);
        if (known == type) {
            *pInfo = *info;
            return CKR_OK;
        }
    }
    return CKR_MECHANISM_INVALID;
}

// MARK: Slot events

// The token of one slot goes and comes, and each time is an event. Returns whether it is time for one.
static bool take_event(CK_SLOT_ID_PTR slot) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long passed = (now.tv_sec - last_event.tv_sec) * 1000 + (now.tv_nsec - last_event.tv_nsec) / 1000000;
    if (fm.wait != FM_WAIT_EVENT || passed < (long)fm.wait_milliseconds || fm.wait_slot >= fm.slots) {
        return false;
    }
    last_event = now;
    fm_token *token = &fm_tokens[fm.wait_slot];
    if (token->present) {
        fm_remove_token(fm.wait_slot);
    } else {
        token->present = true;
    }
    *slot = fm.wait_slot;
    return true;
}

CK_RV C_WaitForSlotEvent(CK_FLAGS flags, CK_SLOT_ID_PTR pSlot, CK_VOID_PTR pReserved) {
    (void)pReserved;
    // Waits without the lock: other calls go on meanwhile.
    CK_RV rv = fm_enter(CCK_FUNCTION_C_WaitForSlotEvent, true);
    if (rv != CKR_OK) {
        return rv;
    }
    FM_REQUIRE(pSlot != NULL);
    if (fm.wait == FM_WAIT_UNSUPPORTED) {
        return CKR_FUNCTION_NOT_SUPPORTED;
    }
    if (fm.wait == FM_WAIT_REMOVED) {
        return CKR_DEVICE_REMOVED;
    }
    while (true) {
        fm_lock();
        bool is_over = !fm_initialized;
        bool happened = !is_over && take_event(pSlot);
        fm_unlock(NULL);
        if (is_over) {
            return CKR_CRYPTOKI_NOT_INITIALIZED;
        }
        if (happened) {
            return CKR_OK;
        }
        if ((flags & CKF_DONT_BLOCK) != 0 && fm.wait != FM_WAIT_BLOCKS) {
            return CKR_NO_EVENT;
        }
        usleep(2000);
    }
}
