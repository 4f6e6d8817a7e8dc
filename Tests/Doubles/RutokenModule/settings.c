#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rutoken.h"

settings library;
session sessions[SESSIONS];
bool is_initialized;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// MARK: Values

static bool text(const char *value, char *target, size_t size) {
    if (strlen(value) >= size) {
        return false;
    }
    strcpy(target, value);
    return true;
}

static bool number(const char *value, CK_ULONG *target) {
    char *end;
    *target = strtoul(value, &end, 0);
    return end != value && *end == 0;
}

static bool flag(const char *value, bool *target) {
    *target = strcmp(value, "true") == 0;
    return *target || strcmp(value, "false") == 0;
}

static bool version(const char *value, CK_VERSION *target) {
    unsigned major, minor;
    char rest;
    if (sscanf(value, "%u.%u%c", &major, &minor, &rest) != 2 || major > 255 || minor > 255) {
        return false;
    }
    *target = (CK_VERSION){(CK_BYTE)major, (CK_BYTE)minor};
    return true;
}

// MARK: Keys

#define KEY(word, parse, ...)             \
    if (strcmp(key, word) == 0) {         \
        return parse(value, __VA_ARGS__); \
    }

static bool set_token(token *t, const char *key, const char *value) {
    KEY("name", text, t->name, sizeof t->name)
    KEY("label", text, t->label, sizeof t->label)
    KEY("model", text, t->model, sizeof t->model)
    KEY("serial", text, t->serial, sizeof t->serial)
    KEY("password", text, t->password, sizeof t->password)
    KEY("user_pin", text, t->user_pin, sizeof t->user_pin)
    KEY("so_pin", text, t->so_pin, sizeof t->so_pin)
    KEY("present", flag, &t->present)
    KEY("hangs", flag, &t->hangs)
    KEY("gost_public", text, t->gost_public, sizeof t->gost_public)
    KEY("gost_signature", text, t->gost_signature, sizeof t->gost_signature)
    KEY("gost_both", flag, &t->gost_wants_both)
    KEY("gost_old", flag, &t->gost_is_old)
    KEY("gost_new", flag, &t->gost_is_new)
    KEY("gost_hashing", flag, &t->gost_hashes)
    KEY("type", number, &t->type)
    KEY("tries", number, &t->tries)
    KEY("seconds", number, &t->seconds)
    KEY("milliseconds", number, &t->milliseconds)
    KEY("answer", number, &t->answer)
    KEY("refusal", number, &t->refusal)
    KEY("after", number, &t->after)
    return false;
}

static bool set(const char *key, const char *value) {
    unsigned long index;
    int length = 0;
    if (sscanf(key, "slot.%lu.%n", &index, &length) == 1 && length > 0) {
        return index < SLOTS && set_token(&library.tokens[index], key + length, value);
    }
    KEY("manufacturer", text, library.manufacturer, sizeof library.manufacturer)
    KEY("description", text, library.description, sizeof library.description)
    KEY("cryptoki_version", version, &library.cryptoki_version)
    KEY("library_version", version, &library.library_version)
    KEY("extended_size", number, &library.extended_size)
    KEY("initialize", number, &library.initialize)
    KEY("list", number, &library.list)
    KEY("close", number, &library.close)
    KEY("finalize", number, &library.finalize)
    KEY("no_activation", flag, &library.no_activation)
    KEY("counters", flag, &library.has_counters)
    if (strcmp(key, "slots") == 0) {
        return number(value, &library.slots) && library.slots <= SLOTS;
    }
    return false;
}

static void set_defaults(void) {
    library = (settings){
        .manufacturer = "Aktiv Co.",
        .description = "Rutoken ECP PKCS #11 library",
        .cryptoki_version = {2, 20},
        .library_version = {2, 5},
        .extended_size = sizeof(CK_TOKEN_INFO_EXTENDED),
        .slots = 1,
    };
    for (CK_ULONG i = 0; i < SLOTS; i++) {
        token *t = &library.tokens[i];
        *t = (token){
            .model = "Rutoken ECP",
            .present = true,
            .type = TOKEN_TYPE_RUTOKEN_ECPDUAL_BT,
            .tries = 10,
            .refusal = CKR_FUNCTION_NOT_SUPPORTED,
            .user_pin = "12345678",
            .so_pin = "87654321",
            .user = NO_USER,
        };
        snprintf(t->name, sizeof t->name, "Aktiv Rutoken ECP %02lu 00", i);
        snprintf(t->serial, sizeof t->serial, "%08lx", 0x4894721aUL + i);
    }
}

// MARK: Files

static FILE *open_beside(const char *suffix, const char *mode) {
    char path[sizeof library.path + 16];
    snprintf(path, sizeof path, "%s.%s", library.path, suffix);
    return fopen(path, mode);
}

static char *trim(char *line) {
    while (isspace((unsigned char)*line)) {
        line++;
    }
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        line[--length] = 0;
    }
    return line;
}

static void read_state(void) {
    FILE *file = open_beside("state", "re");
    CK_ULONG index, left;
    int paired;
    while (file != NULL && fscanf(file, "%lu %d %lu", &index, &paired, &left) == 3) {
        if (index < SLOTS) {
            library.tokens[index].paired = paired != 0;
            library.tokens[index].tries_left = left;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

void write_state(void) {
    char path[sizeof library.path + 16], old[sizeof library.path + 16];
    snprintf(old, sizeof old, "%s.state", library.path);
    snprintf(path, sizeof path, "%s.state.new", library.path);
    FILE *file = fopen(path, "we");
    if (file == NULL) {
        return;
    }
    for (CK_ULONG i = 0; i < library.slots; i++) {
        fprintf(file, "%lu %d %lu\n", i, library.tokens[i].paired, library.tokens[i].tries_left);
    }
    fclose(file);
    rename(path, old);
}

bool read_settings(void) {
    set_defaults();
    Dl_info info;
    if (dladdr((const void *)&read_settings, &info) == 0 || info.dli_fname == NULL) {
        return false;
    }
    snprintf(library.path, sizeof library.path, "%s", info.dli_fname);
    FILE *file = open_beside("settings", "re");
    char line[1024];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *key = trim(line);
        char *equals = strchr(key, '=');
        if (*key == 0 || *key == '#') {
            continue;
        }
        if (equals == NULL) {
            fprintf(stderr, "rutoken module: no line: %s\n", key);
            return false;
        }
        *equals = 0;
        if (!set(trim(key), trim(equals + 1))) {
            fprintf(stderr, "rutoken module: not understood: %s\n", key);
            return false;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    for (CK_ULONG i = 0; i < SLOTS; i++) {
        library.tokens[i].tries_left = library.tokens[i].tries;
        // A token without an activation password is one that is reached by a cable.
        library.tokens[i].paired = library.tokens[i].password[0] == 0;
    }
    read_state();
    return true;
}

// MARK: Calls

CK_RV enter(void) {
    pthread_mutex_lock(&lock);
    return is_initialized ? CKR_OK : CKR_CRYPTOKI_NOT_INITIALIZED;
}

CK_RV leave(const char *function, CK_RV rv) {
    if (library.path[0] != 0) {
        FILE *file = open_beside("calls", "ae");
        if (file != NULL) {
            fprintf(file, "%s 0x%lX\n", function, rv);
            fclose(file);
        }
    }
    pthread_mutex_unlock(&lock);
    return rv;
}

token *token_in(CK_SLOT_ID slot) {
    return slot < library.slots && library.tokens[slot].present ? &library.tokens[slot] : NULL;
}

CK_RV missing_token(CK_SLOT_ID slot) { return slot < library.slots ? CKR_TOKEN_NOT_PRESENT : CKR_SLOT_ID_INVALID; }

session *session_of(CK_SESSION_HANDLE handle) {
    return handle >= 1 && handle <= SESSIONS && sessions[handle - 1].open ? &sessions[handle - 1] : NULL;
}

CK_RV deliver(const void *octets, size_t count, void *out, CK_ULONG *length) {
    if (length == NULL) {
        return CKR_ARGUMENTS_BAD;
    }
    CK_ULONG room = *length;
    *length = count;
    if (out == NULL) {
        return CKR_OK;
    }
    if (room < count) {
        return CKR_BUFFER_TOO_SMALL;
    }
    memcpy(out, octets, count);
    return CKR_OK;
}
