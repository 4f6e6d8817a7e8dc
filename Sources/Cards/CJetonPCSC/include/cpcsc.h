/// The binary interface of pcsc-lite's client library, as far as this project calls it, and a loader for it.
///
/// Declared here in our own words, since a program must start and say what is wrong where the library is missing;
/// see docs/adr/0001-own-pcsc-declarations.md. Tests compare sizes, offsets and numbers with <PCSC/winscard.h>.

#ifndef CPCSC_H
#define CPCSC_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The longest answer to reset, in bytes.
#define CPCSC_MAXIMUM_ATR_LENGTH 33

/// SCARD_READERSTATE: what is known of a reader, and what the service says of it.
typedef struct cpcsc_reader_state {
    const char *_Nullable reader;
    void *_Nullable user_data;
    unsigned long current_state;
    unsigned long event_state;
    unsigned long atr_length;
    unsigned char atr[CPCSC_MAXIMUM_ATR_LENGTH];
} cpcsc_reader_state;

/// SCARD_IO_REQUEST: the protocol of an exchange.
typedef struct cpcsc_io_request {
    unsigned long protocol;
    unsigned long length;
} cpcsc_io_request;

/// The functions of a loaded library; each is there if loading succeeded.
typedef struct cpcsc_library {
    /// The file that the functions come from, or an empty string; which stays valid.
    const char *path;
    long (*establish_context)(
        unsigned long scope, const void *_Nullable reserved1, const void *_Nullable reserved2, long *context);
    long (*release_context)(long context);
    long (*is_valid_context)(long context);
    long (*connect)(
        long context, const char *reader, unsigned long share_mode, unsigned long protocols, long *card,
        unsigned long *active_protocol);
    long (*reconnect)(
        long card, unsigned long share_mode, unsigned long protocols, unsigned long initialization,
        unsigned long *active_protocol);
    long (*disconnect)(long card, unsigned long disposition);
    long (*begin_transaction)(long card);
    long (*end_transaction)(long card, unsigned long disposition);
    long (*status)(
        long card, char *_Nullable reader, unsigned long *reader_length, unsigned long *state, unsigned long *protocol,
        unsigned char *_Nullable atr, unsigned long *atr_length);
    long (*get_status_change)(long context, unsigned long timeout, cpcsc_reader_state *states, unsigned long count);
    long (*control)(
        long card, unsigned long code, const void *_Nullable input, unsigned long input_length, void *output,
        unsigned long output_capacity, unsigned long *output_length);
    long (*get_attribute)(long card, unsigned long attribute, unsigned char *value, unsigned long *value_length);
    long (*transmit)(
        long card, const cpcsc_io_request *send_request, const unsigned char *command, unsigned long command_length,
        cpcsc_io_request *_Nullable receive_request, unsigned char *answer, unsigned long *answer_length);
    long (*list_readers)(long context, const char *_Nullable groups, char *_Nullable readers, unsigned long *length);
    long (*cancel)(long context);
} cpcsc_library;

/// Loads a library and finds every function.
///
/// On failure the reason is written to `message` as a C string, cut to `capacity`.
///
/// Returns what cpcsc_close takes, or NULL.
const cpcsc_library *_Nullable cpcsc_open(const char *path, char *message, size_t capacity);

/// Frees the table of functions; the library itself stays loaded.
void cpcsc_close(const cpcsc_library *library);

#pragma clang assume_nonnull end

#endif
