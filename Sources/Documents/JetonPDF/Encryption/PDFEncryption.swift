import JetonLibcrypto
import JetonOctets

/// How a document that opens without a password is encrypted: by the standard security handler with an empty user
/// password, whose key everybody can compute.
///
/// - SeeAlso: ISO 32000-2, 7.6.
struct PDFEncryption: Equatable {
    /// How strings or streams are encrypted.
    private enum Method {
        case none
        case rc4
        /// AES with a key for each object, of at most 16 bytes.
        case aes128
        /// AES with the document's key.
        case aes256
    }

    /// What a password is filled up with (7.6.4.3.2).
    private static let padding: [UInt8] = [
        0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08, 0x2E, 0x2E,
        0x00,
        0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
    ]
    private static let md5 = Digest(rawValue: "MD5")

    private let key: [UInt8]
    private let strings: Method
    private let streams: Method
    private let encryptsMetadata: Bool
    private let permissions: Int

    /// Whether new signature fields may be made (table 22, bits 4 and 6).
    var permitsNewFields: Bool { permissions & 0x28 == 0x28 }
    /// Whether existing signature fields may be filled (table 22, bits 6 and 9).
    var permitsFilling: Bool { permissions & 0x120 != 0 }

    /// Computes the key.
    ///
    /// - Parameters:
    ///   - dictionary: The encryption dictionary.
    ///   - identifier: The first part of the file's identifier.
    /// - Throws: ``PDFError/Code/encrypted`` for a document that needs a password; ``PDFError/Code/notSupported`` for one
    ///   that is encrypted to certificates, or by a method of later versions.
    init(_ dictionary: PDFDictionary, identifier: [UInt8]) throws(PDFError) {
        guard dictionary["Filter"]?.name == "Standard" else {
            throw PDFError(.notSupported, "encryption without a password")
        }
        guard let version = dictionary["V"]?.integer, let owner = dictionary["O"]?.string,
            let user = dictionary["U"]?.string, let permissions = dictionary["P"]?.integer
        else { throw PDFError(.encrypted, "the encryption dictionary is damaged") }
        self.permissions = permissions
        let metadata = dictionary["EncryptMetadata"] != .boolean(false)
        encryptsMetadata = metadata
        switch version {
        case 1, 2: (strings, streams) = (.rc4, .rc4)
        case 4, 5:
            strings = try Self.method(dictionary["StrF"]?.name, dictionary)
            streams = try Self.method(dictionary["StmF"]?.name, dictionary)
        default: throw PDFError(.notSupported, "encryption version \(version)")
        }
        switch Result(catching: { try Self.key(dictionary, owner, user, identifier, metadata, permissions) }) {
        case .success(let key): self.key = key
        case .failure(let error): throw error as? PDFError ?? PDFError(.encrypted, "\(error)")
        }
    }

    /// The document's key by the revision of the handler.
    private static func key(
        _ dictionary: PDFDictionary,
        _ owner: [UInt8],
        _ user: [UInt8],
        _ identifier: [UInt8],
        _ encryptsMetadata: Bool,
        _ permissions: Int
    ) throws -> [UInt8] {
        let (version, revision) = (dictionary["V"]?.integer ?? 0, dictionary["R"]?.integer ?? 0)
        switch (version, revision) {
        case (1...4, 2...4):
            let bits = version == 1 ? 40 : version == 4 ? 128 : dictionary["Length"]?.integer ?? 40
            guard (40...128).contains(bits), bits.isMultiple(of: 8), owner.count >= 32, user.count >= 32 else {
                throw PDFError(.malformed, "the encryption dictionary")
            }
            let key = try key(owner, permissions, identifier, revision, bits / 8, encryptsMetadata)
            guard try isUser(key, user, identifier, revision) else { throw needsPassword }
            return key
        case (5, 5...6):
            guard user.count >= 48, let wrapped = dictionary["UE"]?.string, wrapped.count >= 32 else {
                throw PDFError(.malformed, "the encryption dictionary")
            }
            guard try hash(Array(user[32..<40]), revision) == Array(user[..<32]) else { throw needsPassword }
            return try run(
                .aes256,
                Array(wrapped[..<32]),
                key: hash(Array(user[40..<48]), revision),
                vector: [UInt8](repeating: 0, count: 16),
                encrypts: false
            )
        default: throw PDFError(.notSupported, "encryption version \(version), revision \(revision)")
        }
    }

    /// AES in the mode CBC over whole blocks.
    private static func run(
        _ cipher: BlockCipher,
        _ input: [UInt8],
        key: [UInt8],
        vector: [UInt8],
        encrypts: Bool
    ) throws(LibcryptoError) -> [UInt8] {
        var octets = key
        let secret = Secret(wiping: &octets)
        if encrypts { return try cipher.encrypt(input, key: secret, mode: .cipherBlockChaining(vector)) }
        return try cipher.decrypt(input, key: secret, mode: .cipherBlockChaining(vector))
    }

    private static var needsPassword: PDFError { PDFError(.encrypted, "the document requires a password") }

    /// What a crypt filter does.
    private static func method(_ name: PDFName?, _ dictionary: PDFDictionary) throws(PDFError) -> Method {
        guard let name, name != "Identity" else { return .none }
        let filter = dictionary["CF"]?.dictionary?[name]?.dictionary
        switch filter?["CFM"]?.name {
        case "None"?: return .none
        case "V2"?: return .rc4
        case "AESV2"?: return .aes128
        case "AESV3"?: return .aes256
        default: throw PDFError(.notSupported, "encryption with the crypt filter \(name)")
        }
    }

    // MARK: - Keys

    /// Algorithm 2.
    private static func key(
        _ owner: [UInt8],
        _ permissions: Int,
        _ identifier: [UInt8],
        _ revision: Int,
        _ length: Int,
        _ encryptsMetadata: Bool
    ) throws -> [UInt8] {
        var input = padding + owner[..<32]
        for shift in [0, 8, 16, 24] { input.append(UInt8(truncatingIfNeeded: permissions >> shift)) }
        input += identifier
        if revision >= 4, !encryptsMetadata { input += [0xFF, 0xFF, 0xFF, 0xFF] }
        var key = try Array(md5.hash(input)[..<length])
        if revision >= 3 { for _ in 0..<50 { key = try Array(md5.hash(key)[..<length]) } }
        return key
    }

    /// Algorithm 6: whether the user password is empty.
    private static func isUser(
        _ key: [UInt8],
        _ user: [UInt8],
        _ identifier: [UInt8],
        _ revision: Int
    ) throws -> Bool {
        guard revision >= 3 else { return RC4.run(padding, key: key) == Array(user[..<32]) }
        var value = try md5.hash(padding + identifier)
        for round in 0..<20 as Range<UInt8> { value = RC4.run(value, key: key.map { $0 ^ round }) }
        return value == Array(user[..<16])
    }

    /// Algorithm 2.B with an empty password; revision 5 hashes once.
    private static func hash(_ salt: [UInt8], _ revision: Int) throws -> [UInt8] {
        var value = try Digest.sha256.hash(salt)
        guard revision > 5 else { return value }
        var round = 0
        while true {
            let input = [[UInt8]](repeating: value, count: 64).flatMap { $0 }
            let encrypted = try run(
                .aes128,
                input,
                key: Array(value[..<16]),
                vector: Array(value[16..<32]),
                encrypts: true
            )
            switch encrypted[..<16].reduce(0, { $0 + Int($1) }) % 3 {
            case 0: value = try Digest.sha256.hash(encrypted)
            case 1: value = try Digest.sha384.hash(encrypted)
            default: value = try Digest.sha512.hash(encrypted)
            }
            round += 1
            if round >= 64, Int(encrypted.last ?? 0) <= round - 32 { return Array(value[..<32]) }
        }
    }

    /// Algorithm 1: the key of an object.
    private func key(of owner: PDFReference, _ method: Method) throws(LibcryptoError) -> [UInt8] {
        guard method != .aes256 else { return key }
        var input = key
        for shift in [0, 8, 16] { input.append(UInt8(truncatingIfNeeded: owner.number >> shift)) }
        for shift in [0, 8] { input.append(UInt8(truncatingIfNeeded: owner.generation >> shift)) }
        if method == .aes128 { input += "sAlT".utf8 }
        return try Array(Self.md5.hash(input).prefix(min(key.count + 5, 16)))
    }

    // MARK: - Strings and streams

    /// An object as it was before it was encrypted.
    func decrypted(_ object: PDFObject, of owner: PDFReference) throws(PDFError) -> PDFObject {
        if case .stream(let dictionary, _) = object, dictionary["Type"]?.name == "XRef" { return object }
        return try map(object) { string throws(PDFError) in try run(string, owner, strings, encrypts: false) }
    }

    /// An object as it goes into the file.
    func encrypted(_ object: PDFObject, of owner: PDFReference) throws(PDFError) -> PDFObject {
        try map(object) { string throws(PDFError) in try run(string, owner, strings, encrypts: true) }
    }

    /// The data of a stream before it was encrypted, with its filters still on.
    func decrypted(
        _ data: [UInt8],
        _ dictionary: PDFDictionary,
        of owner: PDFReference
    ) throws(PDFError) -> [UInt8] {
        let type = dictionary["Type"]?.name
        let isClear = type == "XRef" || type == "Metadata" && !encryptsMetadata || Self.hasOwnFilter(dictionary)
        return isClear ? data : try run(data, owner, streams, encrypts: false)
    }

    /// The data of a new stream as it goes into the file.
    func encrypted(_ data: [UInt8], of owner: PDFReference) throws(PDFError) -> [UInt8] {
        try run(data, owner, streams, encrypts: true)
    }

    /// Whether a stream names its own crypt filter, which is Identity in all that is read here (7.4.10).
    private static func hasOwnFilter(_ dictionary: PDFDictionary) -> Bool {
        let filter = dictionary["Filter"]
        return filter?.name == "Crypt" || filter?.array?.first?.name == "Crypt"
    }

    /// An object with other strings; the contents of a signature are never encrypted (7.6.2).
    private func map(
        _ object: PDFObject,
        _ change: ([UInt8]) throws(PDFError) -> [UInt8]
    ) throws(PDFError) -> PDFObject {
        switch object {
        case .string(let string): return .string(try change(string))
        case .array(let elements):
            var result: [PDFObject] = []
            for element in elements { result.append(try map(element, change)) }
            return .array(result)
        case .dictionary(let dictionary): return .dictionary(try map(dictionary, change))
        case .stream(let dictionary, let place): return .stream(try map(dictionary, change), place)
        default: return object
        }
    }

    private func map(
        _ dictionary: PDFDictionary,
        _ change: ([UInt8]) throws(PDFError) -> [UInt8]
    ) throws(PDFError) -> PDFDictionary {
        var result = dictionary
        for (key, value) in dictionary.entries {
            if key == "Contents", dictionary["ByteRange"] != nil { continue }
            result[key] = try map(value, change)
        }
        return result
    }

    private func run(
        _ data: [UInt8],
        _ owner: PDFReference,
        _ method: Method,
        encrypts: Bool
    ) throws(PDFError) -> [UInt8] {
        do throws(LibcryptoError) {
            switch method {
            case .none: return data
            case .rc4: return RC4.run(data, key: try key(of: owner, method))
            case .aes128, .aes256:
                let cipher = method == .aes128 ? BlockCipher.aes128 : .aes256
                let key = try key(of: owner, method)
                if encrypts {
                    let vector = try Random.octets(16)
                    let filling = 16 - data.count % 16
                    let padded = data + [UInt8](repeating: UInt8(filling), count: filling)
                    return try vector + Self.run(cipher, padded, key: key, vector: vector, encrypts: true)
                }
                guard !data.isEmpty else { return data }
                guard data.count >= 16, data.count.isMultiple(of: 16) else { throw LibcryptoError(.invalidInput) }
                let (vector, rest) = (Array(data[..<16]), Array(data[16...]))
                let plain = try Self.run(cipher, rest, key: key, vector: vector, encrypts: false)
                let filling = Int(plain.last ?? 0)
                return Array((1...16).contains(filling) ? plain.dropLast(filling) : plain[...])
            }
        } catch {
            throw PDFError(.malformed, "an encrypted part of object \(owner.number)")
        }
    }
}
