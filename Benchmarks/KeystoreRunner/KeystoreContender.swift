import AgeFiles
internal import BenchmarkSupport
internal import Glibc
import JetonKeystore
import JetonKeystoreBase
internal import JetonOctets
import KeystoreSync

/// Jeton's keystore: one group, unlocked by a key file.
struct KeystoreContender: Contender {
    private let keychain: Keychain
    private static let service = "benchmark"

    /// Opens the store, and makes it if there is none.
    init(_ path: String) throws {
        let configuration = try KeystoreContender.configuration(path)
        // Where the store keeps its own keybag.
        let isThere = unsafe access(path + "/store/keybag", F_OK) == 0
        keychain =
            isThere
            ? try Keychain.open(configuration)
            : try Keychain.create(configuration, unlockedBy: .keyFile(KeystoreContender.keyFile()))
        try keychain.unlock(.keyFile(KeystoreContender.keyFile()))
    }

    private static func configuration(_ path: String) throws -> KeychainConfiguration {
        guard let group = AccessGroup(rawValue: "ABCDE12345.benchmark") else { throw BenchmarkFailure("no group") }
        return KeychainConfiguration(
            directory: path + "/store",
            witnessDirectory: path + "/witness",
            caller: Caller(keychainAccessGroups: [group])
        )
    }

    private static func keyFile() -> Secret {
        Secret(capacity: 64) { target in
            for index in 0..<target.count { target[index] = UInt8(index) }
            return target.count
        }
    }

    private static func secret() -> Secret {
        Secret(capacity: 32) { target in
            for index in 0..<target.count { target[index] = UInt8(index) }
            return target.count
        }
    }

    /// Takes the items from exports of at most 4,000, since adding them one by one would write the file as often.
    func fill(_ count: Int) throws {
        let identity = try AgeIdentity.generate()
        for start in stride(from: 0, to: count, by: 4000) {
            var text = Array("{\"format\":\"jeton keystore export\",\"v\":1}\n".utf8)
            for number in start..<min(count, start + 4000) {
                let data = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
                text += Array(
                    ("{\"accessible\":\"ak\",\"account\":\"\(Contenders.account(number))\",\"created\":1,\"data\":\"\(data)\","
                        + "\"group\":\"ABCDE12345.benchmark\",\"label\":\"\(Contenders.label(number))\",\"modified\":1,"
                        + "\"service\":\"benchmark\",\"synchronizable\":false}\n").utf8
                )
            }
            let file = try AgeFile.encrypt(Secret(copying: text.span), to: [identity.recipient])
            let copy = try AgeIdentity(text: identity.makeText())
            let report = try keychain.importItems(file, openedBy: .identity(copy))
            guard report.added + report.unchanged == min(count, start + 4000) - start else {
                throw BenchmarkFailure("the items were not taken")
            }
        }
    }

    func add(account: String) throws {
        let attributes = ItemAttributes(service: KeystoreContender.service, account: account, label: "added")
        try keychain.add(attributes, secret: KeystoreContender.secret())
    }

    func find(account: String) throws -> Int {
        try keychain.withSecret(ItemQuery(service: KeystoreContender.service, account: account)) { _, secret in
            secret.count
        }
    }

    func scan(label: String) throws -> Int { try keychain.items(ItemQuery(label: label)).count }

    /// Times unlocking by a passphrase, in milliseconds.
    static func printUnlocking(at path: String) throws {
        let octets = Array("correct horse battery".utf8)
        let configuration = try configuration(path)
        let keychain = try Keychain.create(configuration, unlockedBy: .passphrase(Secret(copying: octets.span)))
        var times = Sample()
        for _ in 0..<5 {
            let start = ContinuousClock.now
            try keychain.unlock(.passphrase(Secret(copying: octets.span)))
            times.add((ContinuousClock.now - start) / .milliseconds(1))
        }
        print("keystore                \(Sample.text(times.median, width: 10))")
    }
}
