#define _GNU_SOURCE
#include "cturbojpeg.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

// Numbers of the API: pixel formats, subsampling of color, flags.
enum {
    FORMAT_RGB = 0,
    FORMAT_GRAY = 6,
    SAMPLING_FULL = 0,
    SAMPLING_QUARTER = 2,
    SAMPLING_GRAY = 3,
    FLAG_ACCURATE_DCT = 4096,
    FLAG_STOP_ON_WARNING = 8192,
    // A file may state thousands of empty scans, each of which costs a pass over the image.
    FLAG_LIMIT_SCANS = 32768,
};

// A scaling factor.
struct factor {
    int numerator;
    int denominator;
};

// The functions of a library, by the names of the API.
struct cturbojpeg_library {
    void *(*init_decompress)(void);
    void *(*init_compress)(void);
    int (*destroy)(void *handle);
    int (*decompress_header)(
        void *handle, const unsigned char *jpeg, unsigned long length, int *width, int *height, int *sampling,
        int *color_space);
    struct factor *(*scaling_factors)(int *count);
    int (*decompress)(
        void *handle, const unsigned char *jpeg, unsigned long length, unsigned char *pixels, int width, int pitch,
        int height, int format, int flags);
    int (*compress)(
        void *handle, const unsigned char *pixels, int width, int pitch, int height, int format, unsigned char **jpeg,
        unsigned long *length, int sampling, int quality, int flags);
    void (*free_buffer)(unsigned char *buffer);
    char *(*error_text)(void *handle);
};

static const struct {
    const char *name;
    size_t offset;
} entries[] = {
    {"tjInitDecompress", offsetof(cturbojpeg_library, init_decompress)},
    {"tjInitCompress", offsetof(cturbojpeg_library, init_compress)},
    {"tjDestroy", offsetof(cturbojpeg_library, destroy)},
    {"tjDecompressHeader3", offsetof(cturbojpeg_library, decompress_header)},
    {"tjGetScalingFactors", offsetof(cturbojpeg_library, scaling_factors)},
    {"tjDecompress2", offsetof(cturbojpeg_library, decompress)},
    {"tjCompress2", offsetof(cturbojpeg_library, compress)},
    {"tjFree", offsetof(cturbojpeg_library, free_buffer)},
    {"tjGetErrorStr2", offsetof(cturbojpeg_library, error_text)},
};

// dlerror's text is the thread's own and lives until the next call.
static void copy_error(char *message, size_t capacity) {
    const char *text = dlerror();
    snprintf(message, capacity, "%s", text ? text : "unknown reason");
}

const cturbojpeg_library *cturbojpeg_open(const char *path, char *message, size_t capacity) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        copy_error(message, capacity);
        return NULL;
    }
    cturbojpeg_library *library = calloc(1, sizeof *library);
    if (!library) snprintf(message, capacity, "out of memory");
    for (size_t index = 0; library && index < sizeof entries / sizeof entries[0]; index++) {
        void *address = dlsym(handle, entries[index].name);
        if (!address) {
            copy_error(message, capacity);
            free(library);
            library = NULL;
        } else {
            *(void **)((char *)library + entries[index].offset) = address;
        }
    }
    if (!library) dlclose(handle);
    return library;
}

static bool is_size(cturbojpeg_size size) {
    return size.width >= 1 && size.width <= CTURBOJPEG_MAXIMUM_SIDE && size.height >= 1 &&
        size.height <= CTURBOJPEG_MAXIMUM_SIDE;
}

// Whether a buffer of so many bytes has room for an image, whose rows and size the API counts as int.
static bool has_room(cturbojpeg_size size, bool is_gray, size_t capacity) {
    if (!is_size(size)) return false;
    size_t needed = (size_t)size.width * (size_t)size.height * (is_gray ? 1 : 3);
    return needed <= INT_MAX && needed <= capacity;
}

static int refuse(const cturbojpeg_library *library, void *handle, cturbojpeg_failure *failure) {
    const char *text = library->error_text(handle);
    snprintf(failure->message, sizeof failure->message, "%s", text ? text : "unknown reason");
    return CTURBOJPEG_REFUSED;
}

// A side after scaling, as the API rounds it.
static int scaled(int side, struct factor factor) {
    return (int)(((long long)side * factor.numerator + factor.denominator - 1) / factor.denominator);
}

cturbojpeg_size cturbojpeg_scaled(const cturbojpeg_library *library, cturbojpeg_size image, cturbojpeg_size minimum) {
    cturbojpeg_size best = image;
    if (!is_size(image)) return best;
    int count = 0;
    const struct factor *factors = library->scaling_factors(&count);
    for (int index = 0; factors && index < count; index++) {
        struct factor factor = factors[index];
        if (factor.numerator < 1 || factor.denominator < 1 || factor.numerator > factor.denominator) continue;
        cturbojpeg_size size = {scaled(image.width, factor), scaled(image.height, factor)};
        if (size.width < minimum.width || size.height < minimum.height) continue;
        if (size.width <= best.width && size.height <= best.height) best = size;
    }
    return best;
}

int cturbojpeg_decode(
    const cturbojpeg_library *library, const uint8_t *jpeg, size_t length, cturbojpeg_size image,
    cturbojpeg_size scaled, bool is_gray, uint8_t *pixels, size_t capacity, cturbojpeg_failure *failure) {
    failure->message[0] = '\0';
    if (!is_size(image) || !has_room(scaled, is_gray, capacity)) return CTURBOJPEG_INVALID;
    void *handle = library->init_decompress();
    if (!handle) return CTURBOJPEG_NO_MEMORY;
    int result = CTURBOJPEG_DONE;
    int width = 0, height = 0, sampling = 0, color_space = 0;
    if (library->decompress_header(handle, jpeg, length, &width, &height, &sampling, &color_space) != 0) {
        result = refuse(library, handle, failure);
    } else if (width != image.width || height != image.height) {
        snprintf(failure->message, sizeof failure->message, "the image states two sizes");
        result = CTURBOJPEG_REFUSED;
    } else if (
        library->decompress(
            handle, jpeg, length, pixels, scaled.width, scaled.width * (is_gray ? 1 : 3), scaled.height,
            is_gray ? FORMAT_GRAY : FORMAT_RGB, FLAG_ACCURATE_DCT | FLAG_STOP_ON_WARNING | FLAG_LIMIT_SCANS) != 0) {
        result = refuse(library, handle, failure);
    }
    library->destroy(handle);
    return result;
}

int cturbojpeg_encode(
    const cturbojpeg_library *library, const uint8_t *pixels, size_t length, cturbojpeg_size image, bool is_gray,
    int quality, bool keeps_color, uint8_t **jpeg, size_t *jpeg_length, cturbojpeg_failure *failure) {
    failure->message[0] = '\0';
    *jpeg = NULL;
    *jpeg_length = 0;
    if (!has_room(image, is_gray, length) || quality < 1 || quality > 100) return CTURBOJPEG_INVALID;
    void *handle = library->init_compress();
    if (!handle) return CTURBOJPEG_NO_MEMORY;
    // The library allocates the result, and as much of it as it needs.
    unsigned char *made = NULL;
    unsigned long size = 0;
    int result = CTURBOJPEG_DONE;
    if (library->compress(
            handle, pixels, image.width, image.width * (is_gray ? 1 : 3), image.height,
            is_gray ? FORMAT_GRAY : FORMAT_RGB, &made, &size,
            is_gray           ? SAMPLING_GRAY
                : keeps_color ? SAMPLING_FULL
                              : SAMPLING_QUARTER,
            quality, FLAG_ACCURATE_DCT) != 0) {
        result = refuse(library, handle, failure);
        if (made) library->free_buffer(made);
    } else {
        *jpeg = made;
        *jpeg_length = size;
    }
    library->destroy(handle);
    return result;
}

void cturbojpeg_free(const cturbojpeg_library *library, uint8_t *jpeg) { library->free_buffer(jpeg); }
