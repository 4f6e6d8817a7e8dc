/// Comparisons whose duration does not depend on the octets compared.
public enum ConstantTime {
    /// Whether two byte strings are equal.
    ///
    /// The time depends on the two counts only; different counts answer false at once.
    public static func equals(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in 0..<left.count { difference |= left[index] ^ right[index] }
        return difference == 0
    }

    /// Whether two byte strings are equal.
    public static func equals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        equals(left.span, right.span)
    }
}
