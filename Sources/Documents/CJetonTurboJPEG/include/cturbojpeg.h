/// JPEG images to pixels and back, by the system's libturbojpeg.
///
/// The library is opened with dlopen, since a program must start and say what is wrong where it is missing. The few
/// functions of its API (version 2, which version 3 keeps) are declared here in our own words. Pixels are 8 bits a color,
/// gray or red, green and blue, from the upper left corner by rows without gaps.

#ifndef CTURBOJPEG_H
#define CTURBOJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The most pixels a side may have: what a JPEG can state.
#define CTURBOJPEG_MAXIMUM_SIDE 65535

/// A loaded library, which any number of threads may use.
typedef struct cturbojpeg_library cturbojpeg_library;

/// What a function came to.
enum cturbojpeg_result {
    CTURBOJPEG_DONE = 0,
    /// An argument out of its range, or a buffer that is too small.
    CTURBOJPEG_INVALID,
    /// The library has no memory.
    CTURBOJPEG_NO_MEMORY,
    /// The library refused the image; `message` says why.
    CTURBOJPEG_REFUSED,
};

/// Why the library refused an image, as a C string.
typedef struct cturbojpeg_failure {
    char message[200];
} cturbojpeg_failure;

/// The size of an image in pixels.
typedef struct cturbojpeg_size {
    int width;
    int height;
} cturbojpeg_size;

/// Loads a library and finds every function.
///
/// On failure the reason is written to `message` as a C string, cut to `capacity`.
///
/// Returns the library, which stays loaded, or NULL.
const cturbojpeg_library *_Nullable cturbojpeg_open(const char *path, char *message, size_t capacity);

/// The smallest size that the library decodes an image to and that is at least `minimum`: at most the image's own.
cturbojpeg_size cturbojpeg_scaled(const cturbojpeg_library *library, cturbojpeg_size image, cturbojpeg_size minimum);

/// Decodes an image.
///
/// `image` is the size that the file states, and `scaled` one that cturbojpeg_scaled gave for it. A damaged image is
/// refused, also where the library could guess the rest.
///
/// Returns an enum cturbojpeg_result.
int cturbojpeg_decode(
    const cturbojpeg_library *library, const uint8_t *jpeg, size_t length, cturbojpeg_size image,
    cturbojpeg_size scaled, bool is_gray, uint8_t *pixels, size_t capacity, cturbojpeg_failure *failure);

/// Encodes an image with a quality of 1 to 100, and color with all its pixels or a quarter of them.
///
/// On success `jpeg` is freed by cturbojpeg_free.
///
/// Returns an enum cturbojpeg_result.
int cturbojpeg_encode(
    const cturbojpeg_library *library, const uint8_t *pixels, size_t length, cturbojpeg_size image, bool is_gray,
    int quality, bool keeps_color, uint8_t *_Nullable *_Nonnull jpeg, size_t *jpeg_length, cturbojpeg_failure *failure);

/// Frees what cturbojpeg_encode made.
void cturbojpeg_free(const cturbojpeg_library *library, uint8_t *jpeg);

#pragma clang assume_nonnull end

#endif
