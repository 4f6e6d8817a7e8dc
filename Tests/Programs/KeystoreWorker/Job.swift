import JetonKeystore
import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// One task of the worker on one group of a store.
struct Job {
    private let keychain: Keychain
    private let group: AccessGroup
    private let store: String

    /// Opens the store as the tests make them: unlocked by a key file of 64 ascending octets.
    init(store: String, group: AccessGroup) throws {
        self.store = store
        self.group = group
        let caller = Caller(keychainAccessGroups: [group])
        keychain = try Keychain.open(KeychainConfiguration(directory: store, caller: caller))
        var content = (0..<64).map { UInt8($0) }
        try keychain.unlock(.keyFile(Secret(wiping: &content)))
    }

    func run(_ task: String, _ arguments: [String]) throws -> Int32 {
        let first = arguments.first ?? ""
        let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 0
        switch task {
        case "read": return try keychain.contains(ItemQuery(account: first)) ? 0 : 1
        case "add": return add(first, expecting: Int32(count))
        case "fill":
            for index in 0..<count { try add("\(first)-\(index)", "x") }
            return 0
        case "replace":
            for index in 0..<count { try replace(first, "\(index)") }
            return 0
        case "watch":
            for _ in 0..<count where try !isConsistent(first) { return 1 }
            return 0
        case "storm": return try storm(seed: UInt64(first) ?? 0, count: count, log: arguments[2])
        case "protect": try protect(first, count: count)
        case "hold":
            return try hold()
        default: return 64
        }
    }

    /// Replaces a protected file again and again by as many blocks of one letter.
    private func protect(_ path: String, count: Int) throws -> Never {
        let files = ProtectedFiles(keychain)
        var round = 0
        while true {
            let letter = UInt8(ascii: "a") + UInt8(round % 26)
            let block = [UInt8](repeating: letter, count: 65_536)
            var writer = try files.create(.path(path), replaces: true)
            for _ in 0..<count { try writer.write(block.span) }
            try writer.finish()
            round += 1
        }
    }

    private func secret(_ text: String) -> Secret {
        var octets = Array(text.utf8)
        return Secret(wiping: &octets)
    }

    private func add(_ account: String, _ text: String) throws(KeystoreError) {
        try keychain.add(ItemAttributes(account: account, label: text), secret: secret(text))
    }

    private func add(_ account: String, expecting status: Int32) -> Int32 {
        do throws(KeystoreError) {
            try add(account, "x")
            return status == 0 ? 0 : 1
        } catch {
            if error.code.rawValue == status { return 0 }
            print("add: \(error)")
            return 1
        }
    }

    private func replace(_ account: String, _ text: String) throws(KeystoreError) {
        var changes = AttributeChanges()
        changes.label = text
        try keychain.update(ItemQuery(account: account), changes, secret: secret(text))
    }

    private func isConsistent(_ account: String) throws -> Bool {
        try keychain.withSecret(ItemQuery(account: account)) { item, octets in
            let label = Array((item.attributes.label ?? "").utf8)
            return ConstantTime.equals(label.span, octets)
        }
    }

    /// Changes items of this worker's own at random; the log says what was begun and what was acknowledged.
    private func storm(seed: UInt64, count: Int, log path: String) throws -> Int32 {
        var generator = Generator(state: seed)
        let log = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard log >= 0 else { return 74 }
        func note(_ line: String) {
            let octets = Array("\(line)\n".utf8)
            _ = unsafe write(log, octets, octets.count)
        }
        for index in 0..<count {
            let account = "\(seed)-\(generator.next() % 8)"
            let kind = ["put", "put", "delete"][Int(generator.next() % 3)]
            note("begin \(kind) \(account) \(index)")
            do throws(KeystoreError) {
                if kind == "delete" {
                    try keychain.delete(ItemQuery(account: account))
                } else {
                    do throws(KeystoreError) { try replace(account, "\(index)") } catch {
                        guard error.code == .itemNotFound else { throw error }
                        try add(account, "\(index)")
                    }
                }
                note("done")
            } catch {
                guard error.code == .itemNotFound else {
                    note("failed \(error)")
                    return 1
                }
                note("done")
            }
        }
        return 0
    }

    private func hold() throws -> Int32 {
        let lock = unsafe open("\(store)/vaults/\(group)/group.lock", O_RDWR)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { return 74 }
        sleep(600)
        return 0
    }

    /// A small generator that gives the same numbers for the same seed (Steele, Lea, Flood: SplitMix64).
    private struct Generator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }
}
