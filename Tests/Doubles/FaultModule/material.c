#include <stdio.h>
#include <string.h>

#include "fault.h"

// What an object lacks: attributes that a real token would have set, and key material that looks like such.

// Gives the attribute this flag unless it is there.
static bool default_flag(fm_object *object, CK_ATTRIBUTE_TYPE type, bool value) {
    return fm_find(object, type) != NULL || fm_put_boolean(object, type, value);
}

static bool default_ulong(fm_object *object, CK_ATTRIBUTE_TYPE type, CK_ULONG value) {
    return fm_find(object, type) != NULL || fm_put_ulong(object, type, value);
}

static bool default_octets(fm_object *object, CK_ATTRIBUTE_TYPE type, const void *value, CK_ULONG length) {
    return fm_find(object, type) != NULL || fm_put(object, type, value, length);
}

static bool complete_rsa(fm_object *object) {
    CK_ULONG bits = fm_ulong(object, CKA_MODULUS_BITS, 2048);
    CK_BYTE modulus[2048];
    CK_ULONG size = bits / 8 < sizeof modulus ? bits / 8 : sizeof modulus;
    // Not a product of two primes, but odd and as long as stated.
    for (CK_ULONG i = 0; i < size; i++) {
        modulus[i] = (CK_BYTE)(0x80 | (i * 37 + 1));
    }
    const CK_BYTE exponent[] = {0x01, 0x00, 0x01};
    return default_octets(object, CKA_MODULUS, modulus, size) && default_ulong(object, CKA_MODULUS_BITS, bits) &&
        default_octets(object, CKA_PUBLIC_EXPONENT, exponent, sizeof exponent);
}

// The base point of P-256, whose private key is 1: a point that every curve check accepts.
static const CK_BYTE base_point[65] = {
    0x04, 0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2,
    0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96, 0x4f,
    0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16, 0x2b, 0xce,
    0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5,
};

static bool put_point(fm_object *object, const CK_BYTE *point, CK_BYTE size) {
    CK_BYTE wrapped[80];
    CK_BYTE header = 0;
    if (fm.point == FM_POINT_OCTETS) {
        wrapped[header++] = 0x04;
        wrapped[header++] = size;
    } else if (fm.point == FM_POINT_BITS) {
        wrapped[header++] = 0x03;
        wrapped[header++] = (CK_BYTE)(size + 1);
        wrapped[header++] = 0x00;
    }
    memcpy(wrapped + header, point, size);
    return default_octets(object, CKA_EC_POINT, wrapped, (CK_ULONG)(header + size));
}

static bool complete_ec(fm_object *object, bool is_public) {
    const CK_BYTE p256[] = {0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07};
    return default_octets(object, CKA_EC_PARAMS, p256, sizeof p256) &&
        (!is_public || put_point(object, base_point, sizeof base_point));
}

static bool complete_edwards(fm_object *object, bool is_public) {
    const CK_BYTE ed25519[] = {0x06, 0x03, 0x2b, 0x65, 0x70};
    // The base point of Ed25519: y = 4/5.
    CK_BYTE point[32];
    memset(point, 0x66, sizeof point);
    point[0] = 0x58;
    return default_octets(object, CKA_EC_PARAMS, ed25519, sizeof ed25519) &&
        (!is_public || put_point(object, point, sizeof point));
}

static bool complete_key(fm_object *object, CK_OBJECT_CLASS class) {
    CK_KEY_TYPE type = fm_ulong(object, CKA_KEY_TYPE, CKK_RSA);
    bool is_public = class == CKO_PUBLIC_KEY;
    bool completed = default_ulong(object, CKA_KEY_TYPE, type) && default_octets(object, CKA_ID, "", 0) &&
        default_flag(object, CKA_LOCAL, true) && default_flag(object, CKA_DERIVE, type == CKK_EC && !is_public);
    if (is_public) {
        completed = completed && default_flag(object, CKA_VERIFY, true) &&
            default_flag(object, CKA_ENCRYPT, type == CKK_RSA) && default_flag(object, CKA_WRAP, type == CKK_RSA);
    } else {
        completed = completed && default_flag(object, CKA_SIGN, true) && default_flag(object, CKA_SENSITIVE, true) &&
            default_flag(object, CKA_EXTRACTABLE, false) && default_flag(object, CKA_ALWAYS_SENSITIVE, true) &&
            default_flag(object, CKA_NEVER_EXTRACTABLE, true) &&
            default_flag(object, CKA_DECRYPT, type == CKK_RSA || type == CKK_AES) &&
            default_flag(object, CKA_UNWRAP, type == CKK_RSA || type == CKK_AES) &&
            default_flag(object, CKA_ALWAYS_AUTHENTICATE, false);
    }
    if (class == CKO_SECRET_KEY) {
        return completed && default_ulong(object, CKA_VALUE_LEN, 32) && default_flag(object, CKA_VERIFY, true) &&
            default_flag(object, CKA_ENCRYPT, true) && default_flag(object, CKA_WRAP, true);
    }
    switch (type) {
    case CKK_RSA: return completed && complete_rsa(object);
    case CKK_EC: return completed && complete_ec(object, is_public);
    case CKK_EC_EDWARDS: return completed && complete_edwards(object, is_public);
    default: return completed;
    }
}

static bool complete_certificate(fm_object *object) {
    // SEQUENCE {}: DER, but no certificate.
    const CK_BYTE nothing[] = {0x30, 0x00};
    return default_ulong(object, CKA_CERTIFICATE_TYPE, CKC_X_509) &&
        default_ulong(object, CKA_CERTIFICATE_CATEGORY, CK_CERTIFICATE_CATEGORY_UNSPECIFIED) &&
        default_octets(object, CKA_VALUE, nothing, sizeof nothing) &&
        default_octets(object, CKA_SUBJECT, nothing, sizeof nothing) &&
        default_octets(object, CKA_ISSUER, nothing, sizeof nothing) &&
        default_octets(object, CKA_SERIAL_NUMBER, "\x02\x01\x01", 3) && default_octets(object, CKA_ID, "", 0) &&
        default_flag(object, CKA_TRUSTED, false);
}

bool fm_complete(fm_object *object) {
    CK_OBJECT_CLASS class = fm_ulong(object, CKA_CLASS, CKO_DATA);
    bool is_private = class == CKO_PRIVATE_KEY || class == CKO_SECRET_KEY;
    bool completed = default_flag(object, CKA_TOKEN, true) && default_flag(object, CKA_PRIVATE, is_private) &&
        default_flag(object, CKA_MODIFIABLE, true) && default_flag(object, CKA_COPYABLE, true) &&
        default_flag(object, CKA_DESTROYABLE, true) && default_octets(object, CKA_LABEL, "", 0);
    switch (class) {
    case CKO_DATA:
        return completed && default_octets(object, CKA_APPLICATION, "", 0) &&
            default_octets(object, CKA_OBJECT_ID, "", 0) && default_octets(object, CKA_VALUE, "", 0);
    case CKO_CERTIFICATE: return completed && complete_certificate(object);
    case CKO_PUBLIC_KEY:
    case CKO_PRIVATE_KEY:
    case CKO_SECRET_KEY: return completed && complete_key(object, class);
    default: return completed;
    }
}
