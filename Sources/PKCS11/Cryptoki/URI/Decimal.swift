/// Decimal numbers of one or more digits, without a sign (`1*DIGIT`).
enum Decimal {
    /// The number, or nil if there is no digit, something other than a digit, or more than fits.
    static func parse<Number: FixedWidthInteger & UnsignedInteger>(
        _ digits: ArraySlice<UInt8>,
        as type: Number.Type
    ) -> Number? {
        guard !digits.isEmpty else { return nil }
        var number: Number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (shifted, tooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = shifted.addingReportingOverflow(Number(digit - UInt8(ascii: "0")))
            guard !tooLarge, !overflow else { return nil }
            number = sum
        }
        return number
    }
}
