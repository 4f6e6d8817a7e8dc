internal import Glibc
internal import JetonOctets

/// Asks for PINs by the program `pinentry`.
///
/// - SeeAlso: The Assuan manual, "Client requests" and "Server responses"; the pinentry manual, "Protocol".
package enum Pinentry {
    /// The low 16 bits of libgpg-error's codes that mean that the user does not want to answer: canceled, fully
    /// canceled, and the time-out.
    private static let cancelCodes: Set<UInt32> = [99, 198, 62]

    /// Whether an answer says that the person does not want to answer.
    package static func isCanceled(_ code: UInt32) -> Bool { cancelCodes.contains(code & 0xFFFF) }

    /// Starts pinentry, asks, and ends it.
    static func ask(_ prompt: PINPrompt, variables: [String: String], terminal: String) throws(PINError) -> Secret {
        guard let program = find(in: variables["PATH"] ?? "/usr/bin:/bin") else { throw PINError(.noPinentry) }
        let connection = try AssuanConnection(program: program, variables: variables)
        do throws(PINError) {
            let secret = try ask(prompt, variables, terminal, connection)
            connection.close()
            return secret
        } catch {
            connection.close()
            throw error
        }
    }

    private static func ask(
        _ prompt: PINPrompt,
        _ variables: [String: String],
        _ terminal: String,
        _ connection: borrowing AssuanConnection
    ) throws(PINError) -> Secret {
        try connection.receive().requireOK()
        // Options that a pinentry does not know are refused, which does no harm.
        let terminalName = variables["GPG_TTY"] ?? terminal
        _ = try connection.transact("OPTION ttyname=\(escape(terminalName))")
        if let type = variables["TERM"] { _ = try connection.transact("OPTION ttytype=\(escape(type))") }
        _ = try connection.transact("SETTITLE Jeton")
        try connection.transact("SETDESC \(escape(prompt.text))").requireOK()
        try connection.transact("SETPROMPT \(escape(prompt.role.name)):").requireOK()
        var isRepeated = true
        if prompt.isNew {
            _ = try connection.transact("SETREPEATERROR \(escape("The two entries differ"))")
            isRepeated = try connection.transact("SETREPEAT \(escape("Repeat:"))").isOK
        }
        let secret = try askOnce(connection)
        guard !isRepeated else { return secret }
        // An old pinentry without SETREPEAT.
        try connection.transact("SETDESC \(escape("Repeat the new \(prompt.role.name)"))").requireOK()
        let again = try askOnce(connection)
        guard secret.equals(again) else { throw PINError(.notRepeated) }
        return secret
    }

    private static func askOnce(_ connection: borrowing AssuanConnection) throws(PINError) -> Secret {
        try connection.send("GETPIN")
        var response = try connection.receive()
        if let code = response.errorCode, isCanceled(code) { throw PINError(.canceled) }
        try response.requireOK()
        guard let secret = response.takeData(), !secret.isEmpty else { throw PINError(.empty, detail: "pinentry") }
        return secret
    }

    /// The first executable of that name in the directories of a `PATH`.
    private static func find(in path: String) -> String? {
        path.split(separator: ":").lazy.map { "\($0)/pinentry" }.first {
            unsafe $0.hasPrefix("/") && access($0, X_OK) == 0
        }
    }

    /// A parameter with what would end the line percent-encoded.
    package static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
