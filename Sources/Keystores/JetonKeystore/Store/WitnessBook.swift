import JetonFiles
import JetonKeystoreBase
import JetonOctets

/// The witnesses of one store, in a directory outside of it; without a directory there are none.
final class WitnessBook: Sendable {
    private let directory: Directory?
    private let failed: @Sendable (KeystoreError) -> Void

    /// - Parameters:
    ///   - directory: Where they are; nil for none.
    ///   - failed: Is told of a witness that could not be written.
    init(_ directory: Directory?, failed: @escaping @Sendable (KeystoreError) -> Void) {
        self.directory = directory
        self.failed = failed
    }

    /// What the book says of a file.
    enum Entry: Sendable {
        /// Nothing.
        case missing
        /// Something that cannot be read.
        case damaged
        /// The last generation that was seen.
        case seen(Witness)
    }

    /// Whether generations are remembered at all.
    var isKept: Bool { directory != nil }

    /// What is remembered of a file.
    func entry(_ name: String) throws(KeystoreError) -> Entry {
        guard let directory, let status = try directory.status(name) else { return .missing }
        guard status.kind == .regular, status.size <= WitnessBook.sizeLimit,
            let content = try directory.read(name, limit: WitnessBook.sizeLimit)
        else { return .damaged }
        return Witness(content.octets).map { .seen($0) } ?? .damaged
    }

    private static let sizeLimit = 4096

    /// The last generation that was seen of a file; nil if none was, or the witness is damaged.
    func read(_ name: String) throws(KeystoreError) -> Witness? {
        guard case .seen(let witness) = try entry(name) else { return nil }
        return witness
    }

    /// Remembers a generation.
    ///
    /// A witness that cannot be written does not undo a change that is on the disk already; the program is told.
    func write(_ witness: Witness, _ name: String) {
        guard let directory else { return }
        do throws(KeystoreError) {
            let octets = try witness.encoded()
            let temporary = try directory.writeTemporary(octets.span, isDurable: false)
            try directory.renameLoosely(temporary, to: name)
        } catch { failed(error) }
    }

    /// The groups of which a vault was seen.
    func groups() throws(KeystoreError) -> [AccessGroup] {
        guard let directory else { return [] }
        return try directory.names().compactMap(AccessGroup.init(rawValue:)).sorted()
    }
}
