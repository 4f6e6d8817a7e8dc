internal import ArgumentParser
internal import JetonX509

/// The alternative names of a requested certificate.
struct AlternativeNameOptions: ParsableArguments {
    @Option(
        name: .customLong("alternative-name"),
        help: ArgumentHelp(
            "An alternative name: dns:NAME, email:ADDRESS or ip:ADDRESS; may be repeated.",
            valueName: "name"
        )
    )
    var names: [String] = []

    /// The extension with the names; none without a name.
    func extensions() throws(CommandError) -> [CertificateExtension] {
        var names: [GeneralName] = []
        for text in self.names { names.append(try generalName(text)) }
        guard !names.isEmpty else { return [] }
        do {
            return [try .subjectAlternativeNames(names)]
        } catch {
            throw .usage("\(error)")
        }
    }

    private func generalName(_ text: String) throws(CommandError) -> GeneralName {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let name: GeneralName? =
            switch (parts.first, parts.count) {
            case ("dns", 2): .dns(parts[1])
            case ("email", 2): .email(parts[1])
            case ("ip", 2): GeneralName.ip(text: parts[1])
            default: nil
            }
        guard let name else {
            throw .usage(
                "'\(text)' is not a valid alternative name",
                hints: ["use dns:NAME, email:ADDRESS or ip:ADDRESS"]
            )
        }
        return name
    }
}
