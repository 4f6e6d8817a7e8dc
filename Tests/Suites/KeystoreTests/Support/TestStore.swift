import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

#if canImport(Glibc)
    import Glibc
#endif

/// A store in a directory of its own that goes with the value.
final class TestStore: Sendable {
    static let team = "ABCDE12345"
    static let keyFileOctets = [UInt8]((0..<64).map { UInt8($0) })

    let directory: String
    var storePath: String { directory + "/store" }
    var witnessPath: String { directory + "/witness" }

    /// Makes the directory; one in memory is faster where thousands of stores are made.
    init(inMemory: Bool = false) throws {
        let parent = inMemory && Shell.exists("/dev/shm") ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/jeton-keystore-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Shell.Failure(description: "no temporary directory") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? Shell.run("/bin/rm", ["-rf", directory]) }

    static func group(_ name: String) -> AccessGroup {
        guard let group = AccessGroup(rawValue: "\(team).\(name)") else { preconditionFailure("not a group: \(name)") }
        return group
    }

    static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    static func keyFile() -> Secret { Secret(copying: keyFileOctets.span) }

    static let application = Caller(
        keychainAccessGroups: [group("shared"), group("second")],
        applicationIdentifier: group("ru.example.signer")
    )

    func configuration(_ caller: Caller = TestStore.application) -> KeychainConfiguration {
        var configuration = KeychainConfiguration(
            directory: storePath,
            witnessDirectory: witnessPath,
            caller: caller
        )
        configuration.passphraseCost = .floor
        return configuration
    }

    /// Makes the store, unlocked by a key file, and unlocks it.
    func create(_ caller: Caller = TestStore.application) throws -> Keychain {
        let keychain = try Keychain.create(configuration(caller), unlockedBy: .keyFile(TestStore.keyFile()))
        try keychain.unlock(.keyFile(TestStore.keyFile()))
        return keychain
    }

    /// Opens the store as another process would, and unlocks it.
    func open(_ caller: Caller = TestStore.application) throws -> Keychain {
        let keychain = try Keychain.open(configuration(caller))
        try keychain.unlock(.keyFile(TestStore.keyFile()))
        return keychain
    }

    func vaultPath(_ group: String = "shared") -> String {
        "\(storePath)/vaults/\(TestStore.team).\(group)/group.kvault"
    }
}

extension Keychain {
    /// The secret of the first match as text.
    func text(_ query: ItemQuery) throws -> String {
        try withSecret(query) { _, octets in
            var text: [UInt8] = []
            for index in 0..<octets.count { text.append(octets[index]) }
            return String(decoding: text, as: UTF8.self)
        }
    }

    @discardableResult
    func add(_ attributes: ItemAttributes, text: String) throws(KeystoreError) -> PersistentReference {
        try add(attributes, secret: TestStore.secret(text))
    }
}
