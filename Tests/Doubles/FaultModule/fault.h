// The fault module: a small PKCS #11 library for tests, whose misbehaviour a text file chooses. See README.md.

#ifndef JETON_FAULT_H
#define JETON_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "cryptoki.h"
#include "cryptoki_rutoken.h"
#include "marker.h"

// Every entry point, declared from its type in the standard's headers and the only thing exported.
#define FM_DECLARE(name) __attribute__((visibility("default"))) extern __typeof__(*(CK_##name)0) name;
CCK_FUNCTIONS_2_40(FM_DECLARE)
CCK_FUNCTIONS_3_0(FM_DECLARE)
CCK_FUNCTIONS_3_2(FM_DECLARE)
CCK_FUNCTIONS_EXTENDED_2014(FM_DECLARE)
CCK_FUNCTIONS_EXTENDED_2017(FM_DECLARE)
CCK_FUNCTIONS_EXTENDED_2026(FM_DECLARE)
#undef FM_DECLARE

#pragma GCC visibility push(hidden)

// MARK: Settings

typedef enum { FM_NORMAL, FM_RETURNS, FM_NULL, FM_UNREADABLE, FM_WRONG_NAME, FM_VENDOR_DEFAULT } fm_list_answer;
typedef enum { FM_QUERY_NORMAL, FM_QUERY_ENDS, FM_QUERY_REJECTED, FM_QUERY_RUNS } fm_length_query;
typedef enum { FM_WAIT_NO_EVENT, FM_WAIT_UNSUPPORTED, FM_WAIT_REMOVED, FM_WAIT_BLOCKS, FM_WAIT_EVENT } fm_wait;
typedef enum { FM_LIST_NORMAL, FM_LIST_GROWS, FM_LIST_RACES } fm_slot_list;
typedef enum { FM_POINT_OCTETS, FM_POINT_RAW, FM_POINT_BITS } fm_point;
typedef enum { FM_IV_KEPT, FM_IV_WRITTEN, FM_IV_BITS_REQUIRED, FM_IV_BITS_REFUSED } fm_gcm;

// What stays for as long as one reading of the file.
typedef struct {
    unsigned long slots;
    char count_file[1024], state_file[1024];
    CK_UTF8CHAR manufacturer[32], description[32];
    CK_VERSION cryptoki_version, library_version;

    fm_list_answer list, interface;
    CK_RV list_rv, interface_rv;
    CK_VERSION list_version, interface_version;  // as stated in the table
    unsigned interface_size;                     // functions in the table: 68, 92 or 104
    unsigned long extension;                     // functions in the table: 0, 19, 31 or 34
    bool null_functions[CCK_FUNCTION_COUNT];

    CK_RV second_initialize, second_finalize, locking;
    bool needs_reserved, forgets_on_fork;
    fm_length_query length_query;
    bool keeps_length;  // CKR_BUFFER_TOO_SMALL without the length that is needed
    fm_wait wait;
    unsigned long wait_slot, wait_milliseconds;
    fm_slot_list slot_list;
    unsigned long slot_list_races;
    bool strict_context_login;
    CK_RV session_limit;
    fm_point point;
    bool x962_signatures;
    bool verify_accepts_all;
    bool null_crashes;
    bool crashes_at_exit;
    fm_gcm gcm;
    bool ulong_of_four;
} fm_settings;

extern fm_settings fm;

// Reads the file; on a line that it does not understand it says so on stderr and returns false.
bool fm_configure(void);

// Parsers that the files share. All return false on text they do not understand.
bool fm_number(const char *text, CK_ULONG *number);
bool fm_boolean(const char *text, bool *value);
bool fm_field(const char *text, CK_UTF8CHAR *field, size_t size, unsigned long index);
bool fm_hex(const char *text, CK_BYTE *octets, size_t *count, size_t limit);
bool fm_function(const char *name, size_t length, uint32_t *function);

// MARK: Tokens

typedef struct {
    CK_UTF8CHAR description[64], slot_manufacturer[32];
    bool present, removable, initialized, user_pin_set, login_required, protected_path, activated;
    CK_UTF8CHAR label[32], manufacturer[32], model[16];
    CK_CHAR serial[16];
    CK_UTF8CHAR utc_time[16];
    bool has_flags;
    CK_FLAGS flags, added_flags;
    CK_ULONG max_sessions, max_rw_sessions, reported_max_sessions, min_pin, max_pin, memory;
    char pin[64], so_pin[64], activation[64];
    CK_ULONG tries, tries_left, so_tries, so_tries_left, activation_tries, activation_left;
    CK_ULONG type, class, extended_size, extended_flags, battery;
    int user;  // CKU_..., or -1 while nobody is logged in
} fm_token;

extern fm_token *fm_tokens;  // fm.slots of them

bool fm_make_tokens(unsigned long count);
bool fm_set_token(fm_token *token, unsigned long index, const char *key, const char *value);
CK_FLAGS fm_token_flags(const fm_token *token);

// Tries, PINs and activation of earlier processes; written whenever they change. Nothing without a state file.
void fm_read_state(void);
void fm_write_state(void);

// MARK: Objects

typedef struct {
    CK_ATTRIBUTE_TYPE type;
    CK_ULONG length;
    CK_BYTE *value;
} fm_attribute;

typedef struct {
    CK_SLOT_ID slot;
    CK_SESSION_HANDLE session;  // 0 for an object of the token
    bool gone;
    size_t count;
    fm_attribute *attributes;
} fm_object;

// Handle n is element n - 1.
extern fm_object *fm_objects;
extern size_t fm_object_count;

typedef enum {
    FM_ATTRIBUTE_NORMAL,
    FM_ATTRIBUTE_SENSITIVE,
    FM_ATTRIBUTE_INVALID,
    FM_ATTRIBUTE_LENGTH,    // states the length given
    FM_ATTRIBUTE_OVERLONG,  // states more octets than there are
    FM_ATTRIBUTE_POISON,    // the whole call fails
    FM_ATTRIBUTE_NESTED,    // an array of attributes that holds such an array, and so on
} fm_attribute_answer;

bool fm_attribute_type(const char *name, size_t length, CK_ATTRIBUTE_TYPE *type);
bool fm_is_ulong_attribute(CK_ATTRIBUTE_TYPE type);
bool fm_add_objects(const char *line);
bool fm_add_attribute_fault(const char *name, const char *value);
fm_attribute_answer fm_attribute_fault(const fm_object *object, CK_ATTRIBUTE_TYPE type, CK_ULONG *number);
void fm_forget_objects(void);

fm_object *fm_new_object(CK_SLOT_ID slot);
fm_object *fm_object_of(CK_OBJECT_HANDLE handle, CK_SLOT_ID slot);
fm_attribute *fm_find(const fm_object *object, CK_ATTRIBUTE_TYPE type);
bool fm_put(fm_object *object, CK_ATTRIBUTE_TYPE type, const void *value, CK_ULONG length);
bool fm_put_ulong(fm_object *object, CK_ATTRIBUTE_TYPE type, CK_ULONG value);
bool fm_put_boolean(fm_object *object, CK_ATTRIBUTE_TYPE type, bool value);
CK_ULONG fm_ulong(const fm_object *object, CK_ATTRIBUTE_TYPE type, CK_ULONG otherwise);
bool fm_flag(const fm_object *object, CK_ATTRIBUTE_TYPE type);
// Gives a key, certificate or data object the attributes that it lacks.
bool fm_complete(fm_object *object);

// MARK: Sessions

typedef enum { FM_ENCRYPT, FM_DECRYPT, FM_DIGEST, FM_SIGN, FM_VERIFY, FM_OPERATIONS } fm_kind;

typedef struct {
    bool active, streaming, needs_login;
    CK_MECHANISM_TYPE mechanism;
    CK_OBJECT_HANDLE key;
    CK_BYTE *data;  // all parts so far
    size_t count;
} fm_operation;

typedef struct fm_session {
    struct fm_session *next;
    CK_SESSION_HANDLE handle;
    CK_SLOT_ID slot;
    CK_FLAGS flags;
    fm_operation operations[FM_OPERATIONS];
    bool searching;
    CK_OBJECT_HANDLE *found;
    size_t found_count, found_next;
} fm_session;

extern bool fm_initialized;

fm_session *fm_session_of(CK_SESSION_HANDLE handle);
fm_token *fm_token_of(CK_SLOT_ID slot);
void fm_close_sessions(long slot);  // -1: of all slots
CK_STATE fm_state(const fm_session *session);
void fm_end(fm_operation *operation);
void fm_remove_token(CK_SLOT_ID slot);

// MARK: Calls

bool fm_add_fault(const char *target, const char *action);
bool fm_add_length(const char *target, const char *value);
bool fm_add_mechanism(const char *value);
bool fm_add_mechanism_fault(const char *mechanism, const char *value);
void fm_forget_behaviour(void);

// Counts the call, does what its faults say and checks that the library is initialised where that is needed.
CK_RV fm_enter(uint32_t function, bool needs_initialization);
// Which function was called before the one that runs.
uint32_t fm_previous_function(void);
int fm_lock(void);
void fm_unlock(const int *unused);
void fm_count_operation(void);
void fm_write_counts(void);
void fm_crash(void) __attribute__((noreturn));

// What to answer for a missing argument.
CK_RV fm_missing(void);
// A length or count that the function is to state instead of the true one.
bool fm_length_fault(uint32_t function, bool is_query, CK_ULONG *length);
// CKR_OK where the mechanism is offered and not made to fail.
CK_RV fm_check_mechanism(CK_MECHANISM_TYPE mechanism, CK_FLAGS use);
CK_ULONG fm_mechanism_count(void);
const CK_MECHANISM_INFO *fm_mechanism(CK_ULONG index, CK_MECHANISM_TYPE *type);

// Answers with octets in the way of a function that can be asked for the length first. `*done` says that the octets
// were delivered, or that the operation is over for another reason.
CK_RV fm_deliver(uint32_t function, const void *data, CK_ULONG count, CK_BYTE_PTR out, CK_ULONG_PTR length, bool *done);

// Stands at the head of each entry point.
#define FM_ENTER_IF(name, needs_initialization)                            \
    CK_RV fm_answer = fm_enter(CCK_FUNCTION_##name, needs_initialization); \
    if (fm_answer != CKR_OK) {                                             \
        return fm_answer;                                                  \
    }                                                                      \
    __attribute__((cleanup(fm_unlock), unused)) const int fm_locked = fm_lock()
#define FM_ENTER(name) FM_ENTER_IF(name, true)
#define FM_REQUIRE(condition) \
    if (!(condition)) {       \
        return fm_missing();  \
    }

#pragma GCC visibility pop

#endif
