#include <pthread.h>
#include <stdatomic.h>

#include "gost.h"

enum { curve_count = LIBCRYPTO_GOST_TC26_512_C + 1 };

// RFC 8133, appendices A.1 and B, which give the curves of RFC 4357, 11.4, and RFC 7836, appendix A, in the form
// y^2 = x^3 + ax + b.
static const struct gost_curve curves[curve_count] = {
    // id-GostR3410-2001-CryptoPro-A-ParamSet
    [LIBCRYPTO_GOST_CRYPTOPRO_A] =
        {.length = 32,
         .cofactor = 1,
         .p = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFD97",
         .a = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFD94",
         .b = "00000000000000000000000000000000000000000000000000000000000000A6",
         .q = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF6C611070995AD10045841B09B761B893",
         .x = "0000000000000000000000000000000000000000000000000000000000000001",
         .y = "8D91E471E0989CDA27DF505A453F2B7635294F2DDF23E3B122ACC99C9E9F1E14",
         .mask_x = "A69D51CAF1A309FA9E9B66187759B0174C274E080356F23CFCBFE84D396AD7BB",
         .mask_y = "5D26F29ECC2E9AC0404DCF7986FA55FE94986362170F54B9616426A659786DAC"},
    // id-GostR3410-2001-CryptoPro-B-ParamSet
    [LIBCRYPTO_GOST_CRYPTOPRO_B] =
        {.length = 32,
         .cofactor = 1,
         .p = "8000000000000000000000000000000000000000000000000000000000000C99",
         .a = "8000000000000000000000000000000000000000000000000000000000000C96",
         .b = "3E1AF419A269A5F866A7D3C25C3DF80AE979259373FF2B182F49D4CE7E1BBC8B",
         .q = "800000000000000000000000000000015F700CFFF1A624E5E497161BCC8A198F",
         .x = "0000000000000000000000000000000000000000000000000000000000000001",
         .y = "3FA8124359F96680B83D1C3EB2C070E5C545C9858D03ECFB744BF8D717717EFC",
         .mask_x = "3D715A874A4B17CB3B517893A9794A2B36C89D2FFC693F01EE4CC27E7F49E399",
         .mask_y = "1C5A641FCF7CE7E87CDF8CEA38F3DB3096EACE2FAD158384B53953365F4FE7FE"},
    // id-GostR3410-2001-CryptoPro-C-ParamSet
    [LIBCRYPTO_GOST_CRYPTOPRO_C] =
        {.length = 32,
         .cofactor = 1,
         .p = "9B9F605F5A858107AB1EC85E6B41C8AACF846E86789051D37998F7B9022D759B",
         .a = "9B9F605F5A858107AB1EC85E6B41C8AACF846E86789051D37998F7B9022D7598",
         .b = "000000000000000000000000000000000000000000000000000000000000805A",
         .q = "9B9F605F5A858107AB1EC85E6B41C8AA582CA3511EDDFB74F02F3A6598980BB9",
         .x = "0000000000000000000000000000000000000000000000000000000000000000",
         .y = "41ECE55743711A8C3CBF3783CD08C0EE4D4DC440D4641A8F366E550DFDB3BB67",
         .mask_x = "1E36383E43BB6CFA2917167D71B7B5DD3D6D462B43D7C64282AE67DFBEC2559D",
         .mask_y = "137478A9F721C73932EA06B45CF72E37EB78A63F29A542E563C614650C8B6399"},
    // id-tc26-gost-3410-2012-256-paramSetA
    [LIBCRYPTO_GOST_TC26_256_A] =
        {.length = 32,
         .cofactor = 4,
         .p = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFD97",
         .a = "C2173F1513981673AF4892C23035A27CE25E2013BF95AA33B22C656F277E7335",
         .b = "295F9BAE7428ED9CCC20E7C359A9D41A22FCCD9108E17BF7BA9337A6F8AE9513",
         .q = "400000000000000000000000000000000FD8CDDFC87B6635C115AF556C360C67",
         .x = "91E38443A5E82C0D880923425712B2BB658B9196932E02C78B2582FE742DAA28",
         .y = "32879423AB1A0375895786C4BB46E9565FDE0B5344766740AF268ADB32322E5C",
         .mask_x = "B51ADF93A40AB15792164FAD3352F95B66369EB2A4EF5EFAE32829320363350E",
         .mask_y = "74A358CC08593612F5955D249C96AFB7E8B0BB6D8BD2BBE491046650D822BE18"},
    // id-tc26-gost-3410-2012-512-paramSetA
    [LIBCRYPTO_GOST_TC26_512_A] =
        {.length = 64,
         .cofactor = 1,
         .p = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"
              "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDC7",
         .a = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"
              "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDC4",
         .b = "E8C2505DEDFC86DDC1BD0B2B6667F1DA34B82574761CB0E879BD081CFD0B6265"
              "EE3CB090F30D27614CB4574010DA90DD862EF9D4EBEE4761503190785A71C760",
         .q = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"
              "27E69532F48D89116FF22B8D4E0560609B4B38ABFAD2B85DCACDB1411F10B275",
         .x = "0000000000000000000000000000000000000000000000000000000000000000"
              "0000000000000000000000000000000000000000000000000000000000000003",
         .y = "7503CFE87A836AE3A61B8816E25450E6CE5E1C93ACF1ABC1778064FDCBEFA921"
              "DF1626BE4FD036E93D75E6A50E3A41E98028FE5FC235F5B889A589CB5215F2A4",
         .mask_x = "2A17F8833A32795327478871B5C5E88AEFB91126C64B4B8327289BEA62559425"
                   "D18198F133F400874328B220C74497CD240586CB249E158532CB8090776CD61C",
         .mask_y = "728F0C4A73B48DA41CE928358FAD26B47A6E094E9362BAE82559F83CDDC4EC3A"
                   "4676BD3707EDEAF4CD85E99695C64C241EDC622BE87DC0CF87F51F4367F723C5"},
    // id-tc26-gost-3410-2012-512-paramSetB
    [LIBCRYPTO_GOST_TC26_512_B] =
        {.length = 64,
         .cofactor = 1,
         .p = "8000000000000000000000000000000000000000000000000000000000000000"
              "000000000000000000000000000000000000000000000000000000000000006F",
         .a = "8000000000000000000000000000000000000000000000000000000000000000"
              "000000000000000000000000000000000000000000000000000000000000006C",
         .b = "687D1B459DC841457E3E06CF6F5E2517B97C7D614AF138BCBF85DC806C4B289F"
              "3E965D2DB1416D217F8B276FAD1AB69C50F78BEE1FA3106EFB8CCBC7C5140116",
         .q = "8000000000000000000000000000000000000000000000000000000000000001"
              "49A1EC142565A545ACFDB77BD9D40CFA8B996712101BEA0EC6346C54374F25BD",
         .x = "0000000000000000000000000000000000000000000000000000000000000000"
              "0000000000000000000000000000000000000000000000000000000000000002",
         .y = "1A8F7EDA389B094C2C071E3647A8940F3C123B697578C213BE6DD9E6C8EC7335"
              "DCB228FD1EDF4A39152CBCAAF8C0398828041055F94CEEEC7E21340780FE41BD",
         .mask_x = "7E1FAE8285E035BEC244BEF2D0E5EBF436633CF50E55231DEA9C9CF21D4C8C33"
                   "DF85D4305DE92971F0A4B4C07E00D87BDBC720EB66E49079285AAF12E0171149",
         .mask_y = "2CC89998B875D4463805BA0D858A196592DB20AB161558FF2F4EF7A85725D209"
                   "53967AE621AFDEAE89BB77C83A2528EF6FCE02F68BDA4679D7F2704947DBC408"},
    // id-tc26-gost-3410-2012-512-paramSetC
    [LIBCRYPTO_GOST_TC26_512_C] =
        {.length = 64,
         .cofactor = 4,
         .p = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"
              "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDC7",
         .a = "DC9203E514A721875485A529D2C722FB187BC8980EB866644DE41C68E1430645"
              "46E861C0E2C9EDD92ADE71F46FCF50FF2AD97F951FDA9F2A2EB6546F39689BD3",
         .b = "B4C4EE28CEBC6C2C8AC12952CF37F16AC7EFB6A9F69F4B57FFDA2E4F0DE5ADE0"
              "38CBC2FFF719D2C18DE0284B8BFEF3B52B8CC7A5F5BF0A3C8D2319A5312557E1",
         .q = "3FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"
              "C98CDBA46506AB004C33A9FF5147502CC8EDA9E7A769A12694623CEF47F023ED",
         .x = "E2E31EDFC23DE7BDEBE241CE593EF5DE2295B7A9CBAEF021D385F7074CEA043A"
              "A27272A7AE602BF2A7B9033DB9ED3610C6FB85487EAE97AAC5BC7928C1950148",
         .y = "F5CE40D95B5EB899ABBCCFF5911CB8577939804D6527378B8C108C3D2090FF9B"
              "E18E2D33E3021ED2EF32D85822423B6304F726AA854BAE07D0396E9A9ADDC40F",
         .mask_x = "489C91784E02E98F19A803ABCA319917F37689E5A18965251CE2FF4E8D8B298F"
                   "5BA7470F9E0E713487F96F4A8397B3D09A270C9D367EB5E0E6561ADEEB51581D",
         .mask_y = "684EA885ACA64EAF1B3FEE36C0852A3BE3BD8011B0EF18E203FF87028D6EB5DB"
                   "2C144A0DCC71276542BFD72CA2A43FA4F4939DA66D9A60793C704A8C94E16F18"},
};

static EC_GROUP *make_group(const struct gost_curve *curve) {
    const char *digits[6] = {curve->p, curve->a, curve->b, curve->x, curve->y, curve->q};
    BIGNUM *numbers[6] = {NULL}, *cofactor = BN_new();
    BN_CTX *scratch = BN_CTX_new_ex(libcrypto_context());
    bool done = scratch && cofactor && BN_set_word(cofactor, curve->cofactor);
    for (size_t i = 0; i < 6; i++) done = done && BN_hex2bn(&numbers[i], digits[i]);
    EC_GROUP *group = done ? EC_GROUP_new_curve_GFp(numbers[0], numbers[1], numbers[2], scratch) : NULL;
    EC_POINT *generator = group ? EC_POINT_new(group) : NULL;
    // With the order and the cofactor set, multiplications by a secret number take the same time for all of them.
    done = generator && EC_POINT_set_affine_coordinates(group, generator, numbers[3], numbers[4], scratch) &&
        EC_GROUP_set_generator(group, generator, numbers[5], cofactor);
    if (!done) {
        EC_GROUP_free(group);
        group = NULL;
    }
    EC_POINT_free(generator);
    for (size_t i = 0; i < 6; i++) BN_free(numbers[i]);
    BN_free(cofactor);
    BN_CTX_free(scratch);
    return group;
}

static const EC_GROUP *find_group(enum libcrypto_gost_curve curve) {
    static _Atomic(EC_GROUP *) groups[curve_count];
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    EC_GROUP *group = atomic_load_explicit(&groups[curve], memory_order_acquire);
    if (group) return group;
    pthread_mutex_lock(&mutex);
    group = atomic_load_explicit(&groups[curve], memory_order_relaxed);
    if (!group && (group = make_group(&curves[curve])))
        atomic_store_explicit(&groups[curve], group, memory_order_release);
    pthread_mutex_unlock(&mutex);
    return group;
}

int libcrypto_gost_begin(enum libcrypto_gost_curve curve, struct gost_calculation *calculation) {
    *calculation = (struct gost_calculation){0};
    if ((unsigned)curve >= curve_count) return LIBCRYPTO_INVALID;
    OSSL_LIB_CTX *context = libcrypto_context();
    calculation->curve = &curves[curve];
    calculation->length = curves[curve].length;
    calculation->group = context ? find_group(curve) : NULL;
    calculation->scratch = calculation->group ? BN_CTX_secure_new_ex(context) : NULL;
    return calculation->scratch ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

void libcrypto_gost_end(struct gost_calculation *calculation) { BN_CTX_free(calculation->scratch); }

BIGNUM *libcrypto_gost_scalar(const struct gost_calculation *calculation, const uint8_t *octets) {
    BIGNUM *scalar = BN_lebin2bn(octets, (int)calculation->length, NULL);
    if (scalar && !BN_is_zero(scalar) && BN_cmp(scalar, EC_GROUP_get0_order(calculation->group)) < 0) {
        BN_set_flags(scalar, BN_FLG_CONSTTIME);
        return scalar;
    }
    BN_clear_free(scalar);
    return NULL;
}

EC_POINT *libcrypto_gost_point(const struct gost_calculation *calculation, const uint8_t *octets) {
    const BIGNUM *p = EC_GROUP_get0_field(calculation->group);
    BIGNUM *x = BN_lebin2bn(octets, (int)calculation->length, NULL);
    BIGNUM *y = BN_lebin2bn(octets + calculation->length, (int)calculation->length, NULL);
    EC_POINT *point = x && y && BN_cmp(x, p) < 0 && BN_cmp(y, p) < 0 ? EC_POINT_new(calculation->group) : NULL;
    // Setting the coordinates checks that the point is on the curve.
    if (point && !EC_POINT_set_affine_coordinates(calculation->group, point, x, y, calculation->scratch)) {
        EC_POINT_free(point);
        point = NULL;
    }
    BN_free(x);
    BN_free(y);
    return point;
}

int libcrypto_gost_write_point(const struct gost_calculation *calculation, const EC_POINT *point, uint8_t *octets) {
    int length = (int)calculation->length;
    BIGNUM *x = BN_new(), *y = BN_new();
    bool done = x && y && !EC_POINT_is_at_infinity(calculation->group, point) &&
        EC_POINT_get_affine_coordinates(calculation->group, point, x, y, calculation->scratch) &&
        BN_bn2lebinpad(x, octets, length) == length && BN_bn2lebinpad(y, octets + length, length) == length;
    BN_clear_free(x);
    BN_clear_free(y);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

int libcrypto_gost_multiply(
    const struct gost_calculation *calculation, EC_POINT *result, const BIGNUM *scalar, const EC_POINT *point) {
    // One product a call: the sum of two, which this function offers too, would take a time of its own.
    int done = point ? EC_POINT_mul(calculation->group, result, NULL, point, scalar, calculation->scratch)
                     : EC_POINT_mul(calculation->group, result, scalar, NULL, NULL, calculation->scratch);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}
