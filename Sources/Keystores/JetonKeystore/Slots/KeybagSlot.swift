import JetonKeystoreBase
import JetonOctets

/// One slot of the keybag: the root key, wrapped for one way to unlock.
struct KeybagSlot: Sendable {
    static let maximumBody = 65536
    private static let saltSize = 32
    private static let rootMagic = Array("JTroot1\0".utf8)

    let kind: SlotKind
    let identifier: [UInt8]
    let body: [UInt8]
    /// The root key, sealed to the key that the body wraps; nil for a slot of format 1, whose body wraps the root key.
    private(set) var share: SlotShare?

    static func associated(_ kind: SlotKind, _ identifier: [UInt8], _ store: [UInt8]) -> [UInt8] {
        var octets = Array("JTslot1".utf8)
        octets.appendLittleEndian(kind.rawValue)
        return octets + identifier + store
    }

    init(kind: SlotKind, identifier: [UInt8], body: [UInt8], share: SlotShare? = nil) {
        self.kind = kind
        self.identifier = identifier
        self.body = body
        self.share = share
    }

    /// Makes a slot and its key pair.
    static func make(
        _ new: borrowing NewSlot,
        cost: PassphraseCost,
        root: borrowing Secret,
        store: [UInt8]
    ) throws(KeystoreError) -> KeybagSlot {
        let privateKey = try Primitives.randomKey()
        var slot = try KeybagSlot(new, cost: cost, root: privateKey, store: store)
        slot.share = try SlotShare(
            of: root,
            to: try Primitives.publicKey(of: privateKey),
            identifier: slot.identifier,
            store: store
        )
        return slot
    }

    /// The root key from what the body gave.
    func root(_ opened: consuming Secret, store: [UInt8]) throws(KeystoreError) -> Secret? {
        guard let share else { return opened }
        return try share.open(opened, identifier: identifier, store: store)
    }

    /// Opens for a new root key from now on.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for a slot of format 1.
    mutating func follow(
        from root: borrowing Secret,
        to newRoot: borrowing Secret,
        store: [UInt8]
    ) throws(KeystoreError) {
        guard let share else {
            throw KeystoreError(
                .invalidParameter,
                "slot \(Hex.encode(identifier)) (\(kind)) has an earlier version, and can't get a new key",
                hint: "add it again with `jeton keystore slot add`, and remove this slot"
            )
        }
        self.share = try share.following(from: root, to: newRoot, identifier: identifier, store: store)
    }

    /// Wraps a key for a new slot.
    init(
        _ new: borrowing NewSlot,
        cost: PassphraseCost,
        root: borrowing Secret,
        store: [UInt8]
    ) throws(KeystoreError) {
        let identifier = try Primitives.random(16)
        switch new {
        case .passphrase(let passphrase):
            guard (1...1024).contains(passphrase.count) else {
                throw KeystoreError(.invalidParameter, "a passphrase has 1 to 1,024 bytes")
            }
            let salt = try Primitives.random(KeybagSlot.saltSize)
            let key = try Primitives.scrypt(passphrase, salt: salt, cost: cost)
            let parameters = [UInt8(cost.log2Cost), UInt8(cost.blockSize), UInt8(cost.parallelism), 0]
            let binding = KeybagSlot.associated(.passphrase, identifier, store) + parameters + salt
            let sealed = try root.withBytes { (root) throws(KeystoreError) in
                try Primitives.seal(root, key: key, associated: binding)
            }
            self.init(kind: .passphrase, identifier: identifier, body: parameters + salt + sealed)
        case .keyFile(let content):
            guard (32...KeybagSlot.maximumBody).contains(content.count) else {
                throw KeystoreError(.invalidParameter, "a key file has 32 to 65,536 bytes")
            }
            let salt = try Primitives.random(KeybagSlot.saltSize)
            let key = try KeybagSlot.fileKey(content, salt: salt, store: store)
            let binding = KeybagSlot.associated(.keyFile, identifier, store) + salt
            let sealed = try root.withBytes { (root) throws(KeystoreError) in
                try Primitives.seal(root, key: key, associated: binding)
            }
            self.init(kind: .keyFile, identifier: identifier, body: salt + sealed)
        case .systemCredential(let wrapper):
            let body = try KeybagSlot.wrap(root, wrapper, store: store)
            self.init(kind: .systemCredential, identifier: identifier, body: body)
        case .token(let key):
            try self.init(token: key, identifier: identifier, root: root, store: store)
        case .recovery(let wrapper):
            let body = try KeybagSlot.wrap(root, wrapper, store: store)
            self.init(kind: .recovery, identifier: identifier, body: body)
        }
    }

    /// Opens the slot with a passphrase; nil if it is not of this slot.
    func open(passphrase: borrowing Secret, store: [UInt8]) throws(KeystoreError) -> Secret? {
        guard
            kind == .passphrase, body.count == 4 + KeybagSlot.saltSize + 32 + Primitives.sealOverhead, body[3] == 0,
            let cost = PassphraseCost(
                log2Cost: Int(body[0]),
                blockSize: Int(body[1]),
                parallelism: Int(body[2])
            )
        else { return nil }
        let salt = Array(body[4..<4 + KeybagSlot.saltSize])
        let key = try Primitives.scrypt(passphrase, salt: salt, cost: cost)
        let head = body.prefix(4 + KeybagSlot.saltSize)
        return Primitives.open(
            body.span.extracting(head.count...),
            key: key,
            associated: KeybagSlot.associated(kind, identifier, store) + head
        )
    }

    /// Opens the slot with a key file's octets; nil if they are not of this slot.
    func open(keyFile: borrowing Secret, store: [UInt8]) throws(KeystoreError) -> Secret? {
        guard kind == .keyFile, body.count == KeybagSlot.saltSize + 32 + Primitives.sealOverhead else { return nil }
        let salt = Array(body.prefix(KeybagSlot.saltSize))
        let key = try KeybagSlot.fileKey(keyFile, salt: salt, store: store)
        return Primitives.open(
            body.span.extracting(KeybagSlot.saltSize...),
            key: key,
            associated: KeybagSlot.associated(kind, identifier, store) + salt
        )
    }

    /// Opens the slot by its counterpart elsewhere; nil if what comes back is not this store's root key.
    func open(_ unwrapper: any KeyUnwrapping, store: [UInt8]) throws(KeystoreError) -> Secret? {
        let opened = try unwrapper.unwrap(body)
        let head = KeybagSlot.rootMagic + store
        let isOurs = opened.withBytes { octets in
            octets.count == head.count + Primitives.keySize
                && ConstantTime.equals(octets.extracting(0..<head.count), head.span)
        }
        guard isOurs else { return nil }
        return opened.withBytes { Secret(copying: $0.extracting(head.count...)) }
    }

    private static func wrap(
        _ root: borrowing Secret,
        _ wrapper: any KeyWrapping,
        store: [UInt8]
    ) throws(KeystoreError) -> [UInt8] {
        let head = rootMagic + store
        let named = root.withBytes { root in
            Secret(capacity: head.count + root.count) { (span: inout MutableSpan<UInt8>) in
                for index in 0..<head.count { span[index] = head[index] }
                for index in 0..<root.count { span[head.count + index] = root[index] }
                return head.count + root.count
            }
        }
        let wrapped = try wrapper.wrap(named)
        guard (1...maximumBody).contains(wrapped.count) else {
            throw KeystoreError(.invalidParameter, "a wrapped root key has 1 to \(maximumBody) bytes")
        }
        return wrapped
    }

    // HKDF (RFC 5869) over the file's octets: they need not be uniform, only unguessable.
    private static func fileKey(
        _ content: borrowing Secret,
        salt: [UInt8],
        store: [UInt8]
    ) throws(KeystoreError) -> Secret {
        let saltKey = Secret(copying: salt.span)
        var pseudorandom = try content.withBytes { (content) throws(KeystoreError) in
            try Primitives.authenticate(saltKey, [], content)
        }
        return try Primitives.derive(Secret(wiping: &pseudorandom), label: "jeton key file 1", context: store)
    }
}
