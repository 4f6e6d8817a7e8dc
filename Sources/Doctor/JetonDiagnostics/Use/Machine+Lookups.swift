internal import Cryptoki
internal import JetonOctets
internal import TokenKit

/// What a command asks of a token: names that must be there.
struct TokenRequest {
    /// The token's label.
    var label: String?
    /// The slot's number.
    var slot: UInt?
    /// The object's label.
    var object: String?
    /// The object's `CKA_ID`.
    var id: [UInt8]?

    /// Reads the options and URIs of a command line.
    ///
    /// - SeeAlso: pkcs11-tool(1), p11tool(1), softhsm2-util(1), RFC 7512.
    init(_ arguments: [String]) {
        let isTool = arguments.first.map { Machine.name(of: $0) == "pkcs11-tool" } ?? false
        for (index, argument) in arguments.enumerated() {
            let parts = argument.split(separator: "=", maxSplits: 1)
            let next = arguments.indices.contains(index + 1) ? arguments[index + 1] : nil
            let value = argument.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : next
            switch argument.hasPrefix("--") ? String(parts.first ?? "") : argument {
            case "--token-label", "--token": label = value
            case "--slot": slot = value.flatMap(TokenRequest.number)
            case "--label" where isTool, "-a" where isTool: object = value
            case "--id" where isTool, "-d" where isTool: id = value.flatMap { Hex.decode($0) }
            default: read(argument)
            }
        }
    }

    private static func number(_ text: String) -> UInt? {
        text.hasPrefix("0x") ? UInt(text.dropFirst(2), radix: 16) : UInt(text)
    }

    /// Reads a URI in an argument, wherever it begins.
    private mutating func read(_ argument: String) {
        guard let start = argument.firstRange(of: "pkcs11:")?.lowerBound else { return }
        let text = argument[start...].prefix { !" \"'|)".contains($0) }
        guard let uri = try? PKCS11URI(parsing: String(text)) else { return }
        label = uri.text(of: .token) ?? label
        object = uri.text(of: .object) ?? object
        id = uri[.id] ?? id
    }
}

extension Machine {
    private static let usedModules = Fact<[Inventory.ModuleEntry]>()

    /// The modules that a use loads, with what they show.
    func usedModules(of use: UseTrace) -> [Inventory.ModuleEntry] {
        remember(Self.usedModules, of: use.arguments.joined(separator: "\0")) {
            let opened = Set(use.openedFiles)
            let known = modules.filter { opened.contains($0.path) || opened.contains(realPath($0.path)) }
            let named = use.arguments.filter { $0.hasPrefix("/") && $0.contains(".so") && opened.contains($0) }
            let others = named.filter { name in !known.contains { $0.path == name } }
            let isKnown = Set(known.map { realPath($0.path) })
            let new = others.filter { !isKnown.contains(realPath($0)) }
            return new.isEmpty ? known : known + probe.modules(forPrograms: new, areAll: true).entries
        }
    }

    /// What a command asks for by name, and no token has.
    func lookupFaults(in use: UseTrace) -> [Suspect] {
        guard use.subjects.isEmpty else { return [] }
        let request = TokenRequest(use.arguments)
        let surveys = usedModules(of: use).compactMap { entry -> ModuleSurvey? in
            if case .success(let survey) = entry.outcome { survey } else { nil }
        }
        let slots = surveys.flatMap(\.slots)
        guard !slots.isEmpty else { return [] }
        return [absentToken(request, slots), absentSlot(request, slots), absentObject(request, use)].compactMap { $0 }
    }

    private func lookup(_ what: String, _ fault: ReportText, _ evidence: [Evidence], _ remedy: Remedy) -> Suspect {
        Suspect(path: what, fault: fault, evidence: evidence, weight: .missing, remedies: [remedy])
    }

    private func absentToken(_ request: TokenRequest, _ slots: [ModuleSurvey.SlotSurvey]) -> Suspect? {
        guard let label = request.label else { return nil }
        let tokens = slots.compactMap(\.token).filter { $0.flags.contains(.tokenInitialized) }
        let labels = Set(tokens.map(\.label.description)).sorted()
        // A module that shows nothing has another fault.
        guard !labels.isEmpty, !labels.contains(label) else { return nil }
        keepPrivate(label, .label)
        let all = ReportText(joining: labels.map { "'\(private: $0, .label)'" })
        let near = Spelling.nearest(to: label, in: labels) ?? (labels.count == 1 ? labels.first : nil)
        return lookup(
            "the token '\(label)'",
            "does not exist: the module shows \(all)",
            [Evidence("asked for", "\(private: label, .label)"), Evidence("tokens", all)],
            Remedy(
                near.map { "use '\(private: $0, .label)' instead" } ?? "use one of these tokens",
                commands: ["jeton list"]
            )
        )
    }

    private func absentSlot(_ request: TokenRequest, _ slots: [ModuleSurvey.SlotSurvey]) -> Suspect? {
        guard let slot = request.slot, !slots.contains(where: { $0.id.rawValue == slot }) else { return nil }
        let numbers = slots.map { "\($0.id.rawValue)" }.joined(separator: ", ")
        return lookup(
            "slot \(slot)",
            "does not exist: the module has \(numbers)",
            [Evidence("slots", "\(numbers)")],
            Remedy(
                "select the token by its label, which does not change, for example with --token-label",
                commands: ["jeton list"]
            )
        )
    }

    private func absentObject(_ request: TokenRequest, _ use: UseTrace) -> Suspect? {
        guard request.object != nil || request.id != nil,
            saidFaults(of: use).contains(where: { $0.phrase.field == .object || $0.phrase.field == .ability })
        else { return nil }
        let requests = usedModules(of: use).map {
            ModuleSurveyor.Request(path: $0.path, initializationString: $0.initializationString)
        }
        let objects = probe.contents(ofTokensIn: requests).flatMap(\.objects)
        let labels = Set(objects.map(\.label).filter { !$0.isEmpty }).sorted()
        let ids = Set(objects.map { Hex.encode($0.id) }.filter { !$0.isEmpty }).sorted()
        for label in labels + [request.object].compactMap({ $0 }) { keepPrivate(label, .label) }
        if let label = request.object, !labels.isEmpty, !labels.contains(label) {
            let all = ReportText(joining: labels.prefix(16).map { "'\(private: $0, .label)'" })
            return lookup(
                "the object '\(label)'",
                "is not on the token, which shows \(all)",
                [Evidence("asked for", "\(private: label, .label)"), Evidence("objects", all)],
                Remedy("name one of these objects", commands: ["jeton list"])
            )
        }
        if let id = request.id, !ids.isEmpty, !ids.contains(Hex.encode(id)) {
            return lookup(
                "the object with the id \(Hex.encode(id))",
                "is not on the token, which shows \(ids.joined(separator: ", "))",
                [Evidence("asked for", "\(Hex.encode(id))"), Evidence("ids", "\(ids.joined(separator: ", "))")],
                Remedy("name one of these objects", commands: ["jeton list"])
            )
        }
        return nil
    }
}
