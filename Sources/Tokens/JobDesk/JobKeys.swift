internal import Cryptoki
internal import JetonJobs
internal import JetonOctets
internal import JetonX509
internal import SigningDesk
internal import TokenKit

/// Looks for the key that a job names.
struct JobKeys {
    let tokens: any TokenAccess

    /// Which certificate goes with the key.
    func certificate(_ job: Job) -> CertificateChoice? {
        if case .issuer? = job.key { return .ofKey }
        return job.operation.form == .raw || job.operation.form == .request ? nil : .ofKey
    }

    /// The key that the job names, found by what it is, and the query for its token.
    ///
    /// Of several tokens that one is taken that alone has a key that the job could mean.
    func find(_ job: Job, _ query: TokenQuery) throws -> (TokenQuery, ObjectName) {
        do {
            return (query, try keyName(job, on: tokens.open(query)))
        } catch let error as SelectionError where error.code == .severalTokens && error.candidates.count < 20 {
            // An error names at most 20: there may be more.
            var found: [(TokenQuery, ObjectName)] = []
            for uri in error.candidates {
                var one = TokenQuery(modules: query.modules)
                one.requiresChannel = query.requiresChannel
                try one.add(token: uri, from: .elsewhere)
                do {
                    found.append((one, try keyName(job, on: tokens.open(one))))
                } catch let refusal as JobRefusal where refusal.code == .key {
                    continue
                }
            }
            // A PIN's source that is part of a URI belongs to the token of that URI.
            guard found.count <= 1, query.pinSource == nil else { throw error }
            guard let only = found.first else {
                throw JobRefusal(.key, "none of \(error.candidates.count) tokens has the key that the job is for")
            }
            return only
        }
    }

    private func keyName(_ job: Job, on opened: consuming TokenSession) throws -> ObjectName {
        var session = opened
        var found: [ObjectRecord] = []
        switch job.key {
        case nil: throw JobRefusal(.key, "the job does not name a key")
        case .identifier(let identifier):
            for (record, key) in try ObjectRecord.publicKeys(&session.session)
            where (try? key.keyIdentifier) == identifier { found.append(record) }
        case .issuer(let name):
            guard let issuer = try? DistinguishedName(name) else {
                throw JobRefusal(.key, "the issuer is not a valid name")
            }
            for record in try ObjectRecord.read(&session.session, [.objectClass(.certificate)]) {
                guard let certificate = try record.certificate(&session.session), certificate.issuer.matches(issuer),
                    certificate.basicConstraints?.isAuthority != true
                else { continue }
                found.append(record)
            }
        }
        let ids = Set(found.compactMap(\.values.id))
        guard let id = ids.first else {
            throw JobRefusal(.key, "token '\(session.token.name)' does not have the key that the job is for")
        }
        guard ids.count == 1 else {
            throw JobDeskError(
                .severalKeys,
                "token '\(session.token.name)' has \(ids.count) keys that the job could mean",
                candidates: found.map { "\($0.fullURI(on: session.token))" }
            )
        }
        return .text(Hex.encode(id))
    }
}
