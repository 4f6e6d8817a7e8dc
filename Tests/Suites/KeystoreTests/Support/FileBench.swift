import JetonKeystoreBase
import Testing

@testable import JetonKeystore

/// An unlocked store and its protected files.
struct FileBench {
    let store: TestStore
    let keychain: Keychain
    let files: ProtectedFiles

    init(inMemory: Bool = false) throws {
        store = try TestStore(inMemory: inMemory)
        keychain = try store.create()
        files = ProtectedFiles(keychain)
    }

    /// A place outside of the store.
    func path(_ name: String) -> ProtectedFileLocation { .path("\(store.directory)/\(name)") }

    func write(
        _ content: [UInt8],
        _ location: ProtectedFileLocation,
        _ protection: FileProtection?,
        hidesName: Bool = false
    ) throws {
        var writer = try files.create(location, protection: protection, hidesName: hidesName, replaces: true)
        try writer.write(content.span)
        try writer.finish()
    }

    func read(_ location: ProtectedFileLocation) throws(KeystoreError) -> [UInt8] {
        let file = try files.open(location)
        var octets = [UInt8](repeating: 0, count: Int(file.size))
        var span = octets.mutableSpan
        let count = try file.read(at: 0, into: &span)
        return Array(octets.prefix(count))
    }

    /// The names that are known, sorted, and nil for each that is hidden.
    func names(in directory: String? = nil) throws -> [String?] {
        try files.list(in: directory).map { try $0.get().name }.sorted { ($0 ?? "") < ($1 ?? "") }
    }
}
