public import JetonKeystoreBase
public import JetonOctets
internal import JetonPrograms

/// The root key as a credential of this machine, made and read by the installed `systemd-creds`.
///
/// The tool binds the credential to the host's key in `/var/lib/systemd/credential.secret`, to the TPM, or to both.
/// It needs root up to systemd 255. Calls block until the tool ends, at most 30 seconds.
///
/// - SeeAlso: systemd-creds(1), systemd 252.
public struct SystemCredential: KeyWrapping, KeyUnwrapping {
    /// The absolute path of the tool.
    public let tool: String
    /// The credential's name, which is bound to its content.
    public let name: String

    /// Uses an installed tool.
    public init(tool: String = "/usr/bin/systemd-creds", name: String = "jeton.root") {
        self.tool = tool
        self.name = name
    }

    /// Encrypts a secret for this machine.
    ///
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the tool is missing or refuses, with its own words.
    public func wrap(_ secret: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        let output = try secret.withBytes { (secret) throws(KeystoreError) in
            try run(["encrypt", "--name=\(name)", "-", "-"], input: secret)
        }
        return output.withBytes { [UInt8](copying: $0) }
    }

    /// Decrypts a secret on this machine.
    ///
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if the credential is of another machine.
    public func unwrap(_ octets: [UInt8]) throws(KeystoreError) -> Secret {
        do throws(KeystoreError) {
            return try run(["decrypt", "--name=\(name)", "-", "-"], input: octets.span)
        } catch {
            guard error.code == .unimplemented else { throw error }
            throw KeystoreError(.authenticationFailed, error.context)
        }
    }

    private func run(_ arguments: [String], input: Span<UInt8>) throws(KeystoreError) -> Secret {
        var program = ProgramCall(silent: [tool] + arguments)
        // Nothing in the caller's environment may steer the tool.
        program.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]
        let output: ProgramOutput
        do throws(ProgramError) {
            output = try program.run(
                reading: input,
                limit: KeybagSlot.maximumBody,
                deadline: .seconds(30),
                takesErrors: true
            )
        } catch { throw KeystoreError(.unimplemented, "\(error)") }
        guard output.end == .exited(0) else {
            let message = String(decoding: output.errors, as: UTF8.self).lines().last ?? ""
            throw KeystoreError(.unimplemented, "\(tool) failed: \(message.prefix(200))")
        }
        return output.takeOctets()
    }
}
