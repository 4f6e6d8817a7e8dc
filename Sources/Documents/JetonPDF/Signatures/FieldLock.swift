/// The fields that a signature locks.
///
/// - SeeAlso: ISO 32000-2, 12.8.2.4: FieldMDP; 12.7.5.5: the entry Lock.
struct FieldLock: Sendable {
    /// Which fields the names stand for.
    private enum Action {
        case all
        case these
        case others
    }

    private let action: Action
    private let names: [String]
    /// The dictionary as it was read.
    let dictionary: PDFDictionary

    /// Reads transform parameters or a field's entry Lock; nil for an action that is not known.
    init?(_ dictionary: PDFDictionary, of document: PDFDocument) throws(PDFError) {
        switch try document.resolve(dictionary["Action"]).name {
        case "All": action = .all
        case "Include": action = .these
        case "Exclude": action = .others
        default: return nil
        }
        var names: [String] = []
        for name in try document.resolve(dictionary["Fields"]).array ?? [] {
            if let text = try document.resolve(name).string { names.append(PDFText.decode(text)) }
        }
        self.names = names
        self.dictionary = dictionary
    }

    /// Whether a field with a full name is locked; a name stands for the fields below it too.
    func locks(_ field: String) -> Bool {
        let isNamed = names.contains { field == $0 || field.hasPrefix($0 + ".") }
        return switch action {
        case .all: true
        case .these: isNamed
        case .others: !isNamed
        }
    }
}
