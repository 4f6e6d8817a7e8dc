/// What this project needs zlib for: certificates that a card holds in gzip form, and streams of PDF.

#ifndef JETON_CZLIB_H
#define JETON_CZLIB_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

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

#pragma clang assume_nonnull end

#endif
