import JetonLibcrypto

extension PIVContents {
    /// What a new card remembers: the PINs and keys of the factory, and an attestation key with its certificate.
    static func factory(
        _ algorithm: ManagementAlgorithm,
        serialNumber: UInt32
    ) throws(LibcryptoError) -> PIVContents {
        let key = try PrivateKey(generating: .p256)
        let attestation = StoredKey(
            .p256,
            pinPolicy: .never,
            origin: .generated,
            octets: try key.octets(),
            loaded: key
        )
        var objects = try DataObjects.factory()
        objects[PIVObjectTag.attestationCertificate] = try AttestationCertificate.selfSigned(
            attestation,
            serialNumber: serialNumber
        )
        return PIVContents(
            pin: .factory(PINReference.factoryPIN),
            unblockingKey: .factory(PINReference.factoryUnblockingKey),
            managementKey: .factory(algorithm),
            factoryManagementAlgorithm: algorithm,
            keys: [KeyReference.attestation: attestation],
            objects: objects
        )
    }

    /// Takes back all but the attestation key and its certificate.
    mutating func reset(objects factoryObjects: [UInt32: [UInt8]]) {
        let certificate = objects[PIVObjectTag.attestationCertificate]
        pin = .factory(PINReference.factoryPIN, generation: pin.generation &+ 1)
        unblockingKey = .factory(PINReference.factoryUnblockingKey, generation: unblockingKey.generation &+ 1)
        managementKey = .factory(factoryManagementAlgorithm, generation: managementKey.generation &+ 1)
        keys = keys.filter { $0.key == KeyReference.attestation }
        objects = factoryObjects
        objects[PIVObjectTag.attestationCertificate] = certificate
    }
}
