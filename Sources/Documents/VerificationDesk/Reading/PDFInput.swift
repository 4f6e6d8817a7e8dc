internal import CAdES
package import JetonFiles
package import JetonPDF
internal import PAdES
package import SignatureLevels

/// A PDF in a file.
package enum PDFInput {
    /// Opens a document.
    ///
    /// - Throws: `FileError`; ``VerificationError/Code/invalidPDF``.
    package static func document(in file: InputFile) throws -> PDFDocument {
        let descriptor = try file.open()
        do throws(PDFError) {
            return try PDFDocument(PDFFile(takingOver: descriptor))
        } catch {
            throw VerificationError(error, file.path)
        }
    }
}

extension FileOutput {
    /// The PDF that was written so far.
    package func document() throws -> PDFDocument { try PDFDocument(PDFFile(takingOver: duplicate())) }

    /// Raises the level of the PDF that was written so far.
    package mutating func extend(_ extender: SignatureExtender) throws {
        try PAdESExtender(extender).extend(document()) { bytes in
            try write(bytes.span)
            return try document()
        }
    }
}

extension VerificationError {
    /// A PDF that can't be read.
    init(_ error: PDFError, _ path: String) {
        self.init(.invalidPDF, "read", path, "\(path): \(error)", cause: error)
    }
}
