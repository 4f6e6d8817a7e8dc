import JetonKeystoreBase
import JetonOctets

/// The keybag: the store's identifier, the slots, and the class keys wrapped under what the slots give.
struct Keybag: Sendable {
    static let magic = Array("JTKEYBAG".utf8)
    static let format: UInt16 = 2
    static let suite: UInt16 = 1
    static let maximumSlots = 8
    static let fileName = "keybag"
    static let maximumFile = 1 << 20
    /// Class keys that are made at one time: one of each class.
    private static let maximumClassKeys = 5 * 256

    /// A class key, wrapped under the device key or under what unlocking gives.
    struct WrappedClassKey: Sendable {
        var name: ClassKeyName
        /// The public key of ``ProtectionClass/unlessOpen``; empty for the others.
        var publicKey: [UInt8]
        var sealed: [UInt8]
    }

    var store: [UInt8]
    var generation: UInt64
    var created: Timestamp
    var previousCode: [UInt8]
    var slots: [KeybagSlot]
    var classKeys: [WrappedClassKey]

    /// Whether a passphrase slot exists: what "a passcode is set" means here.
    var hasPassphrase: Bool { slots.contains { $0.kind == .passphrase } }

    /// The epoch of the class keys that are written with: how often they were replaced.
    var epoch: UInt8 { classKeys.map(\.name.epoch).max() ?? 0 }

    /// The public keys of ``ProtectionClass/unlessOpen`` by their epochs.
    var publicKeys: [UInt8: [UInt8]] {
        var keys: [UInt8: [UInt8]] = [:]
        for key in classKeys where key.name.protection == .unlessOpen { keys[key.name.epoch] = key.publicKey }
        return keys
    }

    // MARK: - Keys

    static func unlockKey(root: borrowing Secret, store: [UInt8]) throws(KeystoreError) -> Secret {
        try Primitives.derive(root, label: "jeton unlock 1", context: store)
    }

    static func deviceClassKey(device: borrowing Secret, store: [UInt8]) throws(KeystoreError) -> Secret {
        try Primitives.derive(device, label: "jeton device 1", context: store)
    }

    private static func associated(_ name: ClassKeyName, _ publicKey: [UInt8], _ store: [UInt8]) -> [UInt8] {
        var octets = Array("JTclass1".utf8)
        octets.appendLittleEndian(name.rawValue)
        return octets + store + publicKey
    }

    /// Makes and wraps a new key of a class in the present epoch.
    mutating func addClassKey(_ protection: ProtectionClass, wrapping key: borrowing Secret) throws(KeystoreError) {
        let name = ClassKeyName(protection, epoch: epoch)
        let classKey = try Primitives.randomKey()
        let publicKey = protection == .unlessOpen ? try Primitives.publicKey(of: classKey) : []
        classKeys.append(try sealed(classKey, name, publicKey, wrapping: key))
    }

    private func sealed(
        _ classKey: borrowing Secret,
        _ name: ClassKeyName,
        _ publicKey: [UInt8],
        wrapping key: borrowing Secret
    ) throws(KeystoreError) -> WrappedClassKey {
        let binding = Keybag.associated(name, publicKey, store)
        let sealed = try classKey.withBytes { (classKey) throws(KeystoreError) in
            try Primitives.seal(classKey, key: key, associated: binding)
        }
        return WrappedClassKey(name: name, publicKey: publicKey, sealed: sealed)
    }

    /// Unwraps the keys of some classes, of every epoch.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` if one does not open.
    func unwrap(
        _ protections: [ProtectionClass],
        with key: borrowing Secret
    ) throws(KeystoreError) -> [ClassKeyName: SharedSecret] {
        var keys: [ClassKeyName: SharedSecret] = [:]
        for wrapped in classKeys where protections.contains(wrapped.name.protection) {
            let binding = Keybag.associated(wrapped.name, wrapped.publicKey, store)
            guard let opened = Primitives.open(wrapped.sealed.span, key: key, associated: binding) else {
                throw KeystoreError.damaged("the keybag", "a class key cannot be decrypted")
            }
            keys[wrapped.name] = SharedSecret(opened)
        }
        return keys
    }

    /// Makes a new root key and new class keys; the earlier ones stay, for what is sealed under them.
    ///
    /// - Parameter root: The present root key.
    /// - Returns: The key that opens the class keys from now on.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if a slot can't follow, or after 255 times;
    ///   ``KeystoreError/Code/notAvailable`` if a slot's public key is not one that a holder of the root key has put there.
    mutating func replaceClassKeys(root: borrowing Secret) throws(KeystoreError) -> Secret {
        guard epoch < UInt8.max else {
            throw KeystoreError(
                .invalidParameter,
                "the class keys have already been replaced 255 times",
                hint: "create a new keystore, and move the items to it with `jeton keystore export` and `import`"
            )
        }
        let newRoot = try Primitives.randomKey()
        for index in slots.indices { try slots[index].follow(from: root, to: newRoot, store: store) }
        let newKey = try Keybag.unlockKey(root: newRoot, store: store)
        let earlier = try unwrap(
            ProtectionClass.allCases.filter { $0 != .always },
            with: try Keybag.unlockKey(root: root, store: store)
        )
        let nextEpoch = epoch + 1
        for (index, wrapped) in classKeys.enumerated() {
            guard let key = earlier[wrapped.name] else { continue }
            classKeys[index] = try sealed(key.secret, wrapped.name, wrapped.publicKey, wrapping: newKey)
        }
        for protection in ProtectionClass.allCases where protection != .always {
            // A class that needs a passphrase has a key only while there is one.
            guard classKeys.contains(where: { $0.name.protection == protection }) else { continue }
            let classKey = try Primitives.randomKey()
            let publicKey = protection == .unlessOpen ? try Primitives.publicKey(of: classKey) : []
            let name = ClassKeyName(protection, epoch: nextEpoch)
            classKeys.append(try sealed(classKey, name, publicKey, wrapping: newKey))
        }
        return newKey
    }

    // MARK: - Octets

    /// The code over everything in front of it.
    static func code(
        _ covered: Span<UInt8>,
        device: borrowing Secret,
        store: [UInt8]
    ) throws(KeystoreError) -> [UInt8] {
        let key = try Primitives.derive(device, label: "jeton keybag 1", context: store)
        return try Primitives.authenticate(key, Array("JTbag1".utf8), covered)
    }

    func encoded(device: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        var file = Keybag.magic
        file.appendLittleEndian(Keybag.format)
        file.appendLittleEndian(Keybag.suite)
        file.appendLittleEndian(UInt32(0))
        file.append(contentsOf: store)
        file.appendLittleEndian(generation)
        file.appendLittleEndian(UInt64(bitPattern: created.microseconds))
        file.append(contentsOf: previousCode)
        file.appendLittleEndian(UInt32(slots.count))
        file.appendLittleEndian(UInt32(classKeys.count))
        for slot in slots {
            file.appendLittleEndian(slot.kind.rawValue)
            file.append(contentsOf: slot.identifier)
            file.appendCounted(slot.body)
            file.appendCounted(slot.share?.encoded ?? [])
        }
        for key in classKeys {
            file.appendLittleEndian(key.name.rawValue)
            file.appendCounted(key.publicKey)
            file.appendCounted(key.sealed)
        }
        let code = try Keybag.code(file.span, device: device, store: store)
        return file + code
    }

    /// Reads and proves a keybag.
    ///
    /// - Returns: The keybag and its code.
    /// - Throws: ``KeystoreError/Code/notAvailable``.
    static func decode(
        _ file: [UInt8],
        device: borrowing Secret,
        store expected: [UInt8],
        name: String
    ) throws(KeystoreError) -> (Keybag, code: [UInt8]) {
        let format: UInt16
        do throws(EncodingError) {
            var cursor = ByteCursor(file)
            guard Array(try cursor.read(magic.count)) == magic else { throw EncodingError(.unexpectedValue, at: 0) }
            format = try cursor.readLittleEndian()
        } catch { throw KeystoreError.damaged(name, "it is not a keybag: \(error)") }
        guard format <= Keybag.format else { throw KeystoreError.newerFormat(name, format, known: Keybag.format) }
        guard file.count >= Primitives.digestSize else { throw KeystoreError.damaged(name, "it is truncated") }
        let end = file.count - Primitives.digestSize
        let code = Array(file[end...])
        let computed = try Keybag.code(file.span.extracting(0..<end), device: device, store: expected)
        guard ConstantTime.equals(computed, code) else {
            throw KeystoreError.damaged(name, "it is not authentic, or belongs to another store than the device key")
        }
        do throws(EncodingError) {
            return (try Keybag(body: file[..<end], store: expected), code)
        } catch { throw KeystoreError.damaged(name, "its content is malformed: \(error)") }
    }

    private init(body: ArraySlice<UInt8>, store expected: [UInt8]) throws(EncodingError) {
        var cursor = ByteCursor(body)
        _ = try cursor.read(Keybag.magic.count)
        let format = try cursor.readLittleEndian(UInt16.self)
        guard
            (1...Keybag.format).contains(format),
            try cursor.readLittleEndian(UInt16.self) == Keybag.suite,
            try cursor.readLittleEndian(UInt32.self) == 0
        else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
        store = Array(try cursor.read(16))
        guard store == expected else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
        generation = try cursor.readLittleEndian()
        created = Timestamp(microseconds: Int64(bitPattern: try cursor.readLittleEndian()))
        previousCode = Array(try cursor.read(32))
        let slotCount = Int(try cursor.readLittleEndian(UInt32.self))
        let keyCount = Int(try cursor.readLittleEndian(UInt32.self))
        guard slotCount <= Keybag.maximumSlots, keyCount <= Keybag.maximumClassKeys else {
            throw EncodingError(.limitExceeded, at: cursor.offset)
        }
        slots = []
        for _ in 0..<slotCount {
            let kind = SlotKind(rawValue: try cursor.readLittleEndian())
            let identifier = Array(try cursor.read(16))
            let body = Array(try cursor.readCounted(limit: KeybagSlot.maximumBody))
            var share: SlotShare?
            if format > 1 {
                let octets = Array(try cursor.readCounted(limit: SlotShare.size))
                share = SlotShare(octets)
                guard share != nil || octets.isEmpty else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
            }
            slots.append(KeybagSlot(kind: kind, identifier: identifier, body: body, share: share))
        }
        classKeys = []
        for _ in 0..<keyCount {
            guard let name = ClassKeyName(rawValue: try cursor.readLittleEndian()) else {
                throw EncodingError(.unexpectedValue, at: cursor.offset)
            }
            let publicKey = Array(try cursor.readCounted(limit: 32))
            let sealed = Array(try cursor.readCounted(limit: 256))
            classKeys.append(WrappedClassKey(name: name, publicKey: publicKey, sealed: sealed))
        }
        try cursor.finish()
    }

    /// The first generation of a store.
    init(creating store: [UInt8], now: Timestamp) {
        self.store = store
        generation = 1
        created = now
        previousCode = [UInt8](repeating: 0, count: Primitives.digestSize)
        slots = []
        classKeys = []
    }
}
