internal import ArgumentParser
internal import JetonDiagnostics
internal import JetonPDF

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
