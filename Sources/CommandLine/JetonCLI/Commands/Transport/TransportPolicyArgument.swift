internal import JetonFiles
internal import JetonNetwork
internal import TransportPolicy

/// What the commands about TLS read and report alike.
enum TransportPolicyArgument {
    /// Reads a policy's file.
    ///
    /// - Throws: ``CommandError`` for one that is malformed.
    static func read(_ path: String) throws -> TransportPolicyFile {
        let file = TransportPolicyFile(try FileSource.contents(of: path, limit: TransportPolicyFile.sizeLimit))
        guard file.isReadable else {
            let finding = file.findings.first
            throw CommandError(
                "\(path) can't be read: \(finding?.summary ?? "it is malformed")",
                hints: finding.map { [$0.hint] } ?? [],
                exitCode: .inputOutput
            )
        }
        return file
    }

    /// Why there was no connection.
    static func describe(_ error: NetworkError, _ url: HTTPURL) -> CommandError {
        let hint: String? =
            switch error.code {
            case .hostNotFound: "check the name; `getent ahosts \(url.host)` asks the same resolver"
            case .unreachable, .proxyRefused, .timedOut:
                "a firewall or a proxy may be in the way; https_proxy or `jeton config set proxy http://PROXY:PORT` sets a proxy"
            default: nil
            }
        return CommandError(
            "no connection to \(url.host): \(error.code == .unreachable ? error.context : "\(error)")",
            hints: hint.map { [$0] } ?? [],
            exitCode: .inputOutput
        )
    }

    /// A finding as a line.
    static func line(_ finding: TransportFinding, in path: String) -> String {
        "\(path):\(finding.line): \(finding.severity.rawValue): \(finding.summary) [\(finding.rule.rawValue)]; "
            + finding.hint
    }

    /// A finding as an object.
    static func json(_ finding: TransportFinding) -> JSON {
        .object([
            "line": finding.line, "severity": finding.severity.rawValue, "rule": finding.rule.rawValue,
            "summary": finding.summary, "hint": finding.hint,
        ])
    }
}

extension JSON {
    /// A value of a policy's dictionary.
    init(_ value: PolicyValue) {
        switch value {
        case .boolean(let flag): self = .bool(flag)
        case .string(let text): self = .string(text)
        case .dictionary(let entries): self = .object(JSON.Members(entries.map { ($0.key, JSON($0.value)) }))
        }
    }
}
