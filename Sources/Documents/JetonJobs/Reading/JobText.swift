/// Texts of a job that people see.
enum JobText {
    /// Refuses control, format and private characters, and line ends in a text of one line.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - place: The member or element that has it.
    ///   - isLong: Whether it may have line ends.
    /// - Throws: ``JobRefusal/Code/text``.
    static func check(_ text: String, _ place: String, isLong: Bool = false) throws(JobRefusal) {
        for scalar in text.unicodeScalars {
            if isLong, scalar == "\n" { continue }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                let number = String(scalar.value, radix: 16, uppercase: true)
                throw JobRefusal(.text, "\(place) has a character that is not printable (U+\(number))")
            default: continue
            }
        }
    }

    /// Refuses a document's name that could name another file.
    ///
    /// - Throws: ``JobRefusal/Code/content``, ``JobRefusal/Code/text``.
    static func checkName(_ name: String, among documents: [JobDocument]) throws(JobRefusal) {
        try check(name, "a document's name")
        guard !name.isEmpty, name.utf8.count <= 255, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".."
        else {
            throw JobRefusal(.content, "a document's name is empty or a path")
        }
        guard !documents.contains(where: { $0.name == name }) else {
            throw JobRefusal(.content, "two documents have the same name")
        }
    }
}
