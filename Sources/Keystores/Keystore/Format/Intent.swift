import KeystoreBase
import Octets

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

    /// Reads and proves an intent; nil if it is none, for instance half a file.
    init?(_ file: [UInt8], device: borrowing Secret, store: [UInt8]) throws(KeystoreError) {
        guard file.count > Primitives.digestSize else { return nil }
        let end = file.count - Primitives.digestSize
        let code = try Intent.code(file.span.extracting(0..<end), device: device, store: store)
        guard ConstantTime.equals(code, Array(file[end...])) else { return nil }
        do throws(EncodingError) {
            var cursor = ByteCursor(file[..<end])
            guard Array(try cursor.read(Intent.magic.count)) == Intent.magic, Array(try cursor.read(16)) == store else {
                return nil
            }
            let count = try cursor.readLittleEndian(UInt32.self)
            guard count <= Intent.maximumSteps else { return nil }
            var steps: [Step] = []
            for _ in 0..<count {
                let group = String(decoding: try cursor.readCounted(limit: 256), as: UTF8.self)
                let temporary = String(decoding: try cursor.readCounted(limit: 64), as: UTF8.self)
                let rootCode = Array(try cursor.read(Primitives.digestSize))
                let drops = try cursor.readByte() == 1
                guard
                    let group = AccessGroup(rawValue: group), temporary.hasPrefix(Directory.temporaryPrefix),
                    !temporary.contains("/")
                else { return nil }
                steps.append(Step(group: group, temporary: temporary, rootCode: rootCode, drops: drops))
            }
            try cursor.finish()
            self.steps = steps
        } catch { return nil }
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
