#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"

fm_token *fm_tokens;

bool fm_make_tokens(unsigned long count) {
    free(fm_tokens);
    fm_tokens = calloc(count + 1, sizeof *fm_tokens);
    if (fm_tokens == NULL) {
        return false;
    }
    for (unsigned long i = 0; i < count; i++) {
        fm_token *token = &fm_tokens[i];
        *token = (fm_token){
            .present = true,
            .removable = true,
            .initialized = true,
            .user_pin_set = true,
            .login_required = true,
            .activated = true,
            .reported_max_sessions = CK_UNAVAILABLE_INFORMATION - 1,
            .min_pin = 4,
            .max_pin = 32,
            .memory = CK_UNAVAILABLE_INFORMATION,
            .pin = "1234",
            .so_pin = "12345678",
            .tries = 3,
            .tries_left = 3,
            .so_tries = 3,
            .so_tries_left = 3,
            .activation_tries = 10,
            .activation_left = 10,
            .type = 0x01,
            .class = 0x01,
            .extended_size = sizeof(CK_TOKEN_INFO_EXTENDED),
            .extended_flags = 0x3,
            .user = -1,
        };
        char serial[17];
        snprintf(serial, sizeof serial, "%08lx", 0x4894721aUL + i);
        fm_field("Jeton fault slot %d", token->description, sizeof token->description, i);
        fm_field("Jeton tests", token->slot_manufacturer, sizeof token->slot_manufacturer, i);
        fm_field("token %d", token->label, sizeof token->label, i);
        fm_field("Jeton tests", token->manufacturer, sizeof token->manufacturer, i);
        fm_field("Fault", token->model, sizeof token->model, i);
        fm_field(serial, token->serial, sizeof token->serial, i);
        fm_field("", token->utc_time, sizeof token->utc_time, i);
    }
    return true;
}

static bool set_secret(const char *value, char *secret, size_t size) {
    size_t length = strlen(value);
    if (length >= size) {
        return false;
    }
    memcpy(secret, value, length + 1);
    return true;
}

static bool set_activation(fm_token *token, const char *value) {
    token->activated = false;
    token->type = 0x69;
    token->class = 0x09;
    return set_secret(value, token->activation, sizeof token->activation);
}

static bool set_text(fm_token *token, unsigned long index, const char *key, const char *value, bool *known) {
#define FM_TEXT(name, field) \
    if (strcmp(key, name) == 0) return fm_field(value, token->field, sizeof token->field, index)
    *known = true;
    FM_TEXT("description", description);
    FM_TEXT("slot_manufacturer", slot_manufacturer);
    FM_TEXT("label", label);
    FM_TEXT("manufacturer", manufacturer);
    FM_TEXT("model", model);
    FM_TEXT("serial", serial);
    FM_TEXT("utc_time", utc_time);
#undef FM_TEXT
    if (strcmp(key, "pin") == 0) return set_secret(value, token->pin, sizeof token->pin);
    if (strcmp(key, "so_pin") == 0) return set_secret(value, token->so_pin, sizeof token->so_pin);
    if (strcmp(key, "activation") == 0) return set_activation(token, value);
    *known = false;
    return false;
}

static bool set_flag(fm_token *token, const char *key, const char *value, bool *known) {
#define FM_FLAG(name, field) \
    if (strcmp(key, name) == 0) return fm_boolean(value, &token->field)
    *known = true;
    FM_FLAG("present", present);
    FM_FLAG("removable", removable);
    FM_FLAG("initialized", initialized);
    FM_FLAG("user_pin_set", user_pin_set);
    FM_FLAG("login_required", login_required);
    FM_FLAG("protected_path", protected_path);
    FM_FLAG("activated", activated);
#undef FM_FLAG
    *known = false;
    return false;
}

bool fm_set_token(fm_token *token, unsigned long index, const char *key, const char *value) {
    bool known;
    bool understood = set_text(token, index, key, value, &known);
    if (!known) {
        understood = set_flag(token, key, value, &known);
    }
    if (known) {
        return understood;
    }
#define FM_NUMBER(name, field) \
    if (strcmp(key, name) == 0) return fm_number(value, &token->field)
    token->has_flags = token->has_flags || strcmp(key, "flags") == 0;
    FM_NUMBER("flags", flags);
    FM_NUMBER("add_flags", added_flags);
    FM_NUMBER("max_sessions", max_sessions);
    FM_NUMBER("max_rw_sessions", max_rw_sessions);
    FM_NUMBER("reported_max_sessions", reported_max_sessions);
    FM_NUMBER("min_pin", min_pin);
    FM_NUMBER("max_pin", max_pin);
    FM_NUMBER("memory", memory);
    FM_NUMBER("tries", tries);
    FM_NUMBER("tries_left", tries_left);
    FM_NUMBER("so_tries", so_tries);
    FM_NUMBER("so_tries_left", so_tries_left);
    FM_NUMBER("activation_tries", activation_tries);
    FM_NUMBER("activation_left", activation_left);
    FM_NUMBER("type", type);
    FM_NUMBER("class", class);
    FM_NUMBER("extended_size", extended_size);
    FM_NUMBER("extended_flags", extended_flags);
    FM_NUMBER("battery", battery);
#undef FM_NUMBER
    return false;
}

// The flags that the standard asks for: low after one failure, final at one try left, locked at none.
static CK_FLAGS counter_flags(CK_ULONG left, CK_ULONG tries, CK_FLAGS low, CK_FLAGS final, CK_FLAGS locked) {
    if (left == 0) {
        return locked;
    }
    return (left < tries ? low : 0) | (left == 1 ? final : 0);
}

CK_FLAGS fm_token_flags(const fm_token *token) {
    if (token->has_flags) {
        return token->flags;
    }
    CK_FLAGS flags = CKF_RNG | token->added_flags;
    flags |= token->login_required ? CKF_LOGIN_REQUIRED : 0;
    flags |= token->user_pin_set ? CKF_USER_PIN_INITIALIZED : 0;
    flags |= token->initialized ? CKF_TOKEN_INITIALIZED : 0;
    flags |= token->protected_path ? CKF_PROTECTED_AUTHENTICATION_PATH : 0;
    flags |= counter_flags(
        token->tries_left, token->tries, CKF_USER_PIN_COUNT_LOW, CKF_USER_PIN_FINAL_TRY, CKF_USER_PIN_LOCKED);
    flags |= counter_flags(
        token->so_tries_left, token->so_tries, CKF_SO_PIN_COUNT_LOW, CKF_SO_PIN_FINAL_TRY, CKF_SO_PIN_LOCKED);
    return flags;
}

// MARK: State of earlier processes

// One line a token: number, tries left (user, SO, activation), flags, then label and PINs in hex; "-" for an empty one.
static void put_hex(FILE *file, const void *octets, size_t count) {
    fputs(count == 0 ? " -" : " ", file);
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%02x", ((const CK_BYTE *)octets)[i]);
    }
}

void fm_write_state(void) {
    FILE *file = fm.state_file[0] != 0 ? fopen(fm.state_file, "we") : NULL;
    if (file == NULL) {
        return;
    }
    for (unsigned long i = 0; i < fm.slots; i++) {
        const fm_token *token = &fm_tokens[i];
        fprintf(
            file, "%lu %lu %lu %lu %d", i, token->tries_left, token->so_tries_left, token->activation_left,
            token->activated + 2 * token->initialized + 4 * token->user_pin_set);
        put_hex(file, token->label, sizeof token->label);
        put_hex(file, token->pin, strlen(token->pin));
        put_hex(file, token->so_pin, strlen(token->so_pin));
        fputc('\n', file);
    }
    fclose(file);
}

static void take_secret(const char *hex, char *secret, size_t size) {
    size_t count = 0;
    if (strcmp(hex, "-") == 0 || fm_hex(hex, (CK_BYTE *)secret, &count, size - 1)) {
        secret[count] = 0;
    }
}

void fm_read_state(void) {
    FILE *file = fm.state_file[0] != 0 ? fopen(fm.state_file, "re") : NULL;
    if (file == NULL) {
        return;
    }
    unsigned long index, left, so_left, activation_left;
    int flags;
    char label[65], pin[129], so_pin[129];
    while (fscanf(
               file, "%lu %lu %lu %lu %d %64s %128s %128s", &index, &left, &so_left, &activation_left, &flags, label,
               pin, so_pin) == 8) {
        if (index >= fm.slots) {
            continue;
        }
        fm_token *token = &fm_tokens[index];
        token->tries_left = left;
        token->so_tries_left = so_left;
        token->activation_left = activation_left;
        token->activated = (flags & 1) != 0;
        token->initialized = (flags & 2) != 0;
        token->user_pin_set = (flags & 4) != 0;
        size_t count;
        fm_hex(label, token->label, &count, sizeof token->label);
        take_secret(pin, token->pin, sizeof token->pin);
        take_secret(so_pin, token->so_pin, sizeof token->so_pin);
    }
    fclose(file);
}
