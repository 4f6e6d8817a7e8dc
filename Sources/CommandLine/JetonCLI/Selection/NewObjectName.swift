internal import Cryptoki
internal import JetonOctets
internal import SigningDesk

/// The label and id that a new object is to have.
struct NewObjectName {
    let label: String
    private let wishedID: [UInt8]?

    /// Reads the options `--label` and `--id`.
    init(label: String, id: String?) throws(CommandError) {
        guard (1...255).contains(label.utf8.count) else {
            throw .usage("a label must have 1 to 255 bytes, not \(label.utf8.count)")
        }
        self.label = label
        guard let id else {
            wishedID = nil
            return
        }
        wishedID = try ObjectID.parse(id)
    }

    /// The name, checked against the objects of the same class that are there.
    ///
    /// - Throws: ``CommandError`` if one of them has the label or the id already: both would be ambiguous from then on.
    func settled(among others: [ObjectRecord]) throws(CommandError) -> (label: String, id: [UInt8]) {
        if let other = others.first(where: { $0.label == label }) {
            throw CommandError(
                "there is already a \(other.className) object '\(label)'",
                hints: ["choose another --label, or delete the old one"],
                exitCode: .ambiguous
            )
        }
        if let wishedID {
            guard !others.contains(where: { $0.values.id == wishedID }) else {
                throw CommandError(
                    "there is already an object with id \(Hex.encode(wishedID))",
                    hints: ["choose another --id, or delete the old one"],
                    exitCode: .ambiguous
                )
            }
            return (label, wishedID)
        }
        // On PIV cards these name the slots that ask for the PIN each time, or never: nobody gets them unasked.
        let taken = Set(others.compactMap(\.values.id) + [[2], [4]])
        for number in 1...UInt16.max {
            let id = number < 256 ? [UInt8(number)] : number.bigEndianOctets
            if !taken.contains(id) { return (label, id) }
        }
        throw .usage("all short ids are in use; give one with --id")
    }
}
