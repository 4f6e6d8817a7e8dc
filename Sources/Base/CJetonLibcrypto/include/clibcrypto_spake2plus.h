/// SPAKE2+ (RFC 9383) on P-256 with SHA-256.
///
/// Points are `04`, x, y and scalars 32 bytes, both big-endian. Multiplications by secret numbers take the same time for
/// all values; points of the protocol are public, but for Z and V. Every function may be called by any thread, and returns
/// one of the codes of `libcrypto_result`; outputs are written only with LIBCRYPTO_OK.

#ifndef JETON_CLIBCRYPTO_SPAKE2PLUS_H
#define JETON_CLIBCRYPTO_SPAKE2PLUS_H

#include "clibcrypto.h"

#pragma clang assume_nonnull begin

/// Length of a scalar, in bytes.
#define LIBCRYPTO_SPAKE2PLUS_SCALAR_LENGTH 32
/// Length of a point, in bytes.
#define LIBCRYPTO_SPAKE2PLUS_POINT_LENGTH 65

/// Writes M (for the prover) or N (for the verifier) of RFC 9383, 4.
int libcrypto_spake2plus_constant(bool is_verifier, uint8_t *point);

/// Writes a random scalar, 1 to p - 1.
int libcrypto_spake2plus_random(uint8_t *scalar);

/// Reduces `count` bytes, 40 to 64, modulo p. Gives LIBCRYPTO_INVALID for a result of zero.
int libcrypto_spake2plus_reduce(const uint8_t *octets, size_t count, uint8_t *scalar);

/// Writes L = w1 * P.
int libcrypto_spake2plus_record(const uint8_t *w1, uint8_t *point);

/// Writes shareP = x * P + w0 * M, or for the verifier shareV = y * P + w0 * N. Invalid are scalars that are not
/// 1 to p - 1, and a share that would be the identity.
int libcrypto_spake2plus_share(bool is_verifier, const uint8_t *scalar, const uint8_t *w0, uint8_t *share);

/// The prover's Z = x * (shareV - w0 * N) and V = w1 * (shareV - w0 * N). Invalid is a share that is not a point of the
/// curve or makes Z or V the identity.
int libcrypto_spake2plus_prover(
    const uint8_t *x, const uint8_t *w0, const uint8_t *w1, const uint8_t *share, uint8_t *z, uint8_t *v);

/// The verifier's Z = y * (shareP - w0 * M) and V = y * L. Invalid is a share or an L that is not a point of the curve, or
/// a share that makes Z the identity.
int libcrypto_spake2plus_verifier(
    const uint8_t *y, const uint8_t *w0, const uint8_t *record, const uint8_t *share, uint8_t *z, uint8_t *v);

#pragma clang assume_nonnull end

#endif
