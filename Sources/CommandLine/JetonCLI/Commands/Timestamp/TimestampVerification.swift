internal import ASN1
internal import ArgumentParser
internal import Octets
internal import Validation
internal import X509

/// One `jeton verify` of a timestamp: a response (`.tsr`), or the token alone.
struct TimestampVerification {
    let path: String
    /// The token that the file holds.
    let token: [UInt8]
    /// The timestamped file; nil for the one with the timestamp's name without `.tsr`, if there is one.
    let file: String?
    /// The digest to compare with instead of a file, in hexadecimal.
    let digest: String?
    let verifier: TimestampVerifier
    let json: Bool

    func run() throws -> ExitCode {
        let content = digest == nil ? file ?? fileBeside : nil
        let report: TimestampReport
        do {
            let first = try verifier.verify(token: token)
            if let hash = first.info.imprint?.hash, let imprint = try imprint(content, hash) {
                report = try verifier.verify(token: token, imprint: imprint)
            } else {
                report = first
            }
        } catch let error as SigningError {
            throw CommandError("\(path) can't be checked: \(error)", exitCode: .finding)
        }
        let text = TimestampText(path: path, subject: digest == nil ? content : "the digest", report: report)
        if json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.verify.timestamp/1")), ("signature", .string(path)),
                    ("file", .text(content)), ("valid", .bool(report.isValid)), ("intact", .bool(report.isIntact)),
                    ("timestamp", text.timestamp),
                ])
            )
        } else {
            try Console.print(text.lines(Console.style))
        }
        return report.isValid ? .success : .finding
    }

    private func imprint(_ content: String?, _ hash: HashAlgorithm) throws -> MessageImprint? {
        if let digest {
            guard let octets = Hex.decode(digest), octets.count == hash.digestSize else {
                throw CommandError.usage(
                    "--hash is not a \(hash) digest, which the timestamp has: "
                        + "expected \(hash.digestSize) bytes in hexadecimal"
                )
            }
            return try MessageImprint(hash: hash, digest: octets)
        }
        guard let content else { return nil }
        var source = try FileSource(path: content)
        return try MessageImprint(hash: hash, digest: hash.hash(&source).digest)
    }

    private var fileBeside: String? {
        guard path.hasSuffix(".tsr") else { return nil }
        let name = String(path.dropLast(4))
        return FileSource.exists(name) ? name : nil
    }
}
