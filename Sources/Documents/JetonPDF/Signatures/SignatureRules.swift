/// What a signature says about changes after it.
///
/// - SeeAlso: ISO 32000-2, 12.8.2.
struct SignatureRules: Sendable {
    /// What a certification permits; nil for a signature that is none.
    private(set) var certification: DocumentPermission?
    /// What else limits changes: the entry P of a lock.
    private(set) var limit: DocumentPermission?
    /// The fields that the signature locks.
    private(set) var locks: [FieldLock] = []

    /// Reads the references of a signature dictionary.
    init(_ signature: PDFDictionary, of document: PDFDocument) throws(PDFError) {
        for reference in try document.resolve(signature["Reference"]).array ?? [] {
            guard let reference = try document.dictionary(reference) else { continue }
            let parameters = try document.dictionary(reference["TransformParams"]) ?? PDFDictionary()
            let value = try document.resolve(parameters["P"]).integer
            switch try document.resolve(reference["TransformMethod"]).name {
            // Without /P the value is 2; another one than the three permits as little as the least.
            case "DocMDP": certification = value.map { DocumentPermission(rawValue: $0) ?? .noChanges } ?? .forms
            case "FieldMDP":
                if let value { limit = DocumentPermission(rawValue: value) ?? .noChanges }
                if let lock = try FieldLock(parameters, of: document) { locks.append(lock) }
            default: continue
            }
        }
    }

    /// What the catalog of a document names as its certification; nil for a document that is not certified.
    static func certification(of document: PDFDocument) throws(PDFError) -> DocumentPermission? {
        guard let permissions = try document.dictionary(document.catalog().value["Perms"]),
            let signature = try document.dictionary(permissions["DocMDP"])
        else { return nil }
        return try SignatureRules(signature, of: document).certification
    }
}
