#include <stdlib.h>
#include <string.h>

#include "fault.h"

static fm_session *sessions;
static CK_SESSION_HANDLE next_handle = 0x1001;

// MARK: Store

fm_session *fm_session_of(CK_SESSION_HANDLE handle) {
    for (fm_session *session = sessions; session != NULL; session = session->next) {
        if (session->handle == handle) {
            return session;
        }
    }
    return NULL;
}

fm_token *fm_token_of(CK_SLOT_ID slot) { return slot < fm.slots && fm_tokens[slot].present ? &fm_tokens[slot] : NULL; }

void fm_end(fm_operation *operation) {
    free(operation->data);
    *operation = (fm_operation){0};
}

static void discard(fm_session *session) {
    for (int i = 0; i < FM_OPERATIONS; i++) {
        fm_end(&session->operations[i]);
    }
    for (size_t i = 0; i < fm_object_count; i++) {
        fm_objects[i].gone = fm_objects[i].gone || fm_objects[i].session == session->handle;
    }
    free(session->found);
    free(session);
}

static CK_ULONG count_sessions(CK_SLOT_ID slot, CK_FLAGS flags) {
    CK_ULONG count = 0;
    for (const fm_session *session = sessions; session != NULL; session = session->next) {
        count += session->slot == slot && (session->flags & flags) == flags ? 1 : 0;
    }
    return count;
}

// The last session of a token takes the login with it.
static void log_out_unused(void) {
    for (unsigned long i = 0; i < fm.slots; i++) {
        if (fm_tokens[i].user >= 0 && count_sessions(i, 0) == 0) {
            fm_tokens[i].user = -1;
        }
    }
}

void fm_close_sessions(long slot) {
    fm_session **place = &sessions;
    while (*place != NULL) {
        fm_session *session = *place;
        if (slot < 0 || session->slot == (CK_SLOT_ID)slot) {
            *place = session->next;
            discard(session);
        } else {
            place = &session->next;
        }
    }
    log_out_unused();
}

void fm_remove_token(CK_SLOT_ID slot) {
    if (slot < fm.slots) {
        fm_close_sessions((long)slot);
        fm_tokens[slot].present = false;
    }
}

CK_STATE fm_state(const fm_session *session) {
    bool writes = (session->flags & CKF_RW_SESSION) != 0;
    switch (fm_tokens[session->slot].user) {
    case CKU_USER: return writes ? CKS_RW_USER_FUNCTIONS : CKS_RO_USER_FUNCTIONS;
    case CKU_SO: return CKS_RW_SO_FUNCTIONS;
    default: return writes ? CKS_RW_PUBLIC_SESSION : CKS_RO_PUBLIC_SESSION;
    }
}

// MARK: Entry points

CK_RV C_OpenSession(
    CK_SLOT_ID slotID, CK_FLAGS flags, CK_VOID_PTR pApplication, CK_NOTIFY Notify, CK_SESSION_HANDLE_PTR phSession) {
    FM_ENTER(C_OpenSession);
    (void)pApplication;
    (void)Notify;
    FM_REQUIRE(phSession != NULL);
    fm_token *token = fm_token_of(slotID);
    if (token == NULL) {
        return slotID < fm.slots ? CKR_TOKEN_NOT_PRESENT : CKR_SLOT_ID_INVALID;
    }
    if (!token->activated) {
        return CKR_FUNCTION_NOT_SUPPORTED;
    }
    if ((flags & CKF_SERIAL_SESSION) == 0) {
        return CKR_SESSION_PARALLEL_NOT_SUPPORTED;
    }
    bool writes = (flags & CKF_RW_SESSION) != 0;
    if ((token->max_sessions > 0 && count_sessions(slotID, 0) >= token->max_sessions) ||
        (writes && token->max_rw_sessions > 0 && count_sessions(slotID, CKF_RW_SESSION) >= token->max_rw_sessions)) {
        return fm.session_limit;
    }
    if (!writes && token->user == CKU_SO) {
        return CKR_SESSION_READ_WRITE_SO_EXISTS;
    }
    fm_session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        return CKR_HOST_MEMORY;
    }
    *session = (fm_session){.next = sessions, .handle = next_handle++, .slot = slotID, .flags = flags};
    sessions = session;
    *phSession = session->handle;
    return CKR_OK;
}

CK_RV C_CloseSession(CK_SESSION_HANDLE hSession) {
    FM_ENTER(C_CloseSession);
    for (fm_session **place = &sessions; *place != NULL; place = &(*place)->next) {
        if ((*place)->handle == hSession) {
            fm_session *session = *place;
            *place = session->next;
            discard(session);
            log_out_unused();
            return CKR_OK;
        }
    }
    return CKR_SESSION_HANDLE_INVALID;
}

CK_RV C_CloseAllSessions(CK_SLOT_ID slotID) {
    FM_ENTER(C_CloseAllSessions);
    if (slotID >= fm.slots) {
        return CKR_SLOT_ID_INVALID;
    }
    fm_close_sessions((long)slotID);
    return CKR_OK;
}

CK_RV C_GetSessionInfo(CK_SESSION_HANDLE hSession, CK_SESSION_INFO_PTR pInfo) {
    FM_ENTER(C_GetSessionInfo);
    FM_REQUIRE(pInfo != NULL);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    *pInfo = (CK_SESSION_INFO){.slotID = session->slot, .state = fm_state(session), .flags = session->flags};
    return CKR_OK;
}

CK_RV C_SessionCancel(CK_SESSION_HANDLE hSession, CK_FLAGS flags) {
    FM_ENTER(C_SessionCancel);
    fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    static const CK_FLAGS kinds[FM_OPERATIONS] = {CKF_ENCRYPT, CKF_DECRYPT, CKF_DIGEST, CKF_SIGN, CKF_VERIFY};
    for (int i = 0; i < FM_OPERATIONS; i++) {
        if ((flags & kinds[i]) != 0) {
            fm_end(&session->operations[i]);
        }
    }
    session->searching = session->searching && (flags & CKF_FIND_OBJECTS) == 0;
    return CKR_OK;
}
