/// A parameter set of GOST R 34.10 for new keys, as written on the command line behind `gost:`.
///
/// The letters are those of RFC 7836 and RFC 9215.
///
/// - SeeAlso: RFC 4357, 11.4; RFC 7836, appendix A; RFC 9215, 4.2.
public enum GOSTParameterSet: String, Hashable, Sendable, CaseIterable {
    /// GOST R 34.10-2012 of 256 bits, id-tc26-gost-3410-2012-256-paramSetA.
    case of256A = "256a"
    /// GOST R 34.10-2012 of 256 bits, id-tc26-gost-3410-2012-256-paramSetB: the curve of CryptoPro-A.
    case of256B = "256b"
    /// GOST R 34.10-2012 of 256 bits, id-tc26-gost-3410-2012-256-paramSetC: the curve of CryptoPro-B.
    case of256C = "256c"
    /// GOST R 34.10-2012 of 512 bits, id-tc26-gost-3410-12-512-paramSetA.
    case of512A = "512a"
    /// GOST R 34.10-2012 of 512 bits, id-tc26-gost-3410-12-512-paramSetB.
    case of512B = "512b"
    /// GOST R 34.10-2001, id-GostR3410-2001-CryptoPro-A-ParamSet.
    case of2001 = "2001"

    /// The key type: `CKK_GOSTR3410` or `CKK_GOSTR3410_512`.
    public var keyType: KeyType {
        switch self {
        case .of256A, .of256B, .of256C, .of2001: .gostr3410
        case .of512A, .of512B: .gostr3410_512
        }
    }

    /// The object identifiers of the set in DER, as `CKA_GOSTR3410_PARAMS` holds them: the one that most tokens know
    /// first.
    ///
    /// The sets B and C have the curves of CryptoPro-A and -B, whose identifiers older tokens know alone.
    public var parameters: [[UInt8]] {
        switch self {
        case .of256A: [GOSTParameterSet.tc26([0x01, 0x01])]
        case .of256B: [GOSTParameterSet.cryptoPro(1), GOSTParameterSet.tc26([0x01, 0x02])]
        case .of256C: [GOSTParameterSet.cryptoPro(2), GOSTParameterSet.tc26([0x01, 0x03])]
        case .of512A: [GOSTParameterSet.tc26([0x02, 0x01])]
        case .of512B: [GOSTParameterSet.tc26([0x02, 0x02])]
        case .of2001: [GOSTParameterSet.cryptoPro(1)]
        }
    }

    /// The object identifier of the hash function or its parameters in DER, as `CKA_GOSTR3411_PARAMS` holds it.
    public var hashParameters: [UInt8] {
        switch self {
        case .of256A, .of256B, .of256C: [0x06, 0x08, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x01, 0x02, 0x02]
        case .of512A, .of512B: [0x06, 0x08, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x01, 0x02, 0x03]
        case .of2001: [0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x1E, 0x01]
        }
    }

    /// Finds the set of a key on a token; nil for any other.
    ///
    /// - Parameters:
    ///   - parameters: `CKA_GOSTR3410_PARAMS`.
    ///   - hashParameters: `CKA_GOSTR3411_PARAMS`; nil if the token does not give it, which stands for 2001 beside the
    ///     sets of that standard.
    public init?(parameters: [UInt8], hashParameters: [UInt8]?) {
        let candidates = GOSTParameterSet.allCases.filter { $0.parameters.contains(parameters) }
        let told = candidates.first { $0.hashParameters == hashParameters }
        let assumed = hashParameters == nil ? candidates.first { $0 == .of2001 } ?? candidates.first : nil
        guard let set = told ?? assumed else { return nil }
        self = set
    }

    /// 1.2.643.7.1.2.1 and two further arcs.
    private static func tc26(_ arcs: [UInt8]) -> [UInt8] {
        [0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01] + arcs
    }

    /// 1.2.643.2.2.35 and a further arc.
    private static func cryptoPro(_ arc: UInt8) -> [UInt8] { [0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x23, arc] }
}
