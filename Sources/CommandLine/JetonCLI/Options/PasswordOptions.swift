internal import ArgumentParser
internal import JetonOctets
internal import TokenKit

/// Where the activation password comes from.
struct PasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to read the activation password: prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            discussion: "Default: prompt.",
            valueName: "source"
        )
    )
    var passwordSource: String?

    /// The source, read.
    func source() throws -> PINSource {
        let source = try passwordSource.map { try PINSource(parsing: $0) } ?? .prompt
        guard source != .pinpad else {
            throw CommandError.usage("an activation password can't be typed on a reader's own keys")
        }
        return source
    }
}
