internal import Cryptoki
internal import JetonOctets

/// One attribute in words.
struct AttributeWords {
    let name: String
    let words: String
    let json: JSON

    /// What `object show` reads.
    ///
    /// The values of private and secret keys are not among them: where a token would let
    /// them out, they do not belong on a screen.
    static let types: [AttributeType] = [
        .class, .label, .id, .keyType, .certificateType, .token, .private, .modifiable, .copyable, .destroyable,
        .sensitive, .alwaysSensitive, .extractable, .neverExtractable, .local, .sign, .verify, .encrypt, .decrypt,
        .wrap, .unwrap, .derive, .alwaysAuthenticate, .wrapWithTrusted, .trusted, .keyGenMechanism, .modulusBits,
        .modulus, .publicExponent, .ecParams, .ecPoint, .gostr3410Params, .gostr3411Params, .subject, .issuer,
        .serialNumber, .startDate, .endDate, .application, .objectID, .valueLen, .yubicoTouchPolicy,
    ]

    /// Nil if the object has no such attribute.
    init?(_ type: AttributeType, _ outcome: AttributeOutcome) {
        name = type.description
        switch outcome {
        case .unavailable: return nil
        case .failed(let code):
            words = "can't be read (\(code.name))"
            json = .null
        case .impossibleLength(let length):
            words = "the module answered an impossible length, \(length)"
            json = .null
        case .value(let octets):
            (words, json) = AttributeWords.show(type, octets)
        }
    }

    private static func show(_ type: AttributeType, _ octets: [UInt8]) -> (String, JSON) {
        let number = octets.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
        let isNumber = octets.count == 8 || octets.count == 4
        switch type {
        case .class where isNumber: return text(ObjectClass(rawValue: number).description)
        case .keyType where isNumber: return text(KeyType(rawValue: number).description)
        case .keyGenMechanism where isNumber:
            return text(number == UInt.max ? "none" : MechanismType(rawValue: number).description)
        case .modulusBits where isNumber, .certificateType where isNumber, .valueLen where isNumber:
            return ("\(number)", .count(number))
        case .yubicoTouchPolicy where isNumber:
            let words = ["default", "never", "always", "cached"]
            return text(words.indices.contains(Int(clamping: number)) ? words[Int(number)] : "\(number)")
        case .label, .application, .startDate, .endDate: return text(FixedText(octets).description)
        case .id, .modulus, .publicExponent, .ecParams, .ecPoint, .subject, .issuer, .serialNumber, .objectID:
            return text(Hex.encode(octets))
        default:
            if octets.count == 1 { return (octets[0] == 0 ? "false" : "true", .bool(octets[0] != 0)) }
            return text(Hex.encode(octets))
        }
    }

    private static func text(_ text: String) -> (String, JSON) { (text, .string(text)) }
}
