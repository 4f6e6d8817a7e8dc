import JetonOctets
import JetonX509

/// Has a program submit requests: one of certmonger's helpers, or any that follows their protocol.
///
/// The program gets the request and what to do in its environment, and tells the outcome by its exit status.
///
/// - SeeAlso: certmonger's `helpers.txt`.
package struct HelperClient {
    /// The longest cookie, in bytes.
    static let cookieLimit = 16_384

    /// What a program did.
    package struct Outcome {
        let status: Int32
        let output: [UInt8]

        /// Describes an outcome.
        ///
        /// - Parameters:
        ///   - status: The exit status.
        ///   - output: What was written to the standard output, at most 1 MiB.
        package init(status: Int32, output: [UInt8]) {
            self.status = status
            self.output = output
        }
    }

    private let name: String
    private let run: (_ variables: [String: String]) throws -> Outcome

    /// Makes a client; the program is not started yet.
    ///
    /// - Parameters:
    ///   - service: The helper.
    ///   - run: Starts the program with variables, and waits for it.
    package init(_ service: EnrollmentService, run: @escaping (_ variables: [String: String]) throws -> Outcome) {
        name = service.url
        self.run = run
    }

    /// Submits a request, or asks for one that the program has taken; changes the request's cookie.
    ///
    /// - Returns: The answer.
    /// - Throws: ``EnrollmentError``; what the program's runner throws.
    package func submit(_ pending: inout PendingRequest) throws -> EnrollmentAnswer {
        var variables = [
            "CERTMONGER_OPERATION": "SUBMIT", "CERTMONGER_CSR": pending.request.pemRepresentation,
            "CERTMONGER_REQ_SUBJECT": pending.request.subject.description,
        ]
        if !pending.cookie.isEmpty {
            variables["CERTMONGER_OPERATION"] = "POLL"
            variables["CERTMONGER_CA_COOKIE"] = pending.cookie
        }
        let outcome = try run(variables)
        switch outcome.status {
        case 0:
            let certificates = CertificateBag.scan(outcome.output)
            guard let issued = CertificateBag.ordered(certificates, for: pending.request.publicKey) else {
                throw EnrollmentError(.malformedAnswer, "'\(name)' returned no certificate for the key")
            }
            pending.cookie = ""
            return .issued(issued)
        case 1:
            pending.cookie = try cookie(outcome.output[...])
            return .waiting(seconds: 0)
        case 2: return .rejected(words(outcome))
        case 3: throw EnrollmentError(.status, "'\(name)' cannot reach the authority: \(words(outcome))")
        case 4: throw EnrollmentError(.invalidService, "'\(name)' is not configured: \(words(outcome))")
        case 5:
            let line = outcome.output.prefix { $0 != UInt8(ascii: "\n") }
            guard let seconds = Int(String(decoding: line, as: UTF8.self).filter { $0 != "\r" && $0 != " " }) else {
                throw EnrollmentError(.malformedAnswer, "'\(name)' did not say how long to wait")
            }
            pending.cookie = try cookie(outcome.output.dropFirst(line.count + 1))
            return .waiting(seconds: seconds)
        case 6: throw EnrollmentError(.invalidService, "'\(name)' does not support this operation: \(words(outcome))")
        default:
            throw EnrollmentError(.malformedAnswer, "'\(name)' exited with status \(outcome.status): \(words(outcome))")
        }
    }

    /// What to ask by later: a text without control characters other than line ends.
    private func cookie(_ octets: ArraySlice<UInt8>) throws(EnrollmentError) -> String {
        var text = octets
        while text.last == UInt8(ascii: "\n") || text.last == UInt8(ascii: "\r") { text.removeLast() }
        guard !text.isEmpty, text.count <= HelperClient.cookieLimit,
            let cookie = String(validating: text, as: UTF8.self),
            text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\n") })
        else { throw EnrollmentError(.malformedAnswer, "'\(name)' returned no valid cookie for asking again") }
        return cookie
    }

    private func words(_ outcome: Outcome) -> String {
        let text = String(decoding: outcome.output.prefix(1_024), as: UTF8.self)
        let line = text.lines().joined(separator: " ")
        return line.isEmpty ? "no reason is given" : line
    }
}
