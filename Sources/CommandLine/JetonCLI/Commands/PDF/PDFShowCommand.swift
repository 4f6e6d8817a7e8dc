internal import ArgumentParser
internal import PDF

/// `jeton pdf show`.
struct PDFShowCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the revisions, fields and signatures of a PDF.",
        discussion: """
            Certificates are not judged; `jeton verify` does that. No token is needed.
            """
    )

    @Argument(help: ArgumentHelp("The PDF.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    // No module is used.
    var loadsModules: Bool { false }

    func execute() throws -> ExitCode {
        let document = try PDFInput.document(in: InputFile(file))
        let report: PDFShowReport
        do throws(PDFError) {
            report = PDFShowReport(
                path: file,
                document: document,
                revisions: try document.revisions(),
                fields: try document.formFields(),
                pages: try document.pageCount(),
                report: try PDFVerifier().verify(document)
            )
        } catch {
            throw CommandError(error, file)
        }
        if output.json {
            try Console.print(report.json)
        } else {
            try Console.print(report.lines(Console.style))
        }
        return .success
    }
}
