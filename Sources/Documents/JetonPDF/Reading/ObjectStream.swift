/// Objects that are compressed together.
///
/// - SeeAlso: ISO 32000-2, 7.5.7.
struct ObjectStream {
    private let data: [UInt8]
    private let offsets: [Int]
    private let limits: PDFLimits
    /// The objects in it, in order.
    let numbers: [Int]

    init(_ data: [UInt8], _ dictionary: PDFDictionary, _ limits: PDFLimits) throws(PDFError) {
        guard dictionary["Type"]?.name == "ObjStm", let count = dictionary["N"]?.integer,
            let first = dictionary["First"]?.integer, count >= 0, count <= data.count, first >= 0, first <= data.count
        else { throw PDFError(.malformed, "an object stream") }
        var parser = PDFParser(Array(data[..<first]), limits: limits)
        var numbers: [Int] = []
        var offsets: [Int] = []
        for _ in 0..<count {
            try parser.skipSpace()
            let number = try parser.readDigits()
            try parser.skipSpace()
            guard let number, let offset = try parser.readDigits(), offset <= data.count - first else {
                throw PDFError(.malformed, "the index of an object stream")
            }
            numbers.append(number)
            offsets.append(first + offset)
        }
        self.data = data
        self.numbers = numbers
        self.offsets = offsets
        self.limits = limits
    }

    /// An object, by its index if that is right, otherwise by its number.
    func object(_ number: Int, index: Int) throws(PDFError) -> PDFObject {
        let place = numbers.indices.contains(index) && numbers[index] == number ? index : numbers.firstIndex(of: number)
        guard let place else { throw PDFError(.missing, "object \(number)") }
        var parser = PDFParser(Array(data[offsets[place]...].prefix(limits.objectSize)), limits: limits)
        return try parser.readObject()
    }
}
