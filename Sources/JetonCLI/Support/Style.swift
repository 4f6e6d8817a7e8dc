/// What a stream's terminal can show: colours and weights, and how many columns there are.
struct Style: Sendable {
    static let plain = Style(isOn: false, columns: nil)
    let isOn: Bool
    /// The columns of the terminal; nil where lines may be of any length.
    let columns: Int?

    func dim(_ text: String) -> String { isOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
    func bold(_ text: String) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func red(_ text: String) -> String { isOn ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
    func green(_ text: String) -> String { isOn ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
    func yellow(_ text: String) -> String { isOn ? "\u{1B}[33m\(text)\u{1B}[0m" : text }

    /// Colours the words of the state column; all others stay as they are.
    func mark(_ text: String, column: String) -> String {
        guard isOn, column == "state" else { return text }
        switch text {
        case "ready", "inserted", "inReader": return green(text)
        case "empty", "ejected": return dim(text)
        case "unpaired", "uninitialised", "pinFinalTry": return yellow(text)
        default: return red(text)
        }
    }
}
