internal import Cryptoki
internal import JetonFiles

/// What a stream's terminal can show: colors and weights, and how many columns there are.
struct Style: Sendable {
    static let plain = Style(isOn: false, columns: nil)
    let isOn: Bool
    /// The columns of the terminal; nil where lines may be of any length.
    let columns: Int?

    /// Stands for the beginning of an escape sequence until a line is shown: one of 65,534 private characters, another
    /// one in each run, so that no name can contain it on purpose.
    private static let escape = Unicode.Scalar(UInt32.random(in: 0xF0000...0xFFFFD)) ?? "\u{F0000}"

    func dim(_ text: String) -> String { marked("2m", text) }
    func bold(_ text: String) -> String { marked("1m", text) }
    func red(_ text: String) -> String { marked("31m", text) }
    func green(_ text: String) -> String { marked("32m", text) }
    func yellow(_ text: String) -> String { marked("33m", text) }

    private func marked(_ code: String, _ text: String) -> String {
        isOn ? "\(Self.escape)\(code)\(text)\(Self.escape)0m" : text
    }

    /// A line as it goes to the terminal: control characters replaced, and the styles of this type as escape sequences.
    static func shown(_ line: String) -> String {
        let clean = UndecodedPath.shown(line).withoutControlCharacters
        guard clean.unicodeScalars.contains(escape) else { return clean }
        return clean.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == escape { text += "\u{1B}[" } else { text.unicodeScalars.append(scalar) }
        }
    }

    /// Colours the words of the state column; all others stay as they are.
    func mark(_ text: String, column: String) -> String {
        guard isOn, column == "state" else { return text }
        switch text {
        case "ready", "inserted", "inReader": return green(text)
        case "empty", "ejected": return dim(text)
        case "unpaired", "factory", "uninitialized", "noUserPIN", "pinFinalTry": return yellow(text)
        default: return red(text)
        }
    }
}
