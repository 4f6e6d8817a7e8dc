/// A scheme by which a server or proxy offers to authenticate, and what it says to it.
///
/// - SeeAlso: RFC 9110, 11.3 and 11.6.1: one field may have several challenges, each of which may have commas.
struct HTTPChallenge: Hashable {
    /// The scheme in lower case.
    let scheme: String
    /// The token or the parameters behind it; empty for none.
    private(set) var text: String

    /// Reads the challenges of all fields of a name, in their order.
    static func read(_ values: [String]) -> [HTTPChallenge] {
        var challenges: [HTTPChallenge] = []
        for value in values {
            let before = challenges.count
            for member in members(value) {
                if let challenge = HTTPChallenge(member) {
                    challenges.append(challenge)
                } else if challenges.count > before {
                    challenges[challenges.count - 1].add(member)
                }
            }
        }
        return challenges
    }

    /// Reads the start of a challenge; nil for a parameter of the one before.
    private init?(_ member: String) {
        let scheme = member.prefix { $0 != " " && $0 != "\t" && $0 != "=" }
        let rest = HTTPChallenge.trimmed(member[scheme.endIndex...])
        // A parameter is a name, an equals sign with white space around it, and a value.
        guard HTTPSyntax.isToken(scheme.utf8), !rest.hasPrefix("=") else { return nil }
        self.scheme = scheme.lowercased()
        text = rest
    }

    private mutating func add(_ parameter: String) { text += text.isEmpty ? parameter : ", \(parameter)" }

    /// The members of a list; commas in quotation marks divide none.
    private static func members(_ value: String) -> [String] {
        var members: [String] = []
        var member = ""
        var (isQuoted, isEscaped) = (false, false)
        for character in value.unicodeScalars {
            if character == ",", !isQuoted {
                members.append(member)
                member = ""
                continue
            }
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            member.unicodeScalars.append(character)
        }
        return (members + [member]).map { trimmed($0[...]) }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
