internal import ArgumentParser
internal import Cryptoki
internal import JetonOctets
internal import SigningDesk
internal import TokenKit
internal import VerificationDesk

/// A setting; it has the name of the option that it stands in for.
///
/// No setting allows what is weak, of an old suite or sent in clear: such options are given to each command.
enum SettingName: String, CaseIterable, ExpressibleByArgument {
    case token
    case pinSource = "pin-source"
    case trust
    case trustList = "trust-list"
    case trustListSigner = "trust-list-signer"
    case timestampServer = "tsa"
    case timestampLogin = "tsa-login"
    case timestampForm = "tsa-form"
    case proxy

    /// The variable of the environment that outweighs the file.
    var variable: String { "JETON_" + rawValue.uppercased().replacing("-", with: "_") }

    /// Whether there may be several values, with commas between them.
    var isList: Bool { ![.token, .pinSource, .timestampLogin, .timestampForm, .proxy].contains(self) }

    /// The values in a line of the file, checked.
    ///
    /// - Throws: ``CommandError`` with exit code 2, without the text where that may be a PIN.
    func values(_ text: String) throws(CommandError) -> [String] {
        let parts = isList ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
        let values = parts.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        for value in values { try check(value) }
        return values
    }

    /// Checks one value.
    ///
    /// - Throws: ``CommandError`` with exit code 2.
    private func check(_ value: String) throws(CommandError) {
        guard !value.isEmpty, value.utf8.count <= 4096, value.withoutControlCharacters == value else {
            throw .usage("the setting '\(rawValue)' needs a value of one line, at most 4096 bytes")
        }
        switch self {
        case .token: try checkToken(value)
        case .pinSource: try checkPINSource(value)
        case .trust, .trustListSigner: try SettingName.requireAbsolute(value, rawValue)
        case .trustList:
            guard TrustListFiles.isURL(value) else { return try SettingName.requireAbsolute(value, rawValue) }
            try checkAddress(value, ["https://", "http://"])
        case .timestampServer: try checkAddress(value, ["https://", "http://"])
        case .timestampLogin:
            guard !value.contains("/"), !value.contains(":") else {
                throw .usage(
                    "the setting 'tsa-login' is the user's name at the timestamping authority, without / and :",
                    hints: ["`jeton keystore add https://tsa.example/NAME` keeps the password for that server"]
                )
            }
        case .timestampForm: if value != "soap" { try SettingName.requireAbsolute(value, rawValue) }
        case .proxy: try checkAddress(value, ["http://"])
        }
    }

    private func checkToken(_ value: String) throws(CommandError) {
        guard value.hasPrefix("pkcs11:") else { return }
        let uri: PKCS11URI
        do {
            uri = try PKCS11URI(parsing: value)
        } catch {
            throw .usage("the setting 'token' is not a valid PKCS #11 URI: \(error)")
        }
        guard let reserved = uri.reservedAttribute else { return }
        throw .usage(
            "the setting 'token' can't have '\(reserved.rawValue)' in the URI",
            hints: [
                [.moduleName, .modulePath].contains(reserved)
                    ? "--module names the module for each command"
                    : "`jeton config set pin-source SOURCE` sets the source"
            ]
        )
    }

    private func checkPINSource(_ value: String) throws(CommandError) {
        switch try? PINSource(parsing: value) {
        case .file(let path)?: try SettingName.requireAbsolute(path, rawValue)
        case .descriptor?, nil:
            throw .usage(
                "the setting 'pin-source' is not one of the sources that a file can name",
                hints: [
                    "use one of prompt, pinpad, pinentry, file:PATH, env:NAME, credential:NAME, keystore:NAME",
                    "a PIN itself is never kept in the settings",
                ]
            )
        case .prompt?, .pinpad?, .pinentry?, .environment?, .credential?, .keystore?: break
        }
    }

    private func checkAddress(_ value: String, _ schemes: [String]) throws(CommandError) {
        guard let scheme = schemes.first(where: { value.lowercased().hasPrefix($0) }),
            value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), value.utf8.count > scheme.utf8.count
        else {
            throw .usage("the setting '\(rawValue)' is not an address: expected \(schemes.joined(separator: " or "))…")
        }
        guard !value.dropFirst(scheme.count).prefix(while: { $0 != "/" }).contains("@") else {
            throw .usage("the setting '\(rawValue)' can't have a name and password in the address")
        }
    }

    /// Refuses a path that would be another file in each directory.
    private static func requireAbsolute(_ path: String, _ name: String) throws(CommandError) {
        guard !path.hasPrefix("/") else { return }
        throw .usage(
            "the setting '\(name)' names '\(path)', which is not an absolute path",
            hints: ["\"$PWD/\(path)\" names it, if it is below this directory"]
        )
    }
}
