#include "include/czlib.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

int czlib_expand(
    const uint8_t *input, size_t input_length, uint8_t *output, size_t capacity, size_t *output_length,
    size_t *consumed) {
    if (input_length > UINT_MAX || capacity > UINT_MAX) return -1;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 32 beside the largest window: the header tells which of the two forms it is.
    if (inflateInit2(&stream, MAX_WBITS + 32) != Z_OK) return -1;
    stream.next_in = (Bytef *)input;
    stream.avail_in = (uInt)input_length;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    int result = inflate(&stream, Z_FINISH);
    size_t written = capacity - stream.avail_out;
    size_t rest = stream.avail_in;
    inflateEnd(&stream);
    if (result != Z_STREAM_END) return -1;
    *output_length = written;
    *consumed = input_length - rest;
    return 0;
}

size_t czlib_bound(size_t input_length) { return compressBound(input_length); }

int czlib_compress(const uint8_t *input, size_t input_length, uint8_t *output, size_t capacity, size_t *output_length) {
    uLongf written = capacity;
    if (compress2(output, &written, input, input_length, Z_BEST_COMPRESSION) != Z_OK) return -1;
    *output_length = written;
    return 0;
}
