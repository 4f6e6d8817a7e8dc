/// Where the objects of a file are.
///
/// - SeeAlso: ISO 32000-2, 7.5.4 and 7.5.8.
struct CrossReferences {
    enum Entry: Equatable {
        case free
        case at(offset: UInt64, generation: UInt16)
        case inStream(number: Int, index: Int)
    }

    /// What the newest section says of each object.
    private(set) var entries: [Int: Entry] = [:]
    /// The sections, the newest first.
    var sections: [Section] = []

    /// One cross-reference section and its trailer.
    struct Section {
        /// Where it begins; nil if the table was made by searching the file.
        let offset: UInt64?
        let isStream: Bool
        let trailer: PDFDictionary
        /// The objects that it gives a place.
        var numbers: [Int] = []
    }

    /// Adds what a section says of an object, unless a newer one said it.
    mutating func add(_ number: Int, _ entry: Entry, to section: inout Section) {
        section.numbers.append(number)
        if entries[number] == nil { entries[number] = entry }
    }

    /// Replaces what is known of an object.
    mutating func set(_ number: Int, _ entry: Entry) { entries[number] = entry }
}
