/// What this project needs zlib for: certificates that a card holds in gzip form, streams of PDF, and files in ZIP.
///
/// libz.so.1 is opened by `czlib_load`, which must have succeeded before any other function is called: most runs of a
/// program compress nothing, and each library that a program is linked with takes time at its start.

#ifndef JETON_CZLIB_H
#define JETON_CZLIB_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Opens zlib at the first call.
/// Gives null, or why it can't be used, as dlerror says it; the text lives as long as the process. Any thread may call it.
const char *_Nullable czlib_load(void);

/// Expands a gzip or zlib stream.
/// Gives 0 and the counts of bytes written and read, or -1 if the stream is malformed or its result has more than
/// `capacity` bytes.
int czlib_expand(
    const uint8_t *input, size_t input_length, uint8_t *output, size_t capacity, size_t *output_length,
    size_t *consumed);

/// How many bytes a zlib stream of so many bytes has at most.
size_t czlib_bound(size_t input_length);

/// Compresses bytes into a zlib stream.
/// Gives 0 and the count of bytes written, or -1 if that is more than `capacity`.
int czlib_compress(const uint8_t *input, size_t input_length, uint8_t *output, size_t capacity, size_t *output_length);

/// A raw deflate stream that is being expanded or compressed, piece by piece.
typedef struct czlib_stream czlib_stream;

/// Begins to expand a raw deflate stream, or to compress one; null if memory is short.
czlib_stream *_Nullable czlib_open(int compresses);

/// Expands or compresses more of a stream.
/// Gives 0 if there may be more to come, 1 at the end of the stream, and -1 if it is malformed; and how many bytes were
/// read and written. `finishes` ends a stream that is compressed.
int czlib_step(
    czlib_stream *stream, const uint8_t *_Nullable input, size_t input_length, uint8_t *output, size_t capacity,
    int finishes, size_t *consumed, size_t *written);

/// Frees a stream.
void czlib_close(czlib_stream *stream);

/// The CRC-32 of more bytes, by that of the bytes before; 0 for none.
uint32_t czlib_crc32(uint32_t crc, const uint8_t *input, size_t input_length);

#pragma clang assume_nonnull end

#endif
