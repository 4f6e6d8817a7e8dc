import JetonKeystoreBase
import JetonOctets

/// The last generation that was seen of a file, kept outside of the store against accidental restores.
///
/// | offset | octets | content |
/// |---|---|---|
/// | 0 | 8 | `JTWITNES` |
/// | 8 | 8 | the generation, little-endian |
/// | 16 | 32 | the code of that generation |
/// | 48 | 8 | the first octets of SHA-256 over what stands before |
///
/// A witness may be lost or lag behind: it is written after the file and not forced to the disk.
struct Witness: Sendable, Hashable {
    static let size = 56
    private static let magic = Array("JTWITNES".utf8)

    let generation: UInt64
    let code: [UInt8]

    init(generation: UInt64, code: [UInt8]) {
        self.generation = generation
        self.code = code
    }

    /// Reads a witness; nil if it is none.
    init?(_ file: [UInt8]) {
        guard
            file.count == Witness.size, file.starts(with: Witness.magic),
            let digest = try? Primitives.sha256(file.span.extracting(0..<48)),
            digest.prefix(8) == file[48...]
        else { return nil }
        generation = file.span.littleEndian(at: 8)
        code = Array(file[16..<48])
    }

    func encoded() throws(KeystoreError) -> [UInt8] {
        var file = Witness.magic
        file.appendLittleEndian(generation)
        file.append(contentsOf: code)
        return try file + Primitives.sha256(file.span).prefix(8)
    }

    /// Refuses a file that is older than what was seen, or another one of the same generation.
    func check(generation: UInt64, code: [UInt8], name: String) throws(KeystoreError) {
        guard generation > self.generation || (generation == self.generation && code == self.code) else {
            throw KeystoreError(
                .notAvailable,
                "\(name) has generation \(generation), but generation \(self.generation) was seen before: "
                    + "an old copy was put back",
                cause: .oldCopy,
                hint: "if that was intended, run `jeton keystore repair --accept-rollback` to accept it"
            )
        }
    }
}
