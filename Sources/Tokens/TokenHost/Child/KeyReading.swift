internal import Cryptoki
internal import JetonX509
internal import TokenKit

/// The keys of a token, as a session sees them.
enum KeyReading {
    private static let limit = 1024

    /// The keys that the token shows without a login: by their public halves, and by their certificates.
    static func publicKeys(_ session: inout Session) -> [HostedKey] {
        let certificates = certificates(&session)
        var keys: [HostedKey] = []
        for handle in ((try? session.find([.objectClass(.publicKey)])) ?? []).prefix(limit) {
            guard let values = try? session.attributes(TokenPublicKey.publicTypes, of: handle),
                let key = TokenPublicKey.make(values)
            else { continue }
            append(key, values, certificates, &keys)
        }
        for certificate in certificates where !keys.contains(where: { $0.publicKey == certificate.publicKey }) {
            let isForDocuments = certificate.keyUsage?.contains(.nonRepudiation) ?? false
            let name = certificate.subject.description
            keys.append(
                HostedKey(
                    publicKey: certificate.publicKey,
                    label: name,
                    alwaysAuthenticates: false,
                    isForDocuments: isForDocuments
                )
            )
        }
        return Array(keys.prefix(limit))
    }

    /// The keys that the token in a slot shows without a login.
    static func publicKeys(_ slot: Slot) throws(CryptokiError) -> [HostedKey] {
        var session = try Session(slot: slot)
        return publicKeys(&session)
    }

    /// The private keys that a session sees, with their handles.
    static func privateKeys(
        _ session: inout Session
    ) throws(CryptokiError) -> [(key: HostedKey, handle: ObjectHandle)] {
        let known = publicKeys(&session)
        var keys: [(key: HostedKey, handle: ObjectHandle)] = []
        for handle in try session.find([.objectClass(.privateKey)]).prefix(limit) {
            let values = try session.attributes(TokenPublicKey.types, of: handle)
            var found = TokenPublicKey.make(values)
            if found == nil { found = try partner(of: values, &session) }
            guard let key = found else { continue }
            let isForDocuments = known.contains { $0.publicKey == key && $0.isForDocuments }
            let hosted = HostedKey(
                publicKey: key,
                label: values.label ?? "",
                alwaysAuthenticates: values.flag(.alwaysAuthenticate) ?? false,
                isForDocuments: isForDocuments
            )
            keys.append((hosted, handle))
        }
        return keys
    }

    private static func partner(
        of values: AttributeValues,
        _ session: inout Session
    ) throws(CryptokiError) -> PublicKey? {
        guard let id = values.id else { return nil }
        for handle in try session.find([.objectClass(.publicKey), .id(id)]) {
            let values = try session.attributes(TokenPublicKey.publicTypes, of: handle)
            if let key = TokenPublicKey.make(values) { return key }
        }
        for handle in try session.find([.objectClass(.certificate), .id(id)]) {
            if let certificate = certificate(handle, &session) { return certificate.publicKey }
        }
        return nil
    }

    private static func append(
        _ key: PublicKey,
        _ values: AttributeValues,
        _ certificates: [Certificate],
        _ keys: inout [HostedKey]
    ) {
        guard !keys.contains(where: { $0.publicKey == key }) else { return }
        let isForDocuments = certificates.contains {
            $0.publicKey == key && $0.keyUsage?.contains(.nonRepudiation) ?? false
        }
        keys.append(
            HostedKey(
                publicKey: key,
                label: values.label ?? "",
                alwaysAuthenticates: values.flag(.alwaysAuthenticate) ?? false,
                isForDocuments: isForDocuments
            )
        )
    }

    private static func certificates(_ session: inout Session) -> [Certificate] {
        let handles = (try? session.find([.objectClass(.certificate)])) ?? []
        var certificates: [Certificate] = []
        for handle in handles.prefix(limit) {
            if let certificate = certificate(handle, &session), certificate.basicConstraints?.isAuthority != true {
                certificates.append(certificate)
            }
        }
        return certificates
    }

    private static func certificate(_ handle: ObjectHandle, _ session: inout Session) -> Certificate? {
        guard let der = (try? session.attributes([.value], of: handle))?.octets(.value) else { return nil }
        return try? Certificate(derRepresentation: der)
    }
}
