internal import CAdES
internal import SignatureLevels
internal import SigningDesk

extension SignCommand {
    /// What the options ask for.
    ///
    /// - Throws: ``CommandError`` for a level that needs an authority if none is named.
    func features(_ request: SignRequest) throws(CommandError) -> Set<SignatureFeature> {
        var features = request.features
        if form.attached, form.detached { features.formUnion([.attached, .detached]) }
        if form.add, form.counter { features.formUnion([.addition, .countersignature]) }
        if form.further != nil, many.recursive {
            throw .usage("--add and --counter require named files; leave out --recursive")
        }
        if hash != nil { features.insert(.digest) }
        if form.encode != nil { features.insert(.text) }
        if try levels.wanted(servers) > .b { features.insert(.level) }
        if levels.contentTimestamp { features.insert(.contentTimestamp) }
        if pdf.isGiven { features.insert(.pdf) }
        return features
    }
}

extension SignatureFeature {
    /// The option, or options, that ask for it.
    var option: String {
        switch self {
        case .attached: "--attached"
        case .detached: "--detached"
        case .parallel: "--parallel"
        case .addition: "--add"
        case .countersignature: "--counter"
        case .digest: "--hash"
        case .text: "--encode"
        case .level: "--level"
        case .contentTimestamp: "--content-timestamp"
        case .commitments: "--commitment"
        case .roles: "--role"
        case .place: "--city or --country"
        case .pdf: "an option such as --field or --reason"
        }
    }

    /// The error for a format that does not take it, with the end of its sentence.
    func refusal(_ reason: String = "") -> CommandError {
        var titles: [String] = []
        for format in formats where !titles.contains(format.title) { titles.append(format.title) }
        let last = titles.removeLast()
        let names = titles.isEmpty ? last : "\(titles.joined(separator: ", ")) and \(last)"
        return .usage("\(option) is for \(names) signatures\(reason)", hints: hints)
    }

    private var hints: [String] {
        switch self {
        case .addition: ["sign an XML document again with --parallel if it was signed with --parallel"]
        case .text: ["add --format raw"]
        case .level, .contentTimestamp: ["--format xades signs any content as XML that has levels"]
        case .place: ["use --location for the place in a PDF"]
        default: []
        }
    }
}
