import KeystoreBase
import Octets

/// The witnesses of one store, in a directory outside of it; without a directory there are none.
final class WitnessBook: Sendable {
    private let folder: Folder?

    init(_ folder: Folder?) { self.folder = folder }

    /// The last generation that was seen of a file; nil if none was, or the witness is damaged.
    func read(_ name: String) throws(KeystoreError) -> Witness? {
        guard let folder, let content = try folder.read(name, limit: 4096) else { return nil }
        return Witness(content.octets)
    }

    /// Remembers a generation.
    ///
    /// A witness that cannot be written does not undo a change that is on the disk already.
    func write(_ witness: Witness, _ name: String) {
        guard let folder else { return }
        do throws(KeystoreError) {
            let octets = try witness.encoded()
            let temporary = try folder.writeTemporary(octets.span, isDurable: false)
            try folder.renameLoosely(temporary, to: name)
        } catch {
            // Lagging behind is what a witness may do.
        }
    }

    /// The groups of which a vault was seen.
    func groups() throws(KeystoreError) -> [AccessGroup] {
        guard let folder else { return [] }
        return try folder.names().compactMap(AccessGroup.init(rawValue:)).sorted()
    }
}
