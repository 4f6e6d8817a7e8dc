/// One line of a udev rules file: a list of keys, each with an operator and a value (systemd 252, udev(7)).
struct UdevRule: Equatable {
    struct Key: Equatable {
        let name: String
        /// What stands in braces after the name, as in `ATTR{idVendor}`.
        let attribute: String?
        let operation: String
        let value: String
    }

    let lineNumber: Int
    let keys: [Key]

    /// The value of the first key of this name and attribute.
    func value(_ name: String, _ attribute: String? = nil) -> String? {
        keys.first { $0.name == name && $0.attribute == attribute }?.value
    }

    /// Reads a whole file; blank lines and comments give no rule.
    static func parse(_ text: String) throws(UdevSyntaxError) -> [UdevRule] {
        var rules: [UdevRule] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            rules.append(UdevRule(lineNumber: index + 1, keys: try parse(line: line, number: index + 1)))
        }
        return rules
    }

    private static func parse(line: Substring, number: Int) throws(UdevSyntaxError) -> [Key] {
        var keys: [Key] = []
        var rest = line
        while true {
            let key = try parseKey(&rest, lineNumber: number)
            keys.append(key)
            if rest.isEmpty { return keys }
            guard rest.hasPrefix(", ") else {
                throw UdevSyntaxError(lineNumber: number, reason: "expected a comma before '\(rest)'")
            }
            rest = rest.dropFirst(2)
        }
    }

    private static func parseKey(_ rest: inout Substring, lineNumber: Int) throws(UdevSyntaxError) -> Key {
        let name = rest.prefix { ("A"..."Z").contains($0) }
        rest = rest.dropFirst(name.count)
        var attribute: String?
        if rest.hasPrefix("{") {
            let inner = rest.dropFirst().prefix { $0 != "}" }
            rest = rest.dropFirst(inner.count + 2)
            attribute = String(inner)
        }
        let operation = rest.prefix { "=!+-:".contains($0) }
        rest = rest.dropFirst(operation.count)
        guard let operations = operations[String(name)], operations.contains(String(operation)) else {
            throw UdevSyntaxError(lineNumber: lineNumber, reason: "'\(name)' with '\(operation)'")
        }
        guard (attribute != nil) == namesWithAttribute.contains(String(name)), attribute != "" else {
            throw UdevSyntaxError(lineNumber: lineNumber, reason: "'\(name)' with or without an attribute")
        }
        guard rest.hasPrefix("\"") else {
            throw UdevSyntaxError(lineNumber: lineNumber, reason: "no quoted value after '\(name)'")
        }
        let value = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(value.count + 1)
        guard rest.hasPrefix("\"") else {
            throw UdevSyntaxError(lineNumber: lineNumber, reason: "the value of '\(name)' does not end")
        }
        rest = rest.dropFirst()
        return Key(
            name: String(name),
            attribute: attribute,
            operation: String(operation),
            value: String(value)
        )
    }

    // The keys that the rules file may use; those that run programs or import their output are left out on purpose.
    private static let operations: [String: Set<String>] = [
        "ACTION": ["==", "!="],
        "SUBSYSTEM": ["==", "!="],
        "ENV": ["==", "!="],
        "ATTR": ["==", "!="],
        "GROUP": ["="],
        "MODE": ["="],
        "TAG": ["+="],
        "GOTO": ["="],
        "LABEL": ["="],
    ]

    private static let namesWithAttribute: Set<String> = ["ENV", "ATTR"]
}

/// A line that is no udev rule, or one of a kind that the rules file has no business with.
struct UdevSyntaxError: Error, Equatable {
    let lineNumber: Int
    let reason: String
}
