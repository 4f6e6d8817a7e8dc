#include "include/czlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// zlib's functions, by their names.
static struct {
    __typeof__(&inflateInit2_) inflate_init;
    __typeof__(&inflate) inflate;
    __typeof__(&inflateEnd) inflate_end;
    __typeof__(&deflateInit2_) deflate_init;
    __typeof__(&deflate) deflate;
    __typeof__(&deflateEnd) deflate_end;
    __typeof__(&compressBound) bound;
    __typeof__(&compress2) compress;
    __typeof__(&crc32_z) crc32;
} zlib;

static const struct {
    const char *name;
    void *place;
} entries[] = {
    {"inflateInit2_", &zlib.inflate_init}, {"inflate", &zlib.inflate},    {"inflateEnd", &zlib.inflate_end},
    {"deflateInit2_", &zlib.deflate_init}, {"deflate", &zlib.deflate},    {"deflateEnd", &zlib.deflate_end},
    {"compressBound", &zlib.bound},        {"compress2", &zlib.compress}, {"crc32_z", &zlib.crc32},
};

// Why the library can't be used; empty if it can.
static char failure[256];

static void load(void) {
    void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    for (size_t index = 0; handle && index < sizeof entries / sizeof entries[0]; index++) {
        void *address = dlsym(handle, entries[index].name);
        if (address) memcpy(entries[index].place, &address, sizeof address);
        else handle = NULL;
    }
    if (handle) return;
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason ? reason : "unknown reason");
}

const char *czlib_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

int czlib_expand(
    const uint8_t *input, size_t input_length, uint8_t *output, size_t capacity, size_t *output_length,
    size_t *consumed) {
    if (input_length > UINT_MAX || capacity > UINT_MAX) return -1;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 32 beside the largest window: the header tells which of the two forms it is.
    if (zlib.inflate_init(&stream, MAX_WBITS + 32, ZLIB_VERSION, sizeof stream) != Z_OK) return -1;
    stream.next_in = (Bytef *)input;
    stream.avail_in = (uInt)input_length;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    int result = zlib.inflate(&stream, Z_FINISH);
    size_t written = capacity - stream.avail_out;
    size_t rest = stream.avail_in;
    zlib.inflate_end(&stream);
    if (result != Z_STREAM_END) return -1;
    *output_length = written;
    *consumed = input_length - rest;
    return 0;
}

size_t czlib_bound(size_t input_length) { return zlib.bound(input_length); }

int czlib_compress(const uint8_t *input, size_t input_length, uint8_t *output, size_t capacity, size_t *output_length) {
    uLongf written = capacity;
    if (zlib.compress(output, &written, input, input_length, Z_BEST_COMPRESSION) != Z_OK) return -1;
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
    int size = sizeof result->stream;
    int status = compresses
        ? zlib.deflate_init(
              &result->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        : zlib.inflate_init(&result->stream, -MAX_WBITS, ZLIB_VERSION, size);
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
    int result =
        stream->compresses ? zlib.deflate(state, finishes ? Z_FINISH : Z_NO_FLUSH) : zlib.inflate(state, Z_NO_FLUSH);
    *consumed = input_length - state->avail_in;
    *written = capacity - state->avail_out;
    if (result == Z_STREAM_END) return 1;
    // Z_BUF_ERROR: nothing could be done without more input or room.
    return result == Z_OK || result == Z_BUF_ERROR ? 0 : -1;
}

void czlib_close(czlib_stream *stream) {
    if (stream->compresses) {
        zlib.deflate_end(&stream->stream);
    } else {
        zlib.inflate_end(&stream->stream);
    }
    free(stream);
}

uint32_t czlib_crc32(uint32_t crc, const uint8_t *input, size_t input_length) {
    return (uint32_t)zlib.crc32(crc, input, input_length);
}
