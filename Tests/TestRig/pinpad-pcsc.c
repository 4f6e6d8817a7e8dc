// A PC/SC library that gives every reader keys of its own (PC/SC part 10): it passes all calls on to pcsc-lite's
// library, and enters PINs as a reader's firmware does. Compiled by PINPadReader.swift, which names REAL, pcsc-lite's
// library, and PLACE, a folder:
//   typed   what a person does at the reader, a line for each entry: the PINs, or "cancel"; nothing left: time-out
//   log     a line for each entry asked for, and for each PIN that came from a program

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long LONG;
typedef unsigned long DWORD;
typedef struct {
    DWORD protocol, length;
} io_request;

enum { GET_FEATURES = 0x42000000 + 3400, VERIFY = 0x42330006, MODIFY = 0x42330007, MAXIMUM_CARDS = 16 };
static const LONG insufficient_buffer = 0x80100008, invalid_parameter = 0x80100004;
static struct {
    LONG card;
    DWORD protocol;
} cards[MAXIMUM_CARDS];

const io_request g_rgSCardT0Pci = {1, sizeof(io_request)}, g_rgSCardT1Pci = {2, sizeof(io_request)},
                 g_rgSCardRawPci = {4, sizeof(io_request)};

static void *real(const char *name) {
    static void *library;
    if (library == NULL) library = dlopen(REAL, RTLD_NOW | RTLD_LOCAL);
    void *function = library == NULL ? NULL : dlsym(library, name);
    if (function == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        abort();
    }
    return function;
}

#define PASS(name, parameters, arguments) \
    LONG name parameters { return ((LONG(*) parameters)real(#name))arguments; }

PASS(SCardEstablishContext, (DWORD a, const void *b, const void *c, LONG *d), (a, b, c, d))
PASS(SCardReleaseContext, (LONG a), (a))
PASS(SCardIsValidContext, (LONG a), (a))
PASS(SCardDisconnect, (LONG a, DWORD b), (a, b))
PASS(SCardBeginTransaction, (LONG a), (a))
PASS(SCardEndTransaction, (LONG a, DWORD b), (a, b))
PASS(SCardStatus, (LONG a, char *b, DWORD *c, DWORD *d, DWORD *e, uint8_t *f, DWORD *g), (a, b, c, d, e, f, g))
PASS(SCardGetStatusChange, (LONG a, DWORD b, void *c, DWORD d), (a, b, c, d))
PASS(SCardGetAttrib, (LONG a, DWORD b, uint8_t *c, DWORD *d), (a, b, c, d))
PASS(SCardSetAttrib, (LONG a, DWORD b, const uint8_t *c, DWORD d), (a, b, c, d))
PASS(SCardListReaders, (LONG a, const char *b, char *c, DWORD *d), (a, b, c, d))
PASS(SCardListReaderGroups, (LONG a, char *b, DWORD *c), (a, b, c))
PASS(SCardFreeMemory, (LONG a, const void *b), (a, b))
PASS(SCardCancel, (LONG a), (a))

static void remember(LONG card, DWORD protocol) {
    for (int i = 0; i < MAXIMUM_CARDS; i++)
        if (cards[i].card == card || cards[i].card == 0) {
            cards[i].card = card;
            cards[i].protocol = protocol;
            return;
        }
}

LONG SCardConnect(LONG context, const char *reader, DWORD mode, DWORD protocols, LONG *card, DWORD *protocol) {
    LONG (*connect)(LONG, const char *, DWORD, DWORD, LONG *, DWORD *) = real("SCardConnect");
    LONG result = connect(context, reader, mode, protocols, card, protocol);
    if (result == 0) remember(*card, *protocol);
    return result;
}

LONG SCardReconnect(LONG card, DWORD mode, DWORD protocols, DWORD first, DWORD *protocol) {
    LONG (*reconnect)(LONG, DWORD, DWORD, DWORD, DWORD *) = real("SCardReconnect");
    LONG result = reconnect(card, mode, protocols, first, protocol);
    if (result == 0) remember(card, *protocol);
    return result;
}

static void note(const char *word, const uint8_t *octets, size_t count) {
    FILE *file = fopen(PLACE "/log", "a");
    if (file == NULL) return;
    fprintf(file, "%s ", word);
    for (size_t i = 0; i < count; i++) fprintf(file, "%02X", octets[i]);
    fprintf(file, "\n");
    fclose(file);
}

static LONG transmit(
    LONG card, const io_request *send, const uint8_t *command, DWORD count, io_request *receive, uint8_t *answer,
    DWORD *length) {
    LONG (*pass)(LONG, const io_request *, const uint8_t *, DWORD, io_request *, uint8_t *, DWORD *) =
        real("SCardTransmit");
    return pass(card, send, command, count, receive, answer, length);
}

LONG SCardTransmit(
    LONG card, const io_request *send, const uint8_t *command, DWORD count, io_request *receive, uint8_t *answer,
    DWORD *length) {
    int is_pin = count > 5 && (command[1] == 0x20 || command[1] == 0x24 || command[1] == 0x2C);
    if (is_pin) note("program", command, 4);
    return transmit(card, send, command, count, receive, answer, length);
}

// What the person does next, or NULL.
static char *next_entry(char line[256]) {
    FILE *file = fopen(PLACE "/typed", "r");
    if (file == NULL) return NULL;
    char *found = fgets(line, 256, file), rest[4096];
    size_t count = fread(rest, 1, sizeof rest, file);
    fclose(file);
    if (found == NULL) return NULL;
    line[strcspn(line, "\n")] = 0;
    file = fopen(PLACE "/typed", "w");
    if (file != NULL) {
        fwrite(rest, 1, count, file);
        fclose(file);
    }
    return found;
}

static LONG answer_word(unsigned word, uint8_t *output, DWORD *length) {
    output[0] = (uint8_t)(word >> 8);
    output[1] = (uint8_t)word;
    *length = 2;
    return 0;
}

// Enters PINs into a command as PIN_VERIFY and PIN_MODIFY say; only ASCII from the left, which is what PIV needs.
static LONG enter(
    LONG card, int is_change, const uint8_t *data, DWORD count, uint8_t *output, DWORD capacity, DWORD *length) {
    DWORD fixed = is_change ? 24 : 19;
    uint8_t limits[2], apdu[64];
    uint32_t size;
    if (count < fixed || capacity < 2) return invalid_parameter;
    note(is_change ? "change" : "verify", data, count);
    memcpy(limits, data + (is_change ? 7 : 5), 2);
    memcpy(&size, data + fixed - 4, 4);
    if (size != count - fixed || size < 6 || size > sizeof apdu) return answer_word(0x6B80, output, length);
    // Units of octets, from the left, ASCII; no room for a length in the block.
    if ((data[2] & 0x87) != 0x82 || data[3] >> 4 != 0) return answer_word(0x6B80, output, length);
    memcpy(apdu, data + fixed, size);
    char line[256];
    if (next_entry(line) == NULL) return answer_word(0x6400, output, length);
    if (strcmp(line, "cancel") == 0) return answer_word(0x6401, output, length);
    char *pins[3] = {0}, *rest = NULL;
    int wanted = is_change ? 3 : 1;
    for (int i = 0; i < wanted; i++) {
        pins[i] = strtok_r(i == 0 ? line : NULL, " ", &rest);
        if (pins[i] == NULL) return answer_word(0x6401, output, length);
        if (strlen(pins[i]) < limits[1] || strlen(pins[i]) > limits[0]) return answer_word(0x6403, output, length);
    }
    if (is_change && strcmp(pins[1], pins[2]) != 0) return answer_word(0x6402, output, length);
    for (int i = 0; i < (is_change ? 2 : 1); i++) {
        size_t offset = 5 + (data[2] >> 3 & 0x0F) + (is_change ? data[5 + i] : 0u);
        if (offset + strlen(pins[i]) > size) return answer_word(0x6B80, output, length);
        memcpy(apdu + offset, pins[i], strlen(pins[i]));
    }
    io_request send = {2, sizeof send};
    for (int i = 0; i < MAXIMUM_CARDS; i++)
        if (cards[i].card == card) send.protocol = cards[i].protocol;
    *length = capacity;
    return transmit(card, &send, apdu, size, NULL, output, length);
}

LONG SCardControl(LONG card, DWORD code, const void *input, DWORD count, void *output, DWORD capacity, DWORD *length) {
    static const uint8_t features[] = {6, 4, 0x42, 0x33, 0, 6, 7, 4, 0x42, 0x33, 0, 7};
    switch (code) {
    case GET_FEATURES:
        if (capacity < sizeof features) return insufficient_buffer;
        memcpy(output, features, sizeof features);
        *length = sizeof features;
        return 0;
    case VERIFY: return enter(card, 0, input, count, output, capacity, length);
    case MODIFY: return enter(card, 1, input, count, output, capacity, length);
    default: {
        LONG (*pass)(LONG, DWORD, const void *, DWORD, void *, DWORD, DWORD *) = real("SCardControl");
        return pass(card, code, input, count, output, capacity, length);
    }
    }
}
