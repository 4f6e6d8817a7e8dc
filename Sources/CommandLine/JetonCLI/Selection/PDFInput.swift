internal import ArgumentParser
internal import CAdES
internal import Diagnostics
internal import PAdES
internal import PDF

/// A PDF in a file.
enum PDFInput {
    /// Opens a document.
    ///
    /// - Throws: ``CommandError`` with exit code 3 or 7 for a file that can't be read or is not a PDF.
    static func document(in file: InputFile) throws(CommandError) -> PDFDocument {
        let descriptor = try file.open()
        do throws(PDFError) {
            return try PDFDocument(PDFFile(takingOver: descriptor))
        } catch {
            throw CommandError(error, file.path)
        }
    }
}

extension FileOutput {
    /// The PDF that was written so far.
    func document() throws -> PDFDocument { try PDFDocument(PDFFile(takingOver: duplicate())) }

    /// Raises the level of the PDF that was written so far.
    mutating func extend(_ extender: CAdESExtender) throws {
        try PAdESExtender(extender).extend(document()) { bytes in
            try write(bytes.span)
            return try document()
        }
    }
}

extension CommandError {
    /// Why a PDF can't be read, signed or changed.
    init(_ error: PDFError, _ path: String) {
        let exit: ExitCode =
            switch error.code {
            case .notPermitted: .refused
            case .invalidArgument: .usage
            case .notFound: .notFound
            case .ambiguous: .ambiguous
            default: .inputOutput
            }
        var hints: [String] = []
        if error.code == .encrypted {
            let command: ShellCommand = "qpdf --decrypt --password-file=PASSWORD \(path) OUTPUT"
            hints = ["`\(command.text)` removes the encryption, if you may do that"]
        }
        if error.code == .libraryUnavailable { hints = ["on Debian: apt-get install libturbojpeg0"] }
        if error.code == .ambiguous { hints = ["--page names the page, or the pages that all show the signature"] }
        self.init("\(path): \(error)", hints: hints, exitCode: exit)
    }
}
