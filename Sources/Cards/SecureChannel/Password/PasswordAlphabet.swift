/// The 34 symbols of activation passwords: the capital letters without O, and the digits without 0.
enum PasswordAlphabet {
    /// The symbols in ASCII; a symbol's value is its place.
    static let symbols: [UInt8] = Array("ABCDEFGHIJKLMNPQRSTUVWXYZ123456789".utf8)

    /// The value 0–33 of a symbol in ASCII; nil for any other character.
    static func value(of symbol: UInt8) -> Int? { symbols.firstIndex(of: symbol) }

    /// The symbol that makes mistyped ones visible, by Luhn's rule for 34 symbols.
    ///
    /// It shows every wrong symbol, and every swap of neighbours but that of the first and last of the alphabet.
    ///
    /// - Parameter values: The values of all symbols before it.
    /// - Returns: The symbol in ASCII.
    /// - SeeAlso: ISO/IEC 7812-1:2017, annex B, which has the rule for ten digits.
    static func checkSymbol(of values: some BidirectionalCollection<Int>) -> UInt8 {
        let base = symbols.count
        var sum = 0
        var isDoubled = true
        for value in values.reversed() {
            let weighted = isDoubled ? value * 2 : value
            sum += weighted / base + weighted % base
            isDoubled.toggle()
        }
        return symbols[(base - sum % base) % base]
    }
}
