internal import ArgumentParser
internal import SigningDesk

/// What happens to a certificate that the key already has.
struct FormerCertificateOptions: ParsableArguments {
    @Flag(help: "Replace the certificates that the key has.")
    var replace = false

    @Flag(help: "Keep the certificates that the key has; `sign` takes the newest valid one.")
    var keep = false

    func validate() throws { try OptionRule.check(.excludes(["--replace": replace, "--keep": keep])) }

    /// The choice.
    var choice: CertificateImport.Former { replace ? .replace : keep ? .keep : .refuse }
}
