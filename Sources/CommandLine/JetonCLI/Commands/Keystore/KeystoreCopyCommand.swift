internal import ArgumentParser
internal import Glibc
internal import JetonKeystore
internal import JetonOctets
internal import JetonPrograms

/// `jeton keystore copy`.
struct KeystoreCopyCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a secret to the clipboard for a short time.",
        discussion: """
            Uses wl-copy on Wayland, xclip or xsel on X11. Afterwards the clipboard is cleared, unless something else \
            was copied meanwhile. Only a wl-copy that knows --sensitive can mark it as a password, which clipboard \
            managers leave out of their history.
            """
    )

    @OptionGroup var item: ItemOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Seconds until it is cleared, 1 to 3600.", valueName: "seconds"))
    var seconds = 45

    var asksLate: Bool { true }

    func execute() throws -> ExitCode {
        guard (1...3600).contains(seconds) else {
            throw CommandError.usage("--seconds must be between 1 and 3600, not \(seconds)")
        }
        let holder = try ClipboardHolder.find()
        let read = try KeystoreAccess(keystore).read(item, unlock)
        let found = read.item
        // The holder keeps the selection as long as it runs, and loses it when something else is copied: its end clears
        // just what it holds. `timeout` is there when this process is not.
        var program = ProgramCall(silent: ["timeout", "\(seconds)"] + holder.arguments)
        program.hasOwnSession = true
        _ = try program.start(reading: read.secret)
        return try answer(
            "jeton.keystore.copy/1",
            [
                "item": ItemReport.json(found), "seconds": seconds, "program": holder.arguments[0],
                "markedAsPassword": holder.marksPasswords,
            ],
            ["the secret \(ItemReport.name(found)) is on the clipboard for \(seconds) second\(seconds == 1 ? "" : "s")"]
        )
    }
}

/// A program that holds the clipboard's content as long as it runs.
private struct ClipboardHolder {
    /// Its name and arguments.
    let arguments: [String]
    /// Whether it marks the content as a password.
    let marksPasswords: Bool

    /// The first program of the running desktop.
    static func find() throws -> ClipboardHolder {
        let isWayland = Process.variable("WAYLAND_DISPLAY")?.isEmpty == false
        let isX11 = Process.variable("DISPLAY")?.isEmpty == false
        if isWayland, isInstalled("wl-copy") {
            // Since wl-clipboard 2.3.
            let marks = try knowsSensitive()
            return ClipboardHolder(
                arguments: ["wl-copy", "--foreground"] + (marks ? ["--sensitive"] : []),
                marksPasswords: marks
            )
        }
        if isX11, isInstalled("xclip") {
            return ClipboardHolder(arguments: ["xclip", "-quiet", "-selection", "clipboard"], marksPasswords: false)
        }
        if isX11, isInstalled("xsel") {
            return ClipboardHolder(arguments: ["xsel", "--nodetach", "--clipboard", "--input"], marksPasswords: false)
        }
        throw CommandError(
            isWayland || isX11 ? "no clipboard program is installed" : "no desktop session with a clipboard is running",
            hints: isWayland || isX11
                ? ["install \(isWayland ? "wl-clipboard" : "xclip")"]
                : ["`jeton keystore get NAME` writes the secret to a program, or with --reveal to the terminal"],
            exitCode: .inputOutput
        )
    }

    private static func knowsSensitive() throws -> Bool {
        try ProgramCall.output(of: ["wl-copy", "--help"], limit: 65_536).withBytes { text in
            String(decoding: text.indices.map { text[$0] }, as: UTF8.self).contains("--sensitive")
        }
    }

    private static func isInstalled(_ name: String) -> Bool { (try? Process.path(ofProgram: name)) != nil }
}
