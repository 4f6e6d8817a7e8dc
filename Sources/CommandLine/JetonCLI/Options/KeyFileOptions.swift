internal import ArgumentParser
internal import JetonOctets
internal import TokenKit

/// What opens a file with a private key.
struct KeyFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to read the file's passphrase: prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            discussion: "Default: prompt, if the file needs one.",
            valueName: "source"
        )
    )
    var passphraseSource: String?

    /// Reads a private key and certificates.
    ///
    /// - Throws: ``CommandError``.
    func read(_ contents: borrowing Secret, of file: String) throws -> KeyFile {
        do {
            return try KeyFile(contents: contents) { try SecretReader.keyFilePassphrase.read(passphraseSource) }
        } catch let failure as PrivateKeyFile.Failure {
            throw CommandError(
                "\(file) can't be imported: \(failure)",
                hints: [failure.hint].compactMap(\.self),
                exitCode: .inputOutput
            )
        }
    }
}
