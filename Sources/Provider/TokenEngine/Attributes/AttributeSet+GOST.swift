import JetonASN1
import JetonLibcrypto
import PIVCard

/// The attributes that say which key of GOST R 34.10 is meant.
extension AttributeSet {
    /// The algorithm of `CKA_GOSTR3410_PARAMS` and `CKA_GOSTR3411_PARAMS`.
    ///
    /// Without the latter a key with a set of RFC 4357 is one of 2001, as PKCS #11 defines `CKK_GOSTR3410`.
    ///
    /// - Throws: `CKR_TEMPLATE_INCOMPLETE` without a parameter set; `CKR_DOMAIN_PARAMS_INVALID` for one that the card
    ///   does not have, or not with that hash function.
    func gostAlgorithm(_ keyType: KeyType) throws(TokenFault) -> KeyAlgorithm {
        let set = try required(.gostr3410Params)
        let hash = self[.gostr3411Params]
        let found = KeyAlgorithm.gostAlgorithms.first { algorithm in
            guard let gost = algorithm.gost, KeyRequest.keyType(algorithm) == keyType,
                set == DER.oid(gost.parameterSet)
            else { return false }
            // Those of 2001 come first.
            return hash == nil || hash == DER.oid(gost.algorithm.digestParameterSet)
        }
        guard let found else {
            throw TokenFault(.domainParamsInvalid, "the card does not support GOST keys with these parameters")
        }
        return found
    }
}
