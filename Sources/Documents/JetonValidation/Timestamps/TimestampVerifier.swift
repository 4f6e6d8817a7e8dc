public import JetonASN1
public import JetonCMS
public import JetonX509

/// Checks timestamp tokens.
///
/// - SeeAlso: RFC 3161, 2.2 to 2.4; RFC 5816.
public struct TimestampVerifier: Sendable {
    /// Whom to trust, and at what time the authority's certificate must be valid; the purpose is always timestamps.
    public let policy: VerificationPolicy

    /// The largest accuracy that a timestamp may state, in microseconds: one hour.
    ///
    /// A time that may be off by more proves nothing; authorities state a second (ETSI EN 319 421, 6.2), or a few.
    private static let accuracyLimit = 3_600 * 1_000_000

    /// Makes a verifier.
    public init(
        trust: TrustStore = TrustStore(),
        certificates: [Certificate] = [],
        time: UniversalTime = .now
    ) {
        policy = VerificationPolicy(trust: trust, certificates: certificates, purpose: .timestamp, time: time)
    }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - token: The TimeStampToken in DER or BER; at most 256 KiB.
    ///   - imprint: What it must be about; nil to leave that open.
    ///   - request: What was asked, whose imprint, nonce and policy the token must repeat; nil for a token of old.
    /// - Returns: What the token states, what checking its signature showed, and why it is refused, if it is.
    /// - Throws: ``DocumentError`` for a token that is larger, or is not CMS with one signer and a TSTInfo.
    public func verify(
        token: [UInt8],
        imprint: MessageImprint? = nil,
        request: TimestampRequest? = nil
    ) throws -> TimestampReport {
        guard token.count <= TimestampResponse.sizeLimit else {
            throw DocumentError(.limitExceeded, "a timestamp of \(token.count) bytes")
        }
        var content = MemorySink()
        let report = try CMSVerifier(policy).verifyAttached(MemorySource(token), content: &content)
        guard report.contentType == .tstInfo else {
            throw DocumentError(.malformed, "timestamp: its content is \(report.contentType), not a TSTInfo")
        }
        // RFC 3161, 2.4.2: the authority's signature alone.
        guard let signer = report.signers.first, report.signers.count == 1 else {
            throw DocumentError(.malformed, "timestamp: it has \(report.signers.count) signers instead of one")
        }
        let info = try TimestampInfo(derRepresentation: content.octets)
        return TimestampReport(
            info: info,
            signer: signer,
            refusals: refusals(info, signer, imprint: imprint) + (request.map { refusals(info, $0) } ?? []),
            parts: report.parts,
            content: content.octets
        )
    }

    private func refusals(_ info: TimestampInfo, _ signer: SignerReport, imprint: MessageImprint?) -> [String] {
        var found: [String] = []
        if let hash = info.imprint?.hash {
            if hash.isWeak { found.append("it covers a \(hash) digest, which is too weak") }
        } else {
            found.append("the hash algorithm of its imprint is not supported")
        }
        if let imprint, imprint != info.imprint { found.append("it covers other data") }
        // RFC 3161, 2.4.2: without it the authority could be exchanged for another one with the same key.
        if !signer.findings.contains(where: { $0.check == .signingCertificate }) {
            found.append("it does not name its certificate (signing-certificate)")
        }
        if info.time.secondsSince1970 - policy.time.secondsSince1970 > ClockTolerance.seconds {
            found.append(
                "it was issued at \(info.time), after the time of this check (\(policy.time)): a clock may be wrong"
            )
        }
        if let accuracy = info.accuracy, accuracy > TimestampVerifier.accuracyLimit {
            found.append("the authority states an accuracy of only \(accuracy / 1_000_000) seconds")
        }
        if let certificate = signer.certificate {
            if !certificate.isValid(at: info.time) {
                found.append("the authority's certificate was not valid at \(info.time)")
            }
            // RFC 3161, 2.4.2: if present, it must be one of the subject names of the certificate.
            if let name = info.authority, !certificate.names.contains(where: { $0.matches(name) }) {
                found.append(
                    "it names the authority '\(name)', but the authority's certificate does not contain that name"
                )
            }
        }
        return found
    }

    private func refusals(_ info: TimestampInfo, _ request: TimestampRequest) -> [String] {
        var found: [String] = []
        if info.imprint != request.imprint { found.append("it covers other data than the request") }
        if request.nonce != nil, info.nonce != request.nonce {
            found.append("it does not repeat the request's nonce: it may be an old timestamp")
        }
        if let policy = request.policy, policy != info.policy {
            found.append("it follows the policy \(info.policy), but \(policy) was requested")
        }
        return found
    }
}

extension Certificate {
    /// The subject, and its alternative names.
    fileprivate var names: [GeneralName] { [.directoryName(subject)] + subjectAlternativeNames }
}
