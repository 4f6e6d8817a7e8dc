import PIVCard

/// The mechanisms of a token, by what its card can do.
struct MechanismTable: Sendable {
    /// The mechanisms, ascending.
    let types: [MechanismType]
    private let descriptions: [MechanismType: MechanismDescription]

    subscript(_ type: MechanismType) -> MechanismDescription? { descriptions[type] }

    /// - Parameters:
    ///   - hasExtensions: Whether the card knows the algorithms of Yubico's extensions.
    ///   - hasGOST: Whether the card has keys of GOST R 34.10.
    init(hasExtensions: Bool, hasGOST: Bool) {
        var table: [MechanismType: MechanismDescription] = [:]
        func add(
            _ type: MechanismType,
            _ sizes: ClosedRange<UInt>,
            _ flags: MechanismFlags
        ) {
            table[type] = MechanismDescription(
                minimumKeySize: sizes.lowerBound,
                maximumKeySize: sizes.upperBound,
                flags: flags
            )
        }
        let rsa: ClosedRange<UInt> = 1024...(hasExtensions ? 4096 : 3072)
        let curves: ClosedRange<UInt> = 256...384
        add(.rsaPKCSKeyPairGen, 2048...rsa.upperBound, [.hardware, .generateKeyPair])
        add(.rsaPKCS, rsa, [.hardware, .encrypt, .decrypt, .sign, .verify])
        add(.rsaX509, rsa, [.hardware, .encrypt, .decrypt, .sign, .verify])
        add(.rsaPKCSOAEP, rsa, [.hardware, .encrypt, .decrypt])
        add(.rsaPKCSPSS, rsa, [.hardware, .sign, .verify])
        add(.ecKeyPairGen, curves, [.hardware, .generateKeyPair, .curve])
        add(.ecdsa, curves, [.hardware, .sign, .verify, .curve])
        add(.ecdh1Derive, hasExtensions ? 255...384 : curves, [.hardware, .derive, .curve])
        add(.ecdh1CofactorDerive, curves, [.hardware, .derive, .curve])
        for hash in HashFunction.all {
            add(hash.mechanism, 0...0, .digest)
            add(hash.rsaPKCS, rsa, [.hardware, .sign, .verify])
            add(hash.rsaPSS, rsa, [.hardware, .sign, .verify])
            add(hash.ecdsa, curves, [.hardware, .sign, .verify, .curve])
        }
        if hasExtensions {
            add(.ecEdwardsKeyPairGen, 255...255, [.hardware, .generateKeyPair, .curve])
            add(.ecMontgomeryKeyPairGen, 255...255, [.hardware, .generateKeyPair, .curve])
            add(.eddsa, 255...255, [.hardware, .sign, .verify, .curve])
        }
        if hasGOST {
            add(.gostr3410KeyPairGen, 256...256, [.hardware, .generateKeyPair])
            add(.gostr3410_512KeyPairGen, 512...512, [.hardware, .generateKeyPair])
            for (mechanism, scheme) in GOSTMechanisms.signatures {
                let bits = UInt(scheme.length * 8)
                add(mechanism, bits...bits, [.hardware, .sign, .verify])
            }
            for mechanism in GOSTMechanisms.digests.keys { add(mechanism, 0...0, .digest) }
        }
        descriptions = table
        types = table.keys.sorted { $0.rawValue < $1.rawValue }
    }
}

extension MechanismFlags {
    /// What holds of every mechanism with curves here: over prime fields, named by object identifiers, points
    /// uncompressed.
    fileprivate static let curve: MechanismFlags = [.ecFP, .ecOID, .ecUncompress]
}
