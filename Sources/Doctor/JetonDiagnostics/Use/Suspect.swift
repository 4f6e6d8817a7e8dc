/// A thing that a failing use touched and that is not as it must be.
struct Suspect {
    /// How well it explains the failure; the higher one is named first.
    enum Weight: Int, Comparable {
        /// It is odd, and programs that work may have it too.
        case odd
        /// It is what is missing if nothing else is.
        case absent
        /// A setting that no program knows.
        case unknownSetting
        /// The use waits for it, or it ended the connection.
        case silent
        /// Something names it, or a package has it, and it is not there.
        case missing
        /// It is there, and its content can't be what it should.
        case damaged
        /// The system refused it.
        case refused

        static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    /// The path, or the socket's address.
    let path: String
    /// What is wrong with it, as the rest of a sentence that starts with the path.
    let fault: ReportText
    var evidence: [Evidence] = []
    let weight: Weight
    var remedies: [Remedy] = []

    /// Whether no other reading of what was seen is left.
    var isProven: Bool { weight >= .missing }
}
