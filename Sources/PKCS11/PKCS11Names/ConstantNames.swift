/// The names of a type's constants by their numbers.
func constantNames<Constant: RawRepresentable<UInt>>(_ table: [(Constant, String)]) -> [UInt: String] {
    Dictionary(table.map { ($0.rawValue, $1) }, uniquingKeysWith: { first, _ in first })
}

/// The name of a constant; for an unknown number one made from it, which marks vendors' numbers.
func constantName(_ number: UInt, _ names: [UInt: String], prefix: String) -> String {
    if let name = names[number] { return name }
    let digits = String(number, radix: 16, uppercase: true)
    return number >= 0x8000_0000 ? "\(prefix)_VENDOR_0x\(digits)" : "\(prefix)_0x\(digits)"
}
