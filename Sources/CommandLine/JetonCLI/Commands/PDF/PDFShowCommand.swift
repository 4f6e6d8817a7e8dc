internal import ArgumentParser
internal import JetonFiles
internal import JetonPDF
internal import VerificationDesk

/// `jeton pdf show`.
struct PDFShowCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the revisions, fields and signatures of a PDF.",
        discussion: """
            Certificates are not judged; `jeton verify` does that. No token is needed. Rectangles are left, bottom, \
            width and height in points on the visible page, as for `jeton sign --rectangle`.
            """
    )

    @Argument(help: ArgumentHelp("The PDF.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let document = try PDFInput.document(in: InputFile(file))
        let report: PDFShowReport
        do throws(PDFError) {
            report = PDFShowReport(
                path: file,
                document: document,
                revisions: try document.revisions(),
                fields: try document.formFields(),
                places: try document.widgetPlaces(),
                pages: try document.pageCount(),
                report: try PDFVerifier().verify(document)
            )
        } catch {
            throw CommandError(error, file)
        }
        return try answer("jeton.pdf.show/1", report.members, report.lines(Console.style))
    }
}
