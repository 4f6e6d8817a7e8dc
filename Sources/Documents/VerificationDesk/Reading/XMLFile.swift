internal import JetonASN1
package import JetonFiles
internal import JetonOctets
internal import XMLSignature

/// An XML document in a file, and the files that its references may lead to.
package struct XMLFile: ReferencedFiles {
    /// The document.
    package let document: InputFile
    /// The files that the caller names; below the directory of the document, if that was found there.
    package let files: [String]

    /// Makes a document of a file.
    package init(_ document: InputFile, files: [String] = []) {
        self.document = document
        self.files = files
    }

    /// The name for a signed document beside the unsigned one: `a-signed.xml` for `a.xml`.
    package static func signedName(_ input: String, suffix: String = "-signed") -> String {
        let name = input.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? input
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return input + suffix + ".xml" }
        return String(input.dropLast(name[dot...].count)) + suffix + ".xml"
    }

    /// The files beside a document.
    ///
    /// - Throws: `FileError` if their directory can't be read.
    package static func siblings(_ path: String) throws(FileError) -> [String] {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let directory = end == path.startIndex ? "." : String(path[..<end])
        return try FileSource.names(in: directory).map { String(path[..<end]) + $0 }.filter { FileSource.isFile($0) }
    }

    /// Reads the file that a reference names: the last part of its path is the name of a file that the caller gave, or of
    /// the only one if the reference names none.
    ///
    /// - Returns: The name of the file; nil if there is none.
    /// - Throws: `FileError`; what `body` throws.
    package func read(_ uri: String?, _ body: (Span<UInt8>) throws -> Void) throws -> String? {
        let named = files.first { file in
            guard let uri else { return files.count == 1 }
            let wanted = uri.split(separator: "/").last.map { XMLFile.decoded(String($0)) }
            return wanted == file.split(separator: "/").last.map(String.init)
        }
        guard let named else { return nil }
        var source = try FileSource(document.beside(named))
        try source.forEachPiece(body)
        return named
    }

    /// The last part of a URI as the name of a file, which is never a path.
    package static func name(_ uri: String) -> String {
        let part = uri.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
        let octets = (decoded(part) ?? "").utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
        return String(decoding: octets, as: UTF8.self)
    }

    /// A part of a URI without percent signs; nil where they are not used validly.
    private static func decoded(_ text: String) -> String? {
        var octets: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                octets.append(byte)
                continue
            }
            guard let value = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)), value.count == 1 else {
                return nil
            }
            octets += value
            rest = rest.dropFirst(2)
        }
        return String(validating: octets, as: UTF8.self)
    }

    /// The last part of a path in the form that a URI has.
    package static func uri(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + Hex.encode([byte]).uppercased()
        }.joined()
    }
}
