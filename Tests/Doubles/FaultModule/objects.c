#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"

fm_object *fm_objects;
size_t fm_object_count;
static size_t capacity;

// MARK: Store

static void empty(fm_object *object) {
    for (size_t i = 0; i < object->count; i++) {
        free(object->attributes[i].value);
    }
    free(object->attributes);
    object->attributes = NULL;
    object->count = 0;
}

static void forget_store(void) {
    for (size_t i = 0; i < fm_object_count; i++) {
        empty(&fm_objects[i]);
    }
    fm_object_count = 0;
}

fm_object *fm_new_object(CK_SLOT_ID slot) {
    if (fm_object_count == capacity) {
        size_t larger = capacity == 0 ? 64 : capacity * 2;
        fm_object *moved = realloc(fm_objects, larger * sizeof *moved);
        if (moved == NULL) {
            return NULL;
        }
        fm_objects = moved;
        capacity = larger;
    }
    fm_object *object = &fm_objects[fm_object_count++];
    *object = (fm_object){.slot = slot};
    return object;
}

fm_object *fm_object_of(CK_OBJECT_HANDLE handle, CK_SLOT_ID slot) {
    if (handle == 0 || handle > fm_object_count) {
        return NULL;
    }
    fm_object *object = &fm_objects[handle - 1];
    return object->gone || object->slot != slot ? NULL : object;
}

// MARK: Attributes

fm_attribute *fm_find(const fm_object *object, CK_ATTRIBUTE_TYPE type) {
    for (size_t i = 0; i < object->count; i++) {
        if (object->attributes[i].type == type) {
            return &object->attributes[i];
        }
    }
    return NULL;
}

bool fm_put(fm_object *object, CK_ATTRIBUTE_TYPE type, const void *value, CK_ULONG length) {
    CK_BYTE *copy = value != NULL || length == 0 ? malloc(length + 1) : NULL;
    if (copy == NULL) {
        return false;
    }
    if (length > 0) {
        memcpy(copy, value, length);
    }
    fm_attribute *attribute = fm_find(object, type);
    if (attribute == NULL) {
        fm_attribute *moved = realloc(object->attributes, (object->count + 1) * sizeof *moved);
        if (moved == NULL) {
            free(copy);
            return false;
        }
        object->attributes = moved;
        attribute = &moved[object->count++];
        attribute->value = NULL;
    }
    free(attribute->value);
    *attribute = (fm_attribute){type, length, copy};
    return true;
}

bool fm_put_ulong(fm_object *object, CK_ATTRIBUTE_TYPE type, CK_ULONG value) {
    return fm_put(object, type, &value, sizeof value);
}

bool fm_put_boolean(fm_object *object, CK_ATTRIBUTE_TYPE type, bool value) {
    CK_BBOOL octet = value ? CK_TRUE : CK_FALSE;
    return fm_put(object, type, &octet, sizeof octet);
}

CK_ULONG fm_ulong(const fm_object *object, CK_ATTRIBUTE_TYPE type, CK_ULONG otherwise) {
    const fm_attribute *attribute = fm_find(object, type);
    if (attribute == NULL || attribute->length != sizeof(CK_ULONG)) {
        return otherwise;
    }
    CK_ULONG value;
    memcpy(&value, attribute->value, sizeof value);
    return value;
}

bool fm_flag(const fm_object *object, CK_ATTRIBUTE_TYPE type) {
    const fm_attribute *attribute = fm_find(object, type);
    return attribute != NULL && attribute->length == 1 && attribute->value[0] != CK_FALSE;
}

// MARK: Names

typedef enum { TEXT, OCTETS, FLAG, NUMBER } kind;

static const struct {
    const char *name;
    CK_ATTRIBUTE_TYPE type;
    kind kind;
} names[] = {
    {"token", CKA_TOKEN, FLAG},
    {"private", CKA_PRIVATE, FLAG},
    {"label", CKA_LABEL, TEXT},
    {"application", CKA_APPLICATION, TEXT},
    {"value", CKA_VALUE, OCTETS},
    {"object_id", CKA_OBJECT_ID, OCTETS},
    {"certificate_type", CKA_CERTIFICATE_TYPE, NUMBER},
    {"issuer", CKA_ISSUER, OCTETS},
    {"serial", CKA_SERIAL_NUMBER, OCTETS},
    {"trusted", CKA_TRUSTED, FLAG},
    {"certificate_category", CKA_CERTIFICATE_CATEGORY, NUMBER},
    {"url", CKA_URL, TEXT},
    {"check_value", CKA_CHECK_VALUE, OCTETS},
    {"subject", CKA_SUBJECT, OCTETS},
    {"id", CKA_ID, OCTETS},
    {"sensitive", CKA_SENSITIVE, FLAG},
    {"encrypt", CKA_ENCRYPT, FLAG},
    {"decrypt", CKA_DECRYPT, FLAG},
    {"wrap", CKA_WRAP, FLAG},
    {"unwrap", CKA_UNWRAP, FLAG},
    {"sign", CKA_SIGN, FLAG},
    {"sign_recover", CKA_SIGN_RECOVER, FLAG},
    {"verify", CKA_VERIFY, FLAG},
    {"verify_recover", CKA_VERIFY_RECOVER, FLAG},
    {"derive", CKA_DERIVE, FLAG},
    {"start_date", CKA_START_DATE, TEXT},
    {"end_date", CKA_END_DATE, TEXT},
    {"modulus", CKA_MODULUS, OCTETS},
    {"bits", CKA_MODULUS_BITS, NUMBER},
    {"public_exponent", CKA_PUBLIC_EXPONENT, OCTETS},
    {"public_key_info", CKA_PUBLIC_KEY_INFO, OCTETS},
    {"value_length", CKA_VALUE_LEN, NUMBER},
    {"extractable", CKA_EXTRACTABLE, FLAG},
    {"local", CKA_LOCAL, FLAG},
    {"never_extractable", CKA_NEVER_EXTRACTABLE, FLAG},
    {"always_sensitive", CKA_ALWAYS_SENSITIVE, FLAG},
    {"key_generation_mechanism", CKA_KEY_GEN_MECHANISM, NUMBER},
    {"modifiable", CKA_MODIFIABLE, FLAG},
    {"copyable", CKA_COPYABLE, FLAG},
    {"destroyable", CKA_DESTROYABLE, FLAG},
    {"ec_params", CKA_EC_PARAMS, OCTETS},
    {"ec_point", CKA_EC_POINT, OCTETS},
    {"always_authenticate", CKA_ALWAYS_AUTHENTICATE, FLAG},
    {"wrap_with_trusted", CKA_WRAP_WITH_TRUSTED, FLAG},
    {"class", CKA_CLASS, NUMBER},
    {"keytype", CKA_KEY_TYPE, NUMBER},
    {"wrap_template", CKA_WRAP_TEMPLATE, OCTETS},
    {"allowed_mechanisms", CKA_ALLOWED_MECHANISMS, OCTETS},
    {"parameter_set", CKA_PARAMETER_SET, NUMBER},
};

static bool find_name(const char *name, size_t length, CK_ATTRIBUTE_TYPE *type, kind *kind) {
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) == length && strncmp(names[i].name, name, length) == 0) {
            *type = names[i].type;
            *kind = names[i].kind;
            return true;
        }
    }
    char number[32];
    *kind = OCTETS;
    return length < sizeof number && snprintf(number, sizeof number, "%.*s", (int)length, name) > 0 &&
        fm_number(number, type);
}

bool fm_attribute_type(const char *name, size_t length, CK_ATTRIBUTE_TYPE *type) {
    kind unused;
    return find_name(name, length, type, &unused);
}

bool fm_is_ulong_attribute(CK_ATTRIBUTE_TYPE type) {
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].type == type) {
            return names[i].kind == NUMBER;
        }
    }
    return false;
}

static bool class_of(const char *value, CK_ULONG *class) {
    static const char *const words[] = {"data", "cert", "public", "private", "secret", "hw_feature", "domain"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(value, words[i]) == 0) {
            *class = i;
            return true;
        }
    }
    return fm_number(value, class);
}

static bool key_type_of(const char *value, CK_ULONG *type) {
    static const struct {
        const char *word;
        CK_KEY_TYPE type;
    } words[] = {
        {"rsa", CKK_RSA},
        {"ec", CKK_EC},
        {"ed25519", CKK_EC_EDWARDS},
        {"aes", CKK_AES},
        {"generic", CKK_GENERIC_SECRET},
        {"gost", CKK_GOSTR3410},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(value, words[i].word) == 0) {
            *type = words[i].type;
            return true;
        }
    }
    return fm_number(value, type);
}

// MARK: Lines

static bool put_file(fm_object *object, CK_ATTRIBUTE_TYPE type, const char *path) {
    FILE *file = fopen(path, "re");
    static CK_BYTE octets[(1 << 20) + 1];
    if (file == NULL) {
        return false;
    }
    size_t count = fread(octets, 1, sizeof octets, file);
    fclose(file);
    return fm_put(object, type, octets, count);
}

// %2C and the like stand for octets that the line cannot hold; %d for the number of the object.
static size_t decode_text(const char *text, char *out, size_t size, unsigned long index) {
    size_t count = 0;
    while (*text != 0 && count + 24 < size) {
        unsigned octet;
        if (strncmp(text, "%d", 2) == 0) {
            count += (size_t)sprintf(out + count, "%lu", index);
            text += 2;
        } else if (*text == '%' && sscanf(text + 1, "%2x", &octet) == 1) {
            out[count++] = (char)octet;
            text += 3;
        } else {
            out[count++] = *text++;
        }
    }
    return count;
}

static bool put_word(fm_object *object, const char *name, const char *value, unsigned long index) {
    CK_ATTRIBUTE_TYPE type;
    kind kind;
    CK_ULONG number;
    bool flag;
    static char octets[1 << 17];
    size_t count;
    if (!find_name(name, strlen(name), &type, &kind)) {
        return false;
    }
    if (type == CKA_CLASS) return class_of(value, &number) && fm_put_ulong(object, type, number);
    if (type == CKA_KEY_TYPE) return key_type_of(value, &number) && fm_put_ulong(object, type, number);
    if (value[0] == '@') return put_file(object, type, value + 1);
    switch (kind) {
    case FLAG: return fm_boolean(value, &flag) && fm_put_boolean(object, type, flag);
    case NUMBER: return fm_number(value, &number) && fm_put_ulong(object, type, number);
    case TEXT: return fm_put(object, type, octets, decode_text(value, octets, sizeof octets, index));
    case OCTETS: break;
    }
    if (strcmp(value, "auto") == 0) {
        const CK_BYTE four[] = {(CK_BYTE)(index >> 24), (CK_BYTE)(index >> 16), (CK_BYTE)(index >> 8), (CK_BYTE)index};
        return fm_put(object, type, four, sizeof four);
    }
    return fm_hex(value, (CK_BYTE *)octets, &count, sizeof octets) && fm_put(object, type, octets, count);
}

static bool add_object(const char *line, unsigned long index) {
    fm_object *object = fm_new_object(0);
    char *copy = strdup(line);
    if (object == NULL || copy == NULL) {
        return false;
    }
    bool understood = true;
    char *place = NULL;
    for (char *word = strtok_r(copy, ",", &place); word != NULL; word = strtok_r(NULL, ",", &place)) {
        char *colon = strchr(word, ':');
        if (colon == NULL) {
            understood = false;
            break;
        }
        *colon = 0;
        if (strcmp(word, "slot") == 0) {
            understood = fm_number(colon + 1, &object->slot) && object->slot < fm.slots;
        } else if (strcmp(word, "count") != 0) {
            understood = put_word(object, word, colon + 1, index);
        }
        if (!understood) {
            fprintf(stderr, "fault module: object: %s\n", word);
            break;
        }
    }
    free(copy);
    return understood && fm_find(object, CKA_CLASS) != NULL && fm_complete(object);
}

bool fm_add_objects(const char *line) {
    unsigned long count = 1;
    const char *repeated = strstr(line, "count:");
    if (repeated != NULL && (repeated == line || repeated[-1] == ',')) {
        count = strtoul(repeated + 6, NULL, 10);
    }
    for (unsigned long i = 0; i < count; i++) {
        if (!add_object(line, i)) {
            return false;
        }
    }
    return true;
}

// MARK: Faults of attributes

typedef struct {
    CK_ATTRIBUTE_TYPE type;
    char label[64];  // of the objects meant; empty for all
    fm_attribute_answer answer;
    CK_ULONG number;
} attribute_fault;

enum { LIMIT = 128 };

static attribute_fault faults[LIMIT];
static unsigned fault_count;

void fm_forget_objects(void) {
    forget_store();
    fault_count = 0;
}

// "value" or "value@LABEL"
bool fm_add_attribute_fault(const char *name, const char *value) {
    static const struct {
        const char *word;
        fm_attribute_answer answer;
        bool has_number;
    } words[] = {
        {"sensitive", FM_ATTRIBUTE_SENSITIVE, false}, {"invalid", FM_ATTRIBUTE_INVALID, false},
        {"length:", FM_ATTRIBUTE_LENGTH, true},       {"overlong:", FM_ATTRIBUTE_OVERLONG, true},
        {"poison:", FM_ATTRIBUTE_POISON, true},       {"nested", FM_ATTRIBUTE_NESTED, false},
    };
    size_t length = strcspn(name, "@");
    attribute_fault entry = {0};
    if (fault_count == LIMIT || !fm_attribute_type(name, length, &entry.type)) {
        return false;
    }
    if (name[length] == '@') {
        snprintf(entry.label, sizeof entry.label, "%s", name + length + 1);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t prefix = strlen(words[i].word);
        if (strncmp(value, words[i].word, prefix) != 0) {
            continue;
        }
        entry.answer = words[i].answer;
        if (words[i].has_number ? !fm_number(value + prefix, &entry.number) : value[prefix] != 0) {
            return false;
        }
        faults[fault_count++] = entry;
        return true;
    }
    return false;
}

fm_attribute_answer fm_attribute_fault(const fm_object *object, CK_ATTRIBUTE_TYPE type, CK_ULONG *number) {
    const fm_attribute *label = fm_find(object, CKA_LABEL);
    for (unsigned i = 0; i < fault_count; i++) {
        size_t length = strlen(faults[i].label);
        bool is_meant = length == 0 ||
            (label != NULL && label->length == length && memcmp(label->value, faults[i].label, length) == 0);
        if (faults[i].type == type && is_meant) {
            *number = faults[i].number;
            return faults[i].answer;
        }
    }
    return FM_ATTRIBUTE_NORMAL;
}
