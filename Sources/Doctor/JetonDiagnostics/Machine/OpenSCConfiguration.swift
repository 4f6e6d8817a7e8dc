/// opensc.conf as OpenSC reads it: settings with lists of values, in blocks, whatever the lines are.
///
/// - SeeAlso: opensc.conf(5).
struct OpenSCConfiguration {
    /// A setting.
    struct Setting {
        /// Its name.
        let name: String
        /// Its values.
        let values: [String]
        /// The line that has its name, from 1.
        let line: Int
        /// The names of the blocks around it, the outer first.
        let blocks: [String]
    }

    /// The settings in their order, at most 4,096.
    private(set) var settings: [Setting] = []

    /// Reads a configuration.
    init(_ text: String) {
        var name = ""
        var words: [String] = []
        var nameLine = 1
        var isValue = false
        var blocks: [String] = []
        func end(_ configuration: inout OpenSCConfiguration) {
            if isValue, !name.isEmpty, configuration.settings.count < 4096 {
                configuration.settings.append(Setting(name: name, values: words, line: nameLine, blocks: blocks))
            }
            (name, words, isValue) = ("", [], false)
        }
        for (word, line) in OpenSCConfiguration.words(of: text) {
            switch word {
            case "=": isValue = true
            case ";": end(&self)
            case ",": continue
            case "{":
                blocks.append(name)
                (name, words, isValue) = ("", [], false)
            case "}":
                end(&self)
                _ = blocks.popLast()
            default:
                if isValue {
                    words.append(word)
                } else if name.isEmpty {
                    (name, nameLine) = (word, line)
                }
            }
        }
    }

    /// The last setting of a name.
    func last(_ name: String) -> Setting? { settings.last { $0.name == name } }

    /// Words, texts in quotes, and the signs `= , ; { }`, each with its line.
    private static func words(of text: String) -> [(String, Int)] {
        var words: [(String, Int)] = []
        var word = ""
        var isQuoted = false
        var isComment = false
        var line = 1
        func end() {
            if !word.isEmpty { words.append((word, line)) }
            word = ""
        }
        for scalar in text.unicodeScalars {
            if isQuoted {
                if scalar == "\"" {
                    words.append((word, line))
                    (word, isQuoted) = ("", false)
                } else {
                    word.unicodeScalars.append(scalar)
                }
            } else if isComment {
                isComment = scalar != "\n"
            } else {
                switch scalar {
                case "\"": isQuoted = true
                case "#":
                    end()
                    isComment = true
                case "=", ",", ";", "{", "}":
                    end()
                    words.append((String(scalar), line))
                case " ", "\t", "\n", "\r": end()
                default: word.unicodeScalars.append(scalar)
                }
            }
            if scalar == "\n" { line += 1 }
        }
        end()
        return words
    }
}
