internal import ArgumentParser
internal import JetonX509

/// The subject of a certificate or a request.
struct SubjectOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Subject name, for example \"CN=Anna,O=Example,C=DE\".", valueName: "dn"))
    var subject: String

    /// The name that was given.
    func name() throws(CommandError) -> DistinguishedName {
        do {
            return try DistinguishedName(subject)
        } catch {
            throw .usage("\(error)", hints: ["a name looks like \"CN=Anna Muster,O=Example,C=DE\""])
        }
    }
}
