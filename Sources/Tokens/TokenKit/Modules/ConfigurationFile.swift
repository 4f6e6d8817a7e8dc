/// One configuration file of p11-kit as it stands, before its settings are given a meaning.
///
/// A line is `name: value`, blanks around both not counting; blank lines and lines that start with `#` are skipped; a
/// `#` further on is part of the value. What p11-kit would refuse is reported and skipped.
///
/// - SeeAlso: pkcs11.conf(5), "File format".
public struct ConfigurationFile: Hashable, Sendable {
    /// One setting and where it stands.
    public struct Field: Hashable, Sendable {
        /// The setting's name.
        public let name: String
        /// The setting's value; may be empty.
        public let value: String
        /// The file, without the injected root.
        public let file: String
        /// The line, from 1.
        public let line: Int
    }

    /// The settings, each name once, in the order of their lines.
    public private(set) var fields: [Field] = []
    /// What is wrong with the file.
    public private(set) var problems: [ModuleProblem] = []
    /// The settings of merged files that one of more weight hides.
    private(set) var hiddenFields: [Field] = []

    /// How many octets a file may have.
    public static let maximumLength = 65_536

    /// Makes an empty file.
    public init() {}

    /// Reads the lines of a file; never fails, since each line that is wrong becomes a problem.
    ///
    /// - Parameters:
    ///   - octets: What the file holds.
    ///   - file: The file's path, for fields and problems.
    public init(parsing octets: [UInt8], file: String) {
        var isInsidePEM = false
        let lines = octets.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.starts(with: Array("-----BEGIN ".utf8)) { isInsidePEM = true }
            let wasInsidePEM = isInsidePEM
            if line.starts(with: Array("-----END ".utf8)) { isInsidePEM = false }
            // One report for a whole PEM block, at its first line, as p11-kit gives it.
            if wasInsidePEM {
                if line.starts(with: Array("-----BEGIN ".utf8)) {
                    problems.append(ModuleProblem(.missingColon, file: file, line: index + 1, detail: "PEM block"))
                }
                continue
            }
            parse(ConfigurationFile.strip(line), file: file, line: index + 1)
        }
    }

    /// The setting of a name, or nil.
    package subscript(name: String) -> Field? { fields.first { $0.name == name } }

    /// Adds the settings of a file of less weight that this one does not have, and its problems.
    mutating func merge(defaults: ConfigurationFile) {
        for field in defaults.fields {
            if self[field.name] == nil { fields.append(field) } else { hiddenFields.append(field) }
        }
        hiddenFields += defaults.hiddenFields
        problems += defaults.problems
    }

    /// Adds what is wrong with the file as a whole.
    mutating func report(_ problem: ModuleProblem) { problems.append(problem) }

    private mutating func parse(_ line: ArraySlice<UInt8>, file: String, line number: Int) {
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        func report(_ code: ModuleProblem.Code, _ detail: String? = nil) {
            problems.append(ModuleProblem(code, file: file, line: number, detail: detail))
        }
        guard first != UInt8(ascii: "[") else { return report(.unexpectedSection) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return report(.missingColon) }
        guard !line.contains(0),
            let name = String(validating: ConfigurationFile.strip(line[..<colon]), as: UTF8.self),
            let value = String(validating: ConfigurationFile.strip(line[(colon + 1)...]), as: UTF8.self)
        else { return report(.notText) }
        guard ConfigurationFile.isName(name) else { return report(.malformedName) }
        if let earlier = fields.firstIndex(where: { $0.name == name }) {
            report(.duplicateField, name)
            fields.remove(at: earlier)
        }
        fields.append(Field(name: name, value: value, file: file, line: number))
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { octet in
                switch octet {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Without the octets at both ends that C's `isspace` counts as blank.
    static func strip(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, isBlank(first) { line.removeFirst() }
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }

    static func isBlank(_ octet: UInt8) -> Bool {
        octet == UInt8(ascii: " ") || (0x09...0x0D).contains(octet)
    }
}
