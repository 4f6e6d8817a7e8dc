import JetonKeystoreBase
import JetonOctets

/// A change of several vaults that was decided: which temporary file becomes the vault of which group.
///
/// Written and forced to the disk before the first rename; a process that finds one finishes the renames.
struct Intent: Sendable {
    struct Step: Sendable {
        let group: AccessGroup
        let temporary: String
        /// The code of the new vault.
        let rootCode: [UInt8]
        /// Whether the replaced vault must not stay as the previous one.
        let drops: Bool
    }

    static let magic = Array("JTINTENT".utf8)
    static let maximumFile = 1 << 20
    static let maximumSteps = 1024

    let steps: [Step]

    init(steps: [Step]) { self.steps = steps }

    func encoded(device: borrowing Secret, store: [UInt8]) throws(KeystoreError) -> [UInt8] {
        var file = Intent.magic + store
        file.appendLittleEndian(UInt32(steps.count))
        for step in steps {
            file.appendCounted(step.group.rawValue.utf8)
            file.appendCounted(step.temporary.utf8)
            file.append(contentsOf: step.rootCode)
            file.append(step.drops ? 1 : 0)
        }
        return file + (try Intent.code(file.span, device: device, store: store))
    }

    /// Reads and proves an intent.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` for anything else. A crash leaves none such: an intent gets its name
    ///   when it is whole and on the disk.
    init(_ file: [UInt8], device: borrowing Secret, store: [UInt8], name: String) throws(KeystoreError) {
        guard file.count > Primitives.digestSize else { throw KeystoreError.damaged(name, "it is truncated") }
        let end = file.count - Primitives.digestSize
        let code = try Intent.code(file.span.extracting(0..<end), device: device, store: store)
        guard ConstantTime.equals(code, Array(file[end...])) else {
            throw KeystoreError.damaged(name, "it is not authentic, or belongs to another store")
        }
        do throws(EncodingError) { steps = try Intent.steps(file[..<end], store) } catch {
            throw KeystoreError.damaged(name, "its content is malformed: \(error)")
        }
    }

    private static func steps(_ body: ArraySlice<UInt8>, _ store: [UInt8]) throws(EncodingError) -> [Step] {
        var cursor = ByteCursor(body)
        guard Array(try cursor.read(Intent.magic.count)) == Intent.magic, Array(try cursor.read(16)) == store else {
            throw EncodingError(.unexpectedValue, at: cursor.offset)
        }
        let count = try cursor.readLittleEndian(UInt32.self)
        guard count <= Intent.maximumSteps else { throw EncodingError(.limitExceeded, at: cursor.offset) }
        var steps: [Step] = []
        for _ in 0..<count {
            let group = String(decoding: try cursor.readCounted(limit: 256), as: UTF8.self)
            let temporary = String(decoding: try cursor.readCounted(limit: 64), as: UTF8.self)
            let rootCode = Array(try cursor.read(Primitives.digestSize))
            let drops = try cursor.readByte() == 1
            guard
                let group = AccessGroup(rawValue: group), temporary.hasPrefix(Directory.temporaryPrefix),
                !temporary.utf8.contains(UInt8(ascii: "/"))
            else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
            steps.append(Step(group: group, temporary: temporary, rootCode: rootCode, drops: drops))
        }
        try cursor.finish()
        return steps
    }

    private static func code(
        _ covered: Span<UInt8>,
        device: borrowing Secret,
        store: [UInt8]
    ) throws(KeystoreError) -> [UInt8] {
        let key = try Primitives.derive(device, label: "jeton intent 1", context: store)
        return try Primitives.authenticate(key, Array("JTint1".utf8), covered)
    }
}
