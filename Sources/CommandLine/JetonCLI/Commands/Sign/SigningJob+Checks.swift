internal import JetonFiles
internal import SigningDesk
internal import VerificationDesk

/// What is refused before a token is touched.
extension SigningJob {
    /// Refuses two inputs whose signatures would get one name.
    static func checkDistinct(_ items: [Item]) throws(CommandError) {
        var inputs: [String: String] = [:]
        for item in items where item.output != "-" {
            guard let other = inputs.updateValue(item.input, forKey: item.output) else { continue }
            throw CommandError.usage(
                "\(other) and \(item.input) would both get their signature in \(item.output)",
                hints: ["--out can be a pattern with {directory}, {name} and {extension}"]
            )
        }
    }

    /// Refuses options that exclude each other, and those that a format named by an option does not take.
    static func check(_ features: Set<SignatureFeature>, _ format: DocumentFormat?) throws(CommandError) {
        if let (one, other) = SignatureFeature.conflict(in: features) {
            throw .usage("\(one.option) and \(other.option) exclude each other")
        }
        guard let format else {
            // No content has this format.
            guard !features.contains(.text) else { throw SignatureFeature.text.refusal() }
            return
        }
        if let feature = SignatureFeature.refused(features, by: format) { throw feature.refusal() }
        if features.contains(.countersignature), format.container != nil {
            throw .usage("a new container can't get a countersignature; leave out --format")
        }
        if features.contains(.digest), format.isXML,
            let feature = [SignatureFeature.level, .contentTimestamp, .parallel, .detached].first(
                where: features.contains
            )
        {
            throw .usage("--hash with an XML format prints a signature value only; leave out \(feature.option)")
        }
    }

    /// Refuses options that the format of a file does not take.
    static func check(_ features: Set<SignatureFeature>, _ items: [Item]) throws(CommandError) {
        for item in items where !UndecodedPath.isOne(item.input) {
            guard let feature = SignatureFeature.refused(features, by: item.format) else { continue }
            throw feature.refusal(", and \(item.input) gets a \(item.format.title) signature")
        }
    }

    /// Looks at inputs and outputs before a token is touched.
    func check() throws {
        if command.output.json, items.contains(where: { $0.output == "-" }) {
            throw CommandError.usage("--json and a signature can't both go to the standard output; use --out")
        }
        if items.contains(where: { $0.output == "-" && !$0.format.isXML }), command.form.encode == nil {
            try Console.refuseTerminal("a binary signature")
        }
        // What is in a pipe is there once, for the one who opens it first.
        for file in items.flatMap(\.contents) { _ = try FileSource(file) }
        if request.digest == nil, items.count == 1, items[0].contents.isEmpty, !FileSource.isPipe(items[0].input) {
            _ = try FileSource(items[0].file)
        }
        if request.digest == nil { try checkInputs() }
        for item in items where item.output != "-" && !UndecodedPath.isOne(item.input) {
            _ = try Self.open(item, force: replaces(item))
        }
        if items.count == 1, items[0].format == .pades { _ = try PDFInput.document(in: items[0].file) }
    }

    /// Refuses an output that is one of the files to be signed.
    func checkInputs() throws(CommandError) {
        let inputs = InputFiles(items.flatMap { $0.contents.isEmpty ? [$0.input] : $0.contents.map(\.path) })
        let isFurther = command.form.add || command.form.counter
        // A message that gets another signature is replaced by design.
        for item in items where !isFurther || item.output != item.input {
            let words = command.out == nil ? "the signature of \(item.input) would replace the input" : nil
            try inputs.refuse(item.output, words ?? "--out names the input")
        }
    }
}
