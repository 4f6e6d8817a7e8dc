import AgeFiles
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import KeystoreSync

/// One use of each kind of cryptography that the keystore has.
struct Exercise: ~Copyable {
    private let keychain: Keychain
    private let passphrase: Secret

    /// Makes a store with a slot of each kind that needs no program beside.
    init(store: String, group: AccessGroup) throws {
        var configuration = KeychainConfiguration(directory: store, caller: Caller(keychainAccessGroups: [group]))
        configuration.passphraseCost = .floor
        var words = Array("correct horse".utf8)
        let passphrase = Secret(wiping: &words)
        let keychain = try Keychain.create(configuration, unlockedBy: .passphrase(passphrase.clone()))
        try keychain.unlock(.passphrase(passphrase.clone()))
        var content = (0..<64).map { UInt8($0) }
        try keychain.addSlot(.keyFile(Secret(wiping: &content)), authorizedBy: .passphrase(passphrase.clone()))
        let recipient = try AgeIdentity.generate().recipient
        try keychain.addSlot(.recovery(recipient), authorizedBy: .passphrase(passphrase.clone()))
        self.keychain = keychain
        self.passphrase = passphrase
    }

    /// Answers 0 if everything that was written reads the same.
    func run() throws -> Int32 {
        for accessible in Accessible.allCases {
            try keychain.add(
                ItemAttributes(account: accessible.rawValue, accessible: accessible),
                secret: passphrase.clone()
            )
            let isSame = try keychain.withSecret(ItemQuery(account: accessible.rawValue)) { _, octets in
                passphrase.withBytes { ConstantTime.equals($0, octets) }
            }
            guard isSame else { return 1 }
        }
        let identity = try AgeIdentity.generate()
        let toRecipient = try AgeFile.encrypt(passphrase, to: [identity.recipient])
        guard try AgeFile.decrypt(toRecipient, with: identity).equals(passphrase) else { return 2 }
        let toPassphrase = try AgeFile.encrypt(passphrase, passphrase: passphrase, workFactor: 10)
        guard try AgeFile.decrypt(toPassphrase, passphrase: passphrase).equals(passphrase) else { return 3 }
        let devices = try SyncDeviceKeys.generate()
        let membership = try SyncMembership(founder: devices.member(named: "one"), keys: devices)
        guard try SyncMembership(membership.encoded) == membership else { return 4 }
        return keychain.verify().findings.isEmpty ? 0 : 5
    }
}
