#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"

fm_settings fm;

// MARK: Values

bool fm_number(const char *text, CK_ULONG *number) {
    if (strcmp(text, "unavailable") == 0) {
        *number = CK_UNAVAILABLE_INFORMATION;
        return true;
    }
    if (strcmp(text, "unavailable32") == 0) {
        *number = 0xFFFFFFFFUL;
        return true;
    }
    if (!isdigit((unsigned char)text[0])) {
        return false;
    }
    char *end;
    *number = strtoul(text, &end, 0);
    return *end == 0;
}

bool fm_boolean(const char *text, bool *value) {
    *value = strcmp(text, "true") == 0;
    return *value || strcmp(text, "false") == 0;
}

bool fm_hex(const char *text, CK_BYTE *octets, size_t *count, size_t limit) {
    size_t length = strlen(text);
    if (length % 2 != 0 || length / 2 > limit) {
        return false;
    }
    for (size_t i = 0; i < length; i += 2) {
        unsigned octet;
        if (!isxdigit((unsigned char)text[i]) || !isxdigit((unsigned char)text[i + 1]) ||
            sscanf(text + i, "%2x", &octet) != 1) {
            return false;
        }
        octets[i / 2] = (CK_BYTE)octet;
    }
    *count = length / 2;
    return true;
}

// "text" is padded with blanks, "nul:text" with NULs, "hex:00ff" holds any octets; %d becomes the number of the slot.
bool fm_field(const char *text, CK_UTF8CHAR *field, size_t size, unsigned long index) {
    bool with_nul = strncmp(text, "nul:", 4) == 0;
    memset(field, with_nul ? 0 : ' ', size);
    if (strncmp(text, "hex:", 4) == 0) {
        size_t count;
        return fm_hex(text + 4, field, &count, size);
    }
    const char *rest = with_nul ? text + 4 : text;
    char line[256];
    const char *place = strstr(rest, "%d");
    if (place != NULL) {
        snprintf(line, sizeof line, "%.*s%lu%s", (int)(place - rest), rest, index, place + 2);
        rest = line;
    }
    size_t length = strlen(rest);
    memcpy(field, rest, length < size ? length : size);
    return length <= size;
}

static bool version(const char *text, CK_VERSION *version) {
    unsigned major, minor;
    char rest;
    if (sscanf(text, "%u.%u%c", &major, &minor, &rest) != 2 || major > 255 || minor > 255) {
        return false;
    }
    *version = (CK_VERSION){(CK_BYTE)major, (CK_BYTE)minor};
    return true;
}

bool fm_function(const char *name, size_t length, uint32_t *function) {
#define FM_COMPARE(known)                                                 \
    if (strlen(#known) == length && strncmp(#known, name, length) == 0) { \
        *function = CCK_FUNCTION_##known;                                 \
        return true;                                                      \
    }
    CCK_FUNCTIONS_2_40(FM_COMPARE)
    CCK_FUNCTIONS_3_0(FM_COMPARE)
    CCK_FUNCTIONS_3_2(FM_COMPARE)
    CCK_FUNCTIONS_EXTENDED_2014(FM_COMPARE)
    CCK_FUNCTIONS_EXTENDED_2017(FM_COMPARE)
    CCK_FUNCTIONS_EXTENDED_2026(FM_COMPARE)
#undef FM_COMPARE
    return false;
}

// One word of a list; its place is stored.
static bool choice(const char *value, const char *const *words, int *place) {
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(value, words[i]) == 0) {
            *place = i;
            return true;
        }
    }
    return false;
}

#define FM_CHOICE(target, ...)                                   \
    do {                                                         \
        int place;                                               \
        const char *const words[] = {__VA_ARGS__, NULL};         \
        bool known = choice(value, words, &place);               \
        (target) = known ? (__typeof__(target))place : (target); \
        return known;                                            \
    } while (0)

// MARK: Keys

static bool set_list(const char *value) {
    if (strncmp(value, "rv:", 3) == 0) {
        fm.list = FM_RETURNS;
        return fm_number(value + 3, &fm.list_rv);
    }
    FM_CHOICE(fm.list, "normal", "", "null", "unreadable");
}

static bool set_interface(const char *value) {
    fm.interface = FM_NORMAL;
    if (strncmp(value, "rv:", 3) == 0) {
        fm.interface = FM_RETURNS;
        return fm_number(value + 3, &fm.interface_rv);
    }
    if (strcmp(value, "none") == 0) {
        fm.interface = FM_RETURNS;
        fm.interface_rv = CKR_FUNCTION_NOT_SUPPORTED;
        return true;
    }
    if (version(value, &fm.interface_version)) {
        bool is_old = fm.interface_version.major < 3;
        fm.interface_size = is_old ? 68 : fm.interface_version.minor < 2 ? 92 : 104;
        return true;
    }
    FM_CHOICE(fm.interface, "normal", "", "null", "unreadable", "wrong_name", "vendor_default");
}

static bool set_null(const char *value) {
    while (*value != 0) {
        size_t length = strcspn(value, ", ");
        uint32_t function;
        if (length > 0 && !fm_function(value, length, &function)) {
            return false;
        }
        if (length > 0) {
            fm.null_functions[function] = true;
        }
        value += length + strspn(value + length, ", ");
    }
    return true;
}

static bool set_wait(const char *value) {
    if (sscanf(value, "event:%lu:%lu", &fm.wait_slot, &fm.wait_milliseconds) == 2) {
        fm.wait = FM_WAIT_EVENT;
        return true;
    }
    FM_CHOICE(fm.wait, "no_event", "unsupported", "removed", "blocks");
}

static bool set_slot_list(const char *value) {
    if (strncmp(value, "races:", 6) == 0) {
        fm.slot_list = FM_LIST_RACES;
        return fm_number(value + 6, &fm.slot_list_races);
    }
    FM_CHOICE(fm.slot_list, "normal", "grows_on_query");
}

static bool set_token(const char *key, const char *value) {
    char *end;
    unsigned long first = 0, last = fm.slots - 1;
    if (key[0] == '*') {
        end = (char *)(uintptr_t)key + 1;
    } else {
        first = last = strtoul(key, &end, 10);
    }
    if (*end != '.' || end == key || last >= fm.slots) {
        return false;
    }
    for (unsigned long i = first; i <= last; i++) {
        if (!fm_set_token(&fm_tokens[i], i, end + 1, value)) {
            return false;
        }
    }
    return true;
}

static bool copy_path(const char *value, char *path, size_t size) {
    return snprintf(path, size, "%s", value) < (int)size;
}

static bool set_word(const char *key, const char *value, bool *known) {
    *known = true;
    if (strcmp(key, "length_query") == 0) FM_CHOICE(fm.length_query, "normal", "ends", "rejected", "runs");
    if (strcmp(key, "buffer_too_small") == 0) FM_CHOICE(fm.keeps_length, "normal", "keeps_length");
    if (strcmp(key, "context_login") == 0) FM_CHOICE(fm.strict_context_login, "normal", "strict");
    if (strcmp(key, "fork") == 0) FM_CHOICE(fm.forgets_on_fork, "inherits", "forgets");
    if (strcmp(key, "ec_point") == 0) FM_CHOICE(fm.point, "octet_string", "raw", "bit_string");
    if (strcmp(key, "ecdsa_signature") == 0) FM_CHOICE(fm.x962_signatures, "raw", "x962");
    if (strcmp(key, "verify") == 0) FM_CHOICE(fm.verify_accepts_all, "normal", "accepts_all");
    if (strcmp(key, "null_argument") == 0) FM_CHOICE(fm.null_crashes, "refused", "crash");
    if (strcmp(key, "exit") == 0) FM_CHOICE(fm.crashes_at_exit, "normal", "crash");
    if (strcmp(key, "ulong_attributes") == 0) FM_CHOICE(fm.ulong_of_four, "normal", "four_octets");
    if (strcmp(key, "gcm") == 0) FM_CHOICE(fm.gcm, "normal", "writes_iv", "iv_bits_required", "iv_bits_refused");
    *known = false;
    return false;
}

static bool set(const char *key, const char *value) {
    bool known;
    bool understood = set_word(key, value, &known);
    if (known) return understood;
    if (strncmp(key, "token.", 6) == 0) return set_token(key + 6, value);
    if (strncmp(key, "fault.", 6) == 0) return fm_add_fault(key + 6, value);
    if (strncmp(key, "length.", 7) == 0) return fm_add_length(key + 7, value);
    if (strncmp(key, "attribute.", 10) == 0) return fm_add_attribute_fault(key + 10, value);
    if (strncmp(key, "mechanism.", 10) == 0) return fm_add_mechanism_fault(key + 10, value);
    if (strcmp(key, "mechanism") == 0) return fm_add_mechanism(value);
    if (strcmp(key, "object") == 0) return fm_add_objects(value);
    if (strcmp(key, "count_file") == 0) return copy_path(value, fm.count_file, sizeof fm.count_file);
    if (strcmp(key, "state_file") == 0) return copy_path(value, fm.state_file, sizeof fm.state_file);
    if (strcmp(key, "info.manufacturer") == 0) return fm_field(value, fm.manufacturer, 32, 0);
    if (strcmp(key, "info.description") == 0) return fm_field(value, fm.description, 32, 0);
    if (strcmp(key, "info.cryptoki_version") == 0) return version(value, &fm.cryptoki_version);
    if (strcmp(key, "info.library_version") == 0) return version(value, &fm.library_version);
    if (strcmp(key, "list") == 0) return set_list(value);
    if (strcmp(key, "list.version") == 0) return version(value, &fm.list_version);
    if (strcmp(key, "interface") == 0) return set_interface(value);
    if (strcmp(key, "interface.version") == 0) return version(value, &fm.interface_version);
    if (strcmp(key, "extension") == 0) return fm_number(value, &fm.extension) && fm.extension <= 34;
    if (strcmp(key, "null") == 0) return set_null(value);
    if (strcmp(key, "initialize.second") == 0) return fm_number(value, &fm.second_initialize);
    if (strcmp(key, "initialize.locking") == 0) return fm_number(value, &fm.locking);
    if (strcmp(key, "initialize.needs_reserved") == 0) return fm_boolean(value, &fm.needs_reserved);
    if (strcmp(key, "finalize.second") == 0) return fm_number(value, &fm.second_finalize);
    if (strcmp(key, "wait") == 0) return set_wait(value);
    if (strcmp(key, "slot_list") == 0) return set_slot_list(value);
    if (strcmp(key, "session_limit") == 0) return fm_number(value, &fm.session_limit);
    return false;
}

// MARK: File

static void set_defaults(void) {
    fm = (fm_settings){
        .slots = 1,
        .cryptoki_version = {2, 40},
        .library_version = {1, 0},
        .list_version = {2, 40},
        .interface = FM_RETURNS,
        .interface_rv = CKR_FUNCTION_NOT_SUPPORTED,
        .interface_version = {3, 0},
        .interface_size = 92,
        .second_initialize = CKR_CRYPTOKI_ALREADY_INITIALIZED,
        .second_finalize = CKR_CRYPTOKI_NOT_INITIALIZED,
        .locking = CKR_OK,
        .session_limit = CKR_SESSION_COUNT,
    };
    fm_field("Jeton tests", fm.manufacturer, 32, 0);
    fm_field("Fault module", fm.description, 32, 0);
    fm_forget_behaviour();
    fm_forget_objects();
}

// The settings of a copy of this library stand beside it, so that tests in one process do not meet in one variable.
static FILE *open_settings(void) {
    Dl_info info;
    if (dladdr((const void *)&set_defaults, &info) != 0 && info.dli_fname != NULL) {
        char path[4096];
        snprintf(path, sizeof path, "%s.settings", info.dli_fname);
        FILE *file = fopen(path, "re");
        if (file != NULL) {
            return file;
        }
    }
    const char *path = getenv("JETON_FAULT");
    FILE *file = path != NULL ? fopen(path, "re") : NULL;
    if (path != NULL && file == NULL) {
        fprintf(stderr, "fault module: %s cannot be read\n", path);
    }
    return file;
}

static char *trim(char *text) {
    while (isspace((unsigned char)*text)) {
        text++;
    }
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        text[--length] = 0;
    }
    return text;
}

// The number of slots is read first: other lines refer to them.
static bool read_lines(FILE *file, bool slots_only) {
    char *line = NULL;
    size_t size = 0;
    bool understood = true;
    for (unsigned number = 1; understood && getline(&line, &size, file) >= 0; number++) {
        char *key = trim(line);
        char *equals = strchr(key, '=');
        if (*key == 0 || *key == '#') {
            continue;
        }
        if (equals != NULL) {
            *equals = 0;
            key = trim(key);
            char *value = trim(equals + 1);
            bool is_slots = strcmp(key, "slots") == 0;
            understood = is_slots ? fm_number(value, &fm.slots) && fm.slots <= 100000 : slots_only || set(key, value);
        } else {
            understood = false;
        }
        if (!understood) {
            fprintf(stderr, "fault module: line %u is not understood: %s\n", number, key);
        }
    }
    free(line);
    return understood;
}

bool fm_configure(void) {
    set_defaults();
    FILE *file = open_settings();
    if (file == NULL) {
        return getenv("JETON_FAULT") == NULL && fm_make_tokens(fm.slots);
    }
    bool understood = read_lines(file, true) && fm_make_tokens(fm.slots);
    rewind(file);
    understood = understood && read_lines(file, false);
    fclose(file);
    if (understood) {
        fm_read_state();
    }
    return understood;
}
