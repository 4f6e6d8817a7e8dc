#include <openssl/ec.h>
#include <openssl/objects.h>
#include <string.h>

#include "include/clibcrypto_signature.h"
#include "internal.h"

enum { most_curves = 128 };

// The built-in curves that have an object identifier, as Oakley's groups do not, and are for ECDSA, as SM2's is not.
static size_t list(EC_builtin_curve curves[most_curves]) {
    size_t count = EC_get_builtin_curves(curves, most_curves), kept = 0;
    if (count > most_curves) count = most_curves;
    for (size_t i = 0; i < count; i++) {
        const ASN1_OBJECT *object = OBJ_nid2obj(curves[i].nid);
        if (object && OBJ_length(object) && curves[i].nid != NID_sm2) curves[kept++] = curves[i];
    }
    return kept;
}

int libcrypto_curve_find(const uint8_t *identifier, size_t length, struct libcrypto_curve *curve) {
    EC_builtin_curve curves[most_curves];
    size_t count = list(curves), index = 0;
    while (index < count) {
        const ASN1_OBJECT *object = OBJ_nid2obj(curves[index].nid);
        if (OBJ_length(object) == length && !memcmp(OBJ_get0_data(object), identifier, length)) break;
        index++;
    }
    if (index == count) return libcrypto_finish(LIBCRYPTO_INVALID);
    OSSL_LIB_CTX *context = libcrypto_context();
    EC_GROUP *group = context ? EC_GROUP_new_by_curve_name_ex(context, LIBCRYPTO_PROPERTIES, curves[index].nid) : NULL;
    if (!group) return libcrypto_finish(LIBCRYPTO_FAILED);
    curve->number = curves[index].nid;
    curve->field_bits = (unsigned)EC_GROUP_get_degree(group);
    curve->order_bits = (unsigned)EC_GROUP_order_bits(group);
    EC_GROUP_free(group);
    return libcrypto_finish(LIBCRYPTO_OK);
}

size_t libcrypto_curve_count(void) {
    EC_builtin_curve curves[most_curves];
    return list(curves);
}

int libcrypto_curve_identifier(size_t index, uint8_t *identifier, size_t *length) {
    EC_builtin_curve curves[most_curves];
    if (index >= list(curves)) return LIBCRYPTO_INVALID;
    const ASN1_OBJECT *object = OBJ_nid2obj(curves[index].nid);
    if (OBJ_length(object) > 32) return LIBCRYPTO_INVALID;
    *length = OBJ_length(object);
    memcpy(identifier, OBJ_get0_data(object), *length);
    return LIBCRYPTO_OK;
}
