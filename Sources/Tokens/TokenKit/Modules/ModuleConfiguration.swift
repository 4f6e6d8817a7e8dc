/// The settings of one module in p11-kit's configuration, files of the same name merged.
///
/// - SeeAlso: pkcs11.conf(5), "Module configuration".
public struct ModuleConfiguration: Hashable, Sendable {
    /// The module's name: the file's name without `.module`.
    public let name: String
    /// The setting `module`: a path, absolute or relative to the module directory; empty switches the module off.
    public let module: ConfigurationFile.Field?
    /// The setting `remote`: a command or an address; it outweighs ``module``.
    public let remote: ConfigurationFile.Field?
    /// The setting `critical`: whether nothing at all should be loaded if this module can't be; default false.
    public let isCritical: Bool
    /// The setting `enable-in`: the only programs that may load the module; nil means any.
    public let enableIn: [String]?
    /// The setting `disable-in`: the programs that must not load the module.
    public let disableIn: [String]
    /// The setting `priority`: a larger one comes first; default 0.
    public let priority: Int
    /// The setting `managed`: whether p11-kit shares the module between callers; default true.
    public let isManaged: Bool
    /// The setting `log-calls`: whether p11-kit writes a log of all calls; default false.
    public let logsCalls: Bool
    /// The setting `trust-policy`: whether the module holds certificate anchors and blocklists; default false.
    public let isTrustPolicy: Bool
    /// The setting `x-init-reserved`: the text for `CK_C_INITIALIZE_ARGS.pReserved`.
    public let initReserved: String?
    /// The other settings, such as a distribution's own `x-` settings.
    public let otherFields: [ConfigurationFile.Field]
    /// The file of most weight that takes part, without the injected root.
    public let file: String
    /// What is wrong with the files.
    public let problems: [ModuleProblem]

    /// The path in a file of less weight that an empty `module` switches off.
    let switchedOffModule: String?

    private static let knownNames: Set<String> = [
        "module", "remote", "critical", "enable-in", "disable-in", "priority", "managed", "log-calls", "trust-policy",
        "x-init-reserved",
    ]

    /// Gives the settings of merged files their meaning.
    ///
    /// - Parameters:
    ///   - name: The module's name.
    ///   - file: The file of most weight.
    ///   - contents: The settings, those of less weight merged in.
    ///   - global: The global configuration, whose `managed` and `log-calls` outweigh the module's.
    public init(
        name: String,
        file: String,
        contents: ConfigurationFile,
        global: ConfigurationFile = ConfigurationFile()
    ) {
        var problems = contents.problems
        func boolean(_ name: String, default defaultValue: Bool, overriddenBy global: ConfigurationFile? = nil) -> Bool
        {
            guard let field = global?[name] ?? contents[name] else { return defaultValue }
            switch field.value {
            case "yes": return true
            case "no": return false
            default:
                problems.append(ModuleProblem(.notYesOrNo, file: field.file, line: field.line, detail: name))
                return defaultValue
            }
        }
        self.name = name
        self.file = file
        module = contents["module"]
        switchedOffModule =
            contents["module"]?.value.isEmpty == true
            ? contents.hiddenFields.first { $0.name == "module" && !$0.value.isEmpty }?.value : nil
        remote = contents["remote"]
        isCritical = boolean("critical", default: false)
        isManaged = boolean("managed", default: true, overriddenBy: global)
        logsCalls = boolean("log-calls", default: false, overriddenBy: global)
        isTrustPolicy = boolean("trust-policy", default: false)
        enableIn = contents["enable-in"].map { ModuleConfiguration.programs($0.value) }
        disableIn = contents["disable-in"].map { ModuleConfiguration.programs($0.value) } ?? []
        initReserved = contents["x-init-reserved"]?.value
        otherFields = contents.fields.filter { !ModuleConfiguration.knownNames.contains($0.name) }

        if let field = contents["priority"] {
            let (number, isWhole) = ModuleConfiguration.leadingInteger(field.value)
            priority = number
            if !isWhole {
                problems.append(ModuleProblem(.notAnInteger, file: field.file, line: field.line, detail: "priority"))
            }
        } else {
            priority = 0
        }
        if contents["enable-in"] != nil, let field = contents["disable-in"] {
            problems.append(ModuleProblem(.enableAndDisable, file: field.file, line: field.line))
        }
        if module == nil, remote == nil { problems.append(ModuleProblem(.nothingToLoad, file: file)) }
        self.problems = problems
    }

    /// Whether a program may load the module by `enable-in` and `disable-in`.
    ///
    /// - Parameter program: The base name of its executable.
    /// - Returns: Whether it may.
    public func isEnabled(in program: String) -> Bool {
        if let enableIn { return enableIn.contains(program) }
        return !disableIn.contains(program)
    }

    /// The names in a list that is separated by commas and blanks.
    private static func programs(_ list: String) -> [String] {
        list.utf8.split { $0 == UInt8(ascii: ",") || ConfigurationFile.isBlank($0) }.map { String(Substring($0)) }
    }

    /// What C's `atoi`, which p11-kit uses, makes of a text; and whether the text is an integer as a whole.
    private static func leadingInteger(_ text: String) -> (number: Int, isWhole: Bool) {
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return (0, false) }
        // atoi leaves open what too large a number gives; here it is as large as an Int32 can be.
        let magnitude = Int32(Substring(digits)) ?? .max
        return (Int(isNegative ? -magnitude : magnitude), digits.count == rest.count)
    }
}
