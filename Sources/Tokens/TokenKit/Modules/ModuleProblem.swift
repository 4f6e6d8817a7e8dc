/// Something in the configuration of modules that is wrong or suspicious.
public struct ModuleProblem: Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of problem from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A line that is not blank, not a comment, and has no colon.
        public static let missingColon = Code(rawValue: "the line has no ':'")
        /// A line that starts with `[`.
        public static let unexpectedSection = Code(rawValue: "section headers are not allowed")
        /// A name that is empty or has characters other than letters, digits, `.`, `-` and `_`.
        public static let malformedName = Code(rawValue: "the name of the setting is malformed")
        /// A line that is not UTF-8, or has a zero octet.
        public static let notText = Code(rawValue: "the line is not text")
        /// A setting that comes twice in one file; the last one counts.
        public static let duplicateField = Code(rawValue: "the setting appears twice; the last one applies")
        /// A value other than `yes` and `no` where one of them is asked for; the default counts.
        public static let notYesOrNo = Code(rawValue: "the value is neither 'yes' nor 'no'; the default applies")
        /// A priority that is not an integer; the digits at its start count, as in p11-kit.
        public static let notAnInteger = Code(rawValue: "the value is not an integer")
        /// A `user-config` other than `none`, `merge` and `only`; no user configuration is read then.
        public static let unknownUserConfiguration = Code(
            rawValue: "the value must be one of 'none', 'merge', 'only'"
        )
        /// Both `enable-in` and `disable-in`; the first counts.
        public static let enableAndDisable = Code(rawValue: "'enable-in' and 'disable-in' are mutually exclusive")
        /// Neither `module` nor `remote`: nothing to load.
        public static let nothingToLoad = Code(rawValue: "there is neither 'module' nor 'remote'")
        /// A file whose name p11-kit will ignore one day.
        public static let unusualFileName = Code(rawValue: "the name of a module file must end with '.module'")
        /// A file or directory that can't be read.
        public static let unreadable = Code(rawValue: "it can't be read")
        /// A module or file of configuration that users other than root and this one can change.
        ///
        /// Their code would run as this user. Root does without it.
        public static let openToOthers = Code(rawValue: "other users can change it")
        /// A path of `JETON_MODULES` that would be another file in each directory.
        public static let relativePath = Code(rawValue: "the path is not absolute")
        /// A module that was asked for by path and is not there.
        public static let noSuchModule = Code(rawValue: "the file does not exist")
    }

    /// The kind of problem.
    public let code: Code
    /// The file or directory, without the injected root.
    public let file: String
    /// The line, from 1; nil if the problem is not one of a single line.
    public let line: Int?
    /// The setting's name or the system's reason, if there is one.
    public let detail: String?

    /// Makes a problem.
    package init(_ code: Code, file: String, line: Int? = nil, detail: String? = nil) {
        self.code = code
        self.file = file
        self.line = line
        self.detail = detail
    }

    /// Whether p11-kit, and with it every program that goes through it, refuses to load any module because of this.
    ///
    /// Jeton leaves out the line or file at fault and goes on.
    package var stopsP11Kit: Bool {
        switch code {
        case .missingColon, .unexpectedSection, .unreadable, .unknownUserConfiguration: true
        default: false
        }
    }

    /// One sentence for people: file, line, what is wrong.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(code.rawValue)\(detail.map { " (\($0))" } ?? "")"
    }
}
