internal import Cryptoki
internal import JetonASN1
internal import JetonX509
internal import SigningDesk
internal import TokenKit

/// The certificates on the user's tokens, compared with what a server asks for.
enum TokenCertificates {
    /// One certificate.
    struct Candidate {
        /// The token's name.
        let token: String
        /// The certificate's label on it.
        let label: String
        /// The certificate.
        let certificate: Certificate
        /// Whether the server takes it.
        let fit: ClientCertificateFit
    }

    /// Looks at every token, without a PIN.
    ///
    /// A token that can't be read is named on the error stream.
    static func compared(
        with authorities: [DistinguishedName],
        _ finder: TokenFinder,
        in inventory: Inventory
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        for token in finder.tokens(in: inventory) {
            do {
                for candidate in try compare(token, authorities)
                where !candidates.contains(where: { $0.certificate == candidate.certificate }) {
                    candidates.append(candidate)
                }
            } catch {
                Console.note("warning: token '\(token.name)' can't be read: \(ErrorReport.describe(error).message)")
            }
        }
        return candidates
    }

    private static func compare(_ token: SelectedToken, _ authorities: [DistinguishedName]) throws -> [Candidate] {
        var use = try TokenSession(token, login: nil)
        var found: [(record: ObjectRecord, certificate: Certificate)] = []
        // Private keys are hidden without a PIN on most tokens; their public halves are not.
        var ids: Set<[UInt8]> = []
        for record in try ObjectRecord.read(&use.session) {
            switch record.objectClass {
            case .certificate?:
                if let certificate = try record.certificate(&use.session) { found.append((record, certificate)) }
            case .privateKey?, .publicKey?:
                if let id = record.values.id { ids.insert(id) }
            default: break
            }
        }
        let all = found.map(\.certificate)
        return found.compactMap { record, certificate in
            // Authorities' certificates are there for the chain.
            guard certificate.basicConstraints?.isAuthority != true else { return nil }
            return Candidate(
                token: token.name,
                label: record.label,
                certificate: certificate,
                fit: ClientCertificateFit(
                    of: certificate,
                    others: all,
                    authorities: authorities,
                    hasKey: record.values.id.map(ids.contains) ?? false
                )
            )
        }
    }
}
