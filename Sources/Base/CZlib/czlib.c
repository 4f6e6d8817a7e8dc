#include "include/czlib.h"

#include <limits.h>
#include <stdlib.h>
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

struct czlib_stream {
    z_stream stream;
    int compresses;
};

czlib_stream *czlib_open(int compresses) {
    czlib_stream *result = calloc(1, sizeof *result);
    if (!result) return NULL;
    result->compresses = compresses;
    // A negative window: no header and no checksum around the stream.
    int status = compresses
        ? deflateInit2(&result->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY)
        : inflateInit2(&result->stream, -MAX_WBITS);
    if (status == Z_OK) return result;
    free(result);
    return NULL;
}

int czlib_step(
    czlib_stream *stream, const uint8_t *input, size_t input_length, uint8_t *output, size_t capacity, int finishes,
    size_t *consumed, size_t *written) {
    if (input_length > UINT_MAX || capacity > UINT_MAX) return -1;
    z_stream *state = &stream->stream;
    state->next_in = (Bytef *)input;
    state->avail_in = (uInt)input_length;
    state->next_out = output;
    state->avail_out = (uInt)capacity;
    int result = stream->compresses ? deflate(state, finishes ? Z_FINISH : Z_NO_FLUSH) : inflate(state, Z_NO_FLUSH);
    *consumed = input_length - state->avail_in;
    *written = capacity - state->avail_out;
    if (result == Z_STREAM_END) return 1;
    // Z_BUF_ERROR: nothing could be done without more input or room.
    return result == Z_OK || result == Z_BUF_ERROR ? 0 : -1;
}

void czlib_close(czlib_stream *stream) {
    if (stream->compresses) {
        deflateEnd(&stream->stream);
    } else {
        inflateEnd(&stream->stream);
    }
    free(stream);
}

uint32_t czlib_crc32(uint32_t crc, const uint8_t *input, size_t input_length) {
    return (uint32_t)crc32_z(crc, input, input_length);
}
