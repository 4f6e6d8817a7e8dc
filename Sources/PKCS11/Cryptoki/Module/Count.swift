/// A number in CK_TOKEN_INFO that may be withheld or without limit.
///
/// Modules built for 32 bits answer `CK_UNAVAILABLE_INFORMATION` as 0xFFFFFFFF on 64-bit systems too.
public enum Count: Hashable, Sendable {
    /// `CK_UNAVAILABLE_INFORMATION`: the module does not tell.
    case unavailable
    /// `CK_EFFECTIVELY_INFINITE`: there is no limit.
    case unlimited
    /// The number.
    case value(UInt)

    init(_ number: UInt, zeroIsUnlimited: Bool = false) {
        switch number {
        case .max, 0xFFFF_FFFF: self = .unavailable
        case 0 where zeroIsUnlimited: self = .unlimited
        default: self = .value(number)
        }
    }

    /// The number, or nil if it is withheld or without limit.
    public var number: UInt? {
        if case .value(let number) = self { number } else { nil }
    }
}
