internal import ArgumentParser
internal import Glibc
internal import JetonOctets

/// The standard streams: data to the output, words to the error stream.
///
/// Names of files, cards and peers stand in what people read, and may hold anything: a line is written without the
/// characters that would move the cursor, change a color or begin another line. Only ``Style`` gives colors. JSON
/// and octets go out as they are.
enum Console {
    /// Writes a line for people.
    static func print(_ line: String) throws(CommandError) { try print([line]) }

    /// Writes lines for people.
    static func print(_ lines: [String]) throws(CommandError) {
        var text = ""
        for line in lines { text += Style.shown(line) + "\n" }
        try write(Array(text.utf8).span)
    }

    /// Writes a table for people, of any number of rows, in pieces of some 32 KiB.
    static func print(_ table: Table) throws(CommandError) {
        var text = ""
        try table.forEachLine(style: style) { (line) throws(CommandError) in
            text += Style.shown(line) + "\n"
            guard text.utf8.count >= 32_768 else { return }
            try write(Array(text.utf8).span)
            text.removeAll(keepingCapacity: true)
        }
        if !text.isEmpty { try write(Array(text.utf8).span) }
    }

    /// Writes a document and a newline.
    static func print(_ json: JSON) throws(CommandError) { try print(verbatim: json.text) }

    /// Writes text of several lines that is not from outside, and a newline.
    static func print(verbatim text: String) throws(CommandError) { try write(Array((text + "\n").utf8).span) }

    /// Refuses to write what people can't read to a terminal.
    ///
    /// - Throws: ``CommandError`` with exit code 2 if the standard output is a terminal.
    static func refuseTerminal(_ what: String) throws(CommandError) {
        guard isTerminal(1) else { return }
        throw .usage(
            "\(what) is not written to a terminal",
            hints: ["--out names a file", "`| base64` shows it as text"]
        )
    }

    /// Writes octets as they are.
    static func write(_ octets: Span<UInt8>) throws(CommandError) { try write(octets, to: 1) }

    /// Writes a result, note, warning or hint to the error stream, unless `--quiet` was given; what can't be written
    /// there is lost.
    static func note(_ line: String) { if Verbosity.current != .quiet { message(line) } }

    /// Writes what was chosen to the error stream, if `--verbose` was given.
    static func detail(_ line: @autoclosure () -> String) { if Verbosity.current == .verbose { message(line()) } }

    /// Writes an error, a question or what belongs to one to the error stream; a terminal gets it in lines that fit.
    static func message(_ line: String) {
        let text = isTerminal(2) ? HelpText.sentence(Style.shown(line), columns(of: 2)) : Style.shown(line)
        try? write(Array((text + "\n").utf8).span, to: 2)
    }

    /// Writes text for people to the error stream as it is.
    static func noteWithoutNewline(_ text: String) { try? write(Array(text.utf8).span, to: 2) }

    /// Whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Says that a command waits for what a user types, if the standard input is a terminal.
    static func noteTerminalInput() {
        if isTerminal(0) { message("reading from the terminal until Ctrl-D; --in FILE takes a file") }
    }

    /// Whether the terminal's character set has more than ASCII, by the variables of the locale.
    static var takesUnicode: Bool {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let locale = Process.variable(name), !locale.isEmpty else { continue }
            let upper = locale.uppercased()
            return upper.contains("UTF-8") || upper.contains("UTF8")
        }
        return false
    }

    /// The path of the terminal on which a user can be asked: the controlling one, or that of the standard streams
    /// where there is none, as under `su --command`.
    static var terminal: String {
        let controlling = "/dev/tty"
        if canOpen(controlling) { return controlling }
        for descriptor in [0, 2] as [Int32] where isTerminal(descriptor) {
            if let name = unsafe ttyname(descriptor) { return unsafe String(cString: name) }
        }
        return controlling
    }

    /// Whether a user can be asked.
    static var canAsk: Bool { canOpen(terminal) }

    private static func canOpen(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// The style for the output: colors on a terminal, unless NO_COLOR or a dumb terminal forbids them.
    static var style: Style { style(of: 1) }

    /// The style for the error stream, by the same rule.
    static var noteStyle: Style { style(of: 2) }

    private static func style(of descriptor: Int32) -> Style {
        let isForbidden = !(Process.variable("NO_COLOR") ?? "").isEmpty || Process.variable("TERM") == "dumb"
        guard isTerminal(descriptor) else { return .plain }
        return Style(isOn: !isForbidden, columns: columns(of: descriptor))
    }

    /// The columns that help is laid out for, as ArgumentParser finds them.
    static var columns: Int {
        Process.variable("COLUMNS").flatMap { Int($0) } ?? columns(of: 1) ?? 80
    }

    /// The columns of a terminal; nil if it reports none, as one that is not set up.
    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static func write(_ octets: Span<UInt8>, to descriptor: Int32) throws(CommandError) {
        var offset = 0
        while offset < octets.count {
            let written = unsafe octets.extracting(offset...).withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                throw CommandError("the output can't be written: \(Process.reason(errno))", exitCode: .inputOutput)
            }
            offset += written
        }
    }
}
