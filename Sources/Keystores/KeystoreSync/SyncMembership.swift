import JetonASN1
import JetonJSON
public import JetonKeystoreBase
import JetonOctets

/// Which devices take part: the file `devices.json.sig` in the directory.
///
/// The file holds every version of the list, one a line, from the first on. Each version names the digest of the one
/// before and is signed by a member of that one, the first by a member of itself. A device remembers the version it
/// accepted last, and accepts only what goes on from there; two lists that go on differently are a fork, which
/// people must resolve.
public struct SyncMembership: Hashable, Sendable {
    /// One version of the list.
    struct Version: Hashable, Sendable {
        let members: [SyncMember]
        let signer: SyncDeviceIdentifier
        let payload: [UInt8]
        let signature: [UInt8]

        /// SHA-256 of the payload.
        var digest: [UInt8] { SHA256.hash(payload.span) }
    }

    /// The name of the file.
    static let fileName = "devices.json.sig"
    /// Octets of the file that are read at most.
    static let octetLimit = 4_194_304
    /// Devices in one version at most.
    public static let memberLimit = 64
    private static let versionLimit = 1024
    private static let domain = Array("TKSM1\u{0}".utf8)
    private static let noDigest = [UInt8](repeating: 0, count: 32)

    private let versions: [Version]

    /// The devices of the newest version, in the order in which they were added.
    public var members: [SyncMember] { versions[versions.count - 1].members }
    /// The number of the newest version, from 1.
    public var serial: Int { versions.count }
    /// SHA-256 of the newest version; 32 octets.
    public var digest: [UInt8] { versions[versions.count - 1].digest }
    /// Twenty hexadecimal digits of the newest version, for people who compare two screens.
    public var fingerprint: String { ShortFingerprint.text(digest) }

    /// The member with a name, or nil.
    public func member(_ device: SyncDeviceIdentifier) -> SyncMember? { members.first { $0.device == device } }

    /// Whether the list goes on from a version that was accepted earlier.
    func continues(serial: Int, digest: [UInt8]) -> Bool {
        (1...versions.count).contains(serial) && versions[serial - 1].digest == digest
    }

    /// Starts a list with one device.
    ///
    /// - Throws: ``KeystoreError``.
    public init(founder: SyncMember, keys: borrowing SyncDeviceKeys) throws(KeystoreError) {
        versions = [try SyncMembership.sign([founder], previous: SyncMembership.noDigest, serial: 1, keys)]
    }

    private init(versions: [Version]) { self.versions = versions }

    /// The list with one more device.
    ///
    /// A device is its key. Names are for people, and several devices may have one: two computers often do. A device that
    /// is in the list stays, with the name that the card gives it now.
    ///
    /// - Throws: ``KeystoreError/Code/duplicateItem`` for a device that is there with another recipient,
    ///   ``KeystoreError/Code/missingEntitlement`` if this device is not a member.
    public func adding(_ member: SyncMember, keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> SyncMembership {
        guard let present = self.member(member.device) else { return try changing(members + [member], keys) }
        if present == member { return self }
        guard present.recipient == member.recipient else {
            throw KeystoreError(
                .duplicateItem,
                "the device \(member.device) already takes part, but with a different recipient",
                hint: "run `jeton keystore sync remove` and then `add` to use the new recipient"
            )
        }
        return try changing(members.map { $0.device == member.device ? member : $0 }, keys)
    }

    /// The list without a device.
    ///
    /// What the device could read it can still read: the secrets have to be changed.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound``, ``KeystoreError/Code/missingEntitlement``.
    public func removing(
        _ device: SyncDeviceIdentifier,
        keys: borrowing SyncDeviceKeys
    ) throws(KeystoreError) -> SyncMembership {
        let rest = members.filter { $0.device != device }
        guard rest.count < members.count, !rest.isEmpty else {
            throw KeystoreError(.itemNotFound, "no device '\(device)' takes part, or it is the only one")
        }
        return try changing(rest, keys)
    }

    private func changing(_ members: [SyncMember], _ keys: borrowing SyncDeviceKeys) throws(KeystoreError)
        -> SyncMembership
    {
        guard member(keys.device) != nil else {
            throw KeystoreError(.missingEntitlement, "this device does not take part and cannot change the list")
        }
        guard members.count <= SyncMembership.memberLimit, versions.count < SyncMembership.versionLimit else {
            throw KeystoreError(.invalidParameter, "the list of devices is full")
        }
        return SyncMembership(
            versions: versions + [
                try SyncMembership.sign(members, previous: digest, serial: serial + 1, keys)
            ]
        )
    }

    private static func sign(
        _ members: [SyncMember],
        previous: [UInt8],
        serial: Int,
        _ keys: borrowing SyncDeviceKeys
    ) throws(KeystoreError) -> Version {
        let payload = CanonicalJSON.object([
            "devices": .array(members.map(\.json)),
            "prev": .string(Hex.encode(previous)),
            "serial": .integer(Int64(serial)),
            "v": .integer(1),
        ]).encoded
        return Version(
            members: members,
            signer: keys.device,
            payload: payload,
            signature: try keys.signingKey.signature(over: domain + payload)
        )
    }
}

// MARK: - Encoding

extension SyncMembership {
    /// The file's octets.
    public var encoded: [UInt8] {
        versions.flatMap { version in
            CanonicalJSON.object([
                "keyid": .string(version.signer.rawValue),
                "payload": .string(Base64.encode(version.payload)),
                "sig": .string(Base64.encode(version.signature)),
            ]).encoded + [0x0A]
        }
    }

    /// Reads a file and verifies every version of it.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``.
    public init(_ octets: [UInt8]) throws(KeystoreError) {
        try SHA256.prepare()
        guard octets.count <= SyncMembership.octetLimit else {
            throw KeystoreError(.decoding, "the list of devices has more than \(SyncMembership.octetLimit) bytes")
        }
        var versions: [Version] = []
        do throws(EncodingError) {
            var position = 0
            while position < octets.count {
                guard versions.count < SyncMembership.versionLimit else {
                    throw EncodingError(.limitExceeded, at: position)
                }
                var reader = JSONReader(octets, at: position)
                let line = try reader.readLine()
                versions.append(try SyncMembership.parse(line.value, behind: versions.last, serial: versions.count + 1))
                position = line.next
            }
            guard !versions.isEmpty else { throw EncodingError(.truncated, at: 0) }
        } catch {
            throw KeystoreError(
                .decoding,
                "version \(versions.count + 1) of the list of devices is damaged or not signed by a member"
            )
        }
        self.versions = versions
    }

    private static func parse(
        _ value: CanonicalJSON,
        behind previous: Version?,
        serial: Int
    ) throws(EncodingError) -> Version {
        var envelope = try CanonicalJSONObject(value)
        guard let signer = SyncDeviceIdentifier(rawValue: try envelope.string("keyid", limit: 32)) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        let payload = try envelope.base64("payload")
        let signature = try envelope.base64("sig", count: 64)
        try envelope.finish()

        var object = try CanonicalJSONObject(try JSONReader.read(payload))
        _ = try object.integer("v", in: 1...1)
        _ = try object.integer("serial", in: Int64(serial)...Int64(serial))
        guard try object.hex("prev", count: 32) == previous?.digest ?? noDigest else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        var members: [SyncMember] = []
        for element in try object.array("devices", limit: memberLimit) { members.append(try SyncMember(element)) }
        try object.finish()
        guard !members.isEmpty, Set(members.map(\.device)).count == members.count,
            let key = (previous?.members ?? members).first(where: { $0.device == signer })?.signingKey,
            key.isValid(signature, over: domain + payload)
        else { throw EncodingError(.unexpectedValue, at: 0) }
        return Version(members: members, signer: signer, payload: payload, signature: signature)
    }
}
