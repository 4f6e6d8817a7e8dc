import JetonKeystoreBase
import JetonOctets

/// How protected files use the store's keys.
extension Keychain {
    private static let fileKeyLabel = "JTpk1"
    private static let fileNameLabel = "JTpn1"

    // The group is one that no caller names; vault and salt are constant, since a file's header binds its identifier.
    private func fileBinding() throws(KeystoreError) -> VaultBinding {
        guard let group = AccessGroup(rawValue: "local.jeton-files") else {
            throw KeystoreError(.invalidParameter, "the access group for protected files is not valid")
        }
        return VaultBinding(
            store: context.store,
            vault: Array("jeton files 1   ".utf8),
            salt: [UInt8](repeating: 0, count: 32),
            group: group
        )
    }

    /// Makes a file key, and seals it and the name into a header.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the class can't be written now.
    func sealFileKey(into header: inout ProtectedFileHeader, name: String) throws(KeystoreError) -> Secret {
        lockIfForgotten()
        let fileKey = try Primitives.randomKey()
        header.wrap = try classKeys.wrap(
            fileKey,
            header.classKey,
            try fileBinding(),
            associated: header.bound(Keychain.fileKeyLabel)
        ).octets
        let nameKey = try fileNameKey(header, fileKey)
        header.sealedName = try Primitives.seal(
            Array(name.utf8).span,
            key: nameKey,
            associated: header.bound(Keychain.fileNameLabel)
        )
        return fileKey
    }

    /// The key of a file.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the class is locked;
    ///   ``KeystoreError/Code/decoding`` if the header was changed.
    func openFileKey(_ header: ProtectedFileHeader, _ file: String) throws(KeystoreError) -> Secret {
        lockIfForgotten()
        let kind: WrapKind = header.protection == .completeUnlessOpen ? .agreement : .classKey
        let opened = try classKeys.unwrap(
            header.wrap.span,
            kind,
            header.classKey,
            try fileBinding(),
            associated: header.bound(Keychain.fileKeyLabel)
        )
        switch consume opened {
        case .some(let key): return key.withBytes { Secret(copying: $0) }
        case .none: throw KeystoreError(.decoding, "the header of \(file) is damaged, or belongs to other class keys")
        }
    }

    /// The name in a header; nil if it is hidden and the class is locked.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` if it was changed.
    func openFileName(_ header: ProtectedFileHeader, _ file: String) throws(KeystoreError) -> String? {
        let nameKey: Secret
        if header.hidesName {
            lockIfForgotten()
            guard classKeys.canRead(header.classKey) else { return nil }
            nameKey = try fileNameKey(header, try openFileKey(header, file))
        } else {
            nameKey = try Primitives.derive(context.device, label: "jeton file names 1", context: context.store)
        }
        guard
            let octets = Primitives.openPublic(
                header.sealedName.span,
                key: nameKey,
                associated: header.bound(Keychain.fileNameLabel)
            ),
            let name = String(validating: octets, as: UTF8.self)
        else { throw KeystoreError(.decoding, "the header of \(file) is damaged: its name cannot be decrypted") }
        return name
    }

    private func fileNameKey(
        _ header: ProtectedFileHeader,
        _ fileKey: borrowing Secret
    ) throws(KeystoreError) -> Secret {
        guard header.hidesName else {
            return try Primitives.derive(context.device, label: "jeton file names 1", context: context.store)
        }
        return try Primitives.derive(fileKey, label: "jeton file name 1", context: context.store)
    }

    /// The name on the disk of a file whose name is hidden: 64 hexadecimal digits that say nothing without the device key.
    func hiddenFileName(_ name: String) throws(KeystoreError) -> String {
        let key = try Primitives.derive(context.device, label: "jeton file tags 1", context: context.store)
        return Hex.encode(try Primitives.authenticate(key, [], Array(name.utf8).span))
    }

    /// The code that binds a directory's default class to this store.
    func directoryCode(_ octets: [UInt8]) throws(KeystoreError) -> [UInt8] {
        let key = try Primitives.derive(context.device, label: "jeton file default 1", context: context.store)
        return try Primitives.authenticate(key, [], octets.span)
    }
}
