internal import ArgumentParser

/// `jeton pdf`.
struct PDFCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdf",
        abstract: "Show what is in a PDF, or make one from images.",
        subcommands: [PDFShowCommand.self, PDFFromImageCommand.self]
    )
}
