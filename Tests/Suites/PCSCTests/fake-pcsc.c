// A PC/SC library without a service: readers come and go as a file says, and lengths are lies.
// CONTROL is the file: a reader's name a line. A reader called "pad WORD MINIMUM MAXIMUM" has keys of its own, tells
// those lengths of PINs, and answers each entry with the status word, or with what is none. A name with "resets N" is that
// of a reader whose card another program resets N times after it was connected. Compiled by FakeLibrary.swift.

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cpcsc.h"

enum { MAXIMUM_READERS = 8, NAME_SIZE = 64 };
static const long cancelled = 0x80100002, unknown_reader = 0x80100009, timed_out = 0x8010000A;
static volatile int is_cancelled;
static char connected[64];
static int resets;

static int read_names(char names[MAXIMUM_READERS][NAME_SIZE]) {
    int count = 0;
    FILE *file = fopen(CONTROL, "r");
    if (file == NULL) return 0;
    while (count < MAXIMUM_READERS && fgets(names[count], NAME_SIZE, file) != NULL) {
        names[count][strcspn(names[count], "\n")] = 0;
        if (names[count][0] != 0) count++;
    }
    fclose(file);
    return count;
}

long SCardEstablishContext(unsigned long scope, const void *a, const void *b, long *context) {
    (void)scope;
    (void)a;
    (void)b;
    *context = 1;
    return 0;
}
long SCardReleaseContext(long context) {
    (void)context;
    return 0;
}
long SCardIsValidContext(long context) {
    (void)context;
    return 0;
}
long SCardConnect(
    long context, const char *reader, unsigned long mode, unsigned long protocols, long *card,
    unsigned long *protocol) {
    (void)context;
    (void)mode;
    (void)protocols;
    snprintf(connected, sizeof connected, "%s", reader);
    const char *number = strstr(connected, "resets ");
    resets = number == NULL ? 0 : number[7] - '0';
    *card = 2;
    *protocol = 2;
    return 0;
}
long SCardReconnect(
    long card, unsigned long mode, unsigned long protocols, unsigned long first, unsigned long *protocol) {
    (void)card;
    (void)mode;
    (void)protocols;
    (void)first;
    if (resets > 0) resets--;
    *protocol = 2;
    return 0;
}
long SCardDisconnect(long card, unsigned long disposition) {
    (void)card;
    (void)disposition;
    return 0;
}
long SCardBeginTransaction(long card) {
    (void)card;
    return 0;
}
long SCardEndTransaction(long card, unsigned long disposition) {
    (void)card;
    (void)disposition;
    return 0;
}

long SCardStatus(
    long card, char *reader, unsigned long *reader_length, unsigned long *state, unsigned long *protocol,
    unsigned char *atr, unsigned long *atr_length) {
    (void)card;
    (void)reader;
    (void)atr;
    if (resets > 0) return 0x80100068;
    *reader_length = *atr_length = 1ul << 40;
    *state = *protocol = ~0ul;
    return 0;
}
// PC/SC part 10, of a reader with keys.
static long control_pad(
    unsigned long code, const void *input, unsigned long input_length, unsigned char *output, unsigned long capacity,
    unsigned long *length) {
    static const unsigned char features[] = {6, 4, 0x42, 0, 0, 6, 7, 4, 0x42, 0, 0, 7, 0x12, 4, 0x42, 0, 0, 0x12};
    char word[16] = "";
    unsigned minimum = 0, maximum = 0, number = 0;
    sscanf(connected, "pad %15s %u %u", word, &minimum, &maximum);
    unsigned char properties[] = {6, 1, (unsigned char)minimum, 7, 1, (unsigned char)maximum};
    switch (code) {
    case 0x42000000 + 3400:
        memcpy(output, features, sizeof features);
        *length = sizeof features;
        return 0;
    case 0x42000012:
        memcpy(output, properties, sizeof properties);
        *length = sizeof properties;
        return 0;
    }
    FILE *file = fopen(CONTROL ".request", "w");
    if (file != NULL) {
        fwrite(input, 1, input_length, file);
        fclose(file);
    }
    memset(output, 0x90, 8);
    *length = 2;
    if (strcmp(word, "short") == 0) *length = 1;
    else if (strcmp(word, "empty") == 0) *length = 0;
    else if (strcmp(word, "long") == 0) *length = 3;
    else if (strcmp(word, "liar") == 0) *length = capacity + 1;
    else if (strcmp(word, "gone") == 0) return 0x80100069;
    else sscanf(word, "%4x", &number);
    output[0] = (unsigned char)(number >> 8);
    output[1] = (unsigned char)number;
    return 0;
}
long SCardControl(
    long card, unsigned long code, const void *input, unsigned long input_length, void *output, unsigned long capacity,
    unsigned long *length) {
    (void)card;
    if (strncmp(connected, "pad ", 4) == 0) return control_pad(code, input, input_length, output, capacity, length);
    *length = capacity + 1;
    return 0;
}
long SCardGetAttrib(long card, unsigned long attribute, unsigned char *value, unsigned long *length) {
    (void)card;
    (void)attribute;
    (void)value;
    *length = ~0ul;
    return 0;
}
long SCardTransmit(
    long card, const cpcsc_io_request *send, const unsigned char *command, unsigned long count,
    cpcsc_io_request *receive, unsigned char *answer, unsigned long *length) {
    (void)card;
    (void)send;
    (void)command;
    (void)count;
    (void)receive;
    (void)answer;
    *length += 1;
    return 0;
}

long SCardListReaders(long context, const char *groups, char *readers, unsigned long *length) {
    (void)context;
    (void)groups;
    char names[MAXIMUM_READERS][NAME_SIZE];
    int count = read_names(names);
    if (count == 1 && strcmp(names[0], "liar") == 0) {
        *length = 1ul << 40;
        return 0;
    }
    unsigned long needed = 1;
    for (int i = 0; i < count; i++) needed += strlen(names[i]) + 1;
    for (int i = 0; readers != NULL && i < count; i++) {
        strcpy(readers, names[i]);
        readers += strlen(names[i]) + 1;
    }
    if (readers != NULL) *readers = 0;
    *length = needed;
    return count == 0 ? 0x8010002E : 0;
}

long SCardGetStatusChange(long context, unsigned long timeout, cpcsc_reader_state *states, unsigned long count) {
    (void)context;
    char names[MAXIMUM_READERS][NAME_SIZE];
    int known = read_names(names);
    is_cancelled = 0;
    for (unsigned long waited = 0;; waited += 5) {
        int found = read_names(names), changed = 0;
        for (unsigned long j = 0; j < count; j++) {
            if (states[j].reader[0] == '\\') {
                states[j].event_state = found != known ? 2 : 0;
                changed |= found != known;
                continue;
            }
            int is_there = 0;
            for (int i = 0; i < found; i++) is_there |= strcmp(names[i], states[j].reader) == 0;
            if (!is_there) return unknown_reader;
            // Present, and an answer to reset that is longer than there is room for.
            states[j].event_state = 0x20;
            states[j].atr_length = 1ul << 40;
            changed |= (states[j].current_state & 0x20) == 0;
        }
        if (changed) return 0;
        if (is_cancelled) return cancelled;
        if (waited >= timeout) return timed_out;
        usleep(5000);
    }
}
long SCardCancel(long context) {
    (void)context;
    is_cancelled = 1;
    return 0;
}
