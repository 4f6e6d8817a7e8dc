import JetonASN1
import JetonKeystoreBase
import JetonOctets

/// The text in front of an age file: the stanzas, and a code over all of it.
///
/// - SeeAlso: age v1 (C2SP/age), "Header".
struct AgeHeader: Sendable {
    /// The stanzas in file order.
    let stanzas: [AgeStanza]
    /// HMAC-SHA-256 over the header's octets up to and with `---`.
    let code: [UInt8]
    /// The octets that the code covers.
    private let covered: [UInt8]
    /// Octets of the header.
    let count: Int

    private static let version = "age-encryption.org/v1\n"
    private static let end = "---"
    private static let lineLimit = 4096
    /// Stanzas that are read at most.
    static let stanzaLimit = 256
    private static let bodyLimit = 16_384

    /// Makes the header of a new file.
    init(_ stanzas: [AgeStanza], fileKey: borrowing Secret) throws(KeystoreError) {
        self.stanzas = stanzas
        covered = Array((AgeHeader.version + stanzas.map(\.text).joined() + AgeHeader.end).utf8)
        code = try AgeHeader.code(covered, fileKey)
        count = covered.count + 1 + 43 + 1
    }

    /// The header's octets.
    var encoded: [UInt8] { covered + Array(" \(Base64.encode(code, padded: false))\n".utf8) }

    /// Reads the header of a file; the code is not verified yet.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``.
    init(_ octets: [UInt8]) throws(KeystoreError) {
        var lines = Lines(octets)
        guard try lines.next() + "\n" == AgeHeader.version else {
            let isArmored = octets.starts(with: "-----BEGIN AGE".utf8)
            throw KeystoreError(
                .decoding,
                isArmored
                    ? "ASCII-armored age files are not supported" : "the file is not an age file of version 1",
                hint: isArmored ? "encrypt it without --armor" : nil
            )
        }
        var stanzas: [AgeStanza] = []
        while true {
            let start = lines.position
            let line = try lines.next()
            if line.hasPrefix("--- ") {
                guard !stanzas.isEmpty,
                    let code = Base64.decode(String(line.dropFirst(4)), padded: false), code.count == 32
                else { throw AgeHeader.malformed("its last line") }
                self.code = code
                covered = Array(octets[..<(start + AgeHeader.end.utf8.count)])
                break
            }
            guard stanzas.count < AgeHeader.stanzaLimit else { throw AgeHeader.malformed("too many stanzas") }
            stanzas.append(try AgeHeader.readStanza(line, &lines))
        }
        self.stanzas = stanzas
        count = lines.position
    }

    private static func readStanza(_ line: String, _ lines: inout Lines) throws(KeystoreError) -> AgeStanza {
        guard line.hasPrefix("-> ") else { throw malformed("a line that does not start a stanza") }
        let arguments = line.dropFirst(3).split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard arguments.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) else {
            throw malformed("an empty or unprintable argument")
        }
        var body: [UInt8] = []
        while true {
            let digits = try lines.next()
            guard digits.utf8.count <= AgeStanza.columns, body.count <= bodyLimit,
                let octets = Base64.decode(digits, padded: false)
            else { throw malformed("a stanza's body") }
            body += octets
            if digits.utf8.count < AgeStanza.columns { return AgeStanza(arguments: arguments, body: body) }
        }
    }

    /// Whether the code fits the octets and a file key.
    func isAuthentic(_ fileKey: borrowing Secret) throws(KeystoreError) -> Bool {
        ConstantTime.equals(code, try AgeHeader.code(covered, fileKey))
    }

    private static func code(_ covered: [UInt8], _ fileKey: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        let key = try AgeFileKey.derive(fileKey, salt: [], information: "header")
        return try Primitives.authenticate(key, [], covered.span)
    }

    private static func malformed(_ what: String) -> KeystoreError {
        KeystoreError(.decoding, "the header of the age file is malformed: \(what)")
    }

    /// The lines of the header, without their line feeds.
    private struct Lines {
        private let octets: [UInt8]
        private(set) var position = 0

        init(_ octets: [UInt8]) { self.octets = octets }

        mutating func next() throws(KeystoreError) -> String {
            let rest = octets[position...].prefix(lineLimit)
            guard let end = rest.firstIndex(of: 0x0A) else { throw malformed("a line that does not end") }
            let line = octets[position..<end]
            guard line.allSatisfy({ $0 < 0x80 }) else { throw malformed("a byte that is not ASCII") }
            position = end + 1
            return String(decoding: line, as: UTF8.self)
        }
    }
}
