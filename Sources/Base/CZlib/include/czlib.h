/// The one thing that this project needs zlib for: certificates that a card holds in gzip form.

#ifndef JETON_CZLIB_H
#define JETON_CZLIB_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Expands a gzip or zlib stream that ends with its input.
/// Gives 0 and the count of octets written, or -1 if the stream is malformed or has more than `capacity` octets.
int czlib_expand(
    const uint8_t *input, size_t input_length, uint8_t *output, size_t capacity, size_t *output_length);

#pragma clang assume_nonnull end

#endif
