import JetonASN1
import JetonX509

/// Looks a certificate up in revocation lists.
///
/// - SeeAlso: RFC 5280, 6.3.3, whose steps are named by their letters.
struct RevocationListCheck {
    let check: RevocationCheck
    let certificate: Certificate
    let path: CertificatePath
    let depth: Int

    /// The reasons that the lists so far cover.
    private var covered: RevocationScope = []
    /// Why the last list that could be about the certificate was not used.
    private var obstacle: String?
    /// Lists whose signature was checked already, with what came of it.
    private var judgements: [(list: RevocationList, refusal: String?)] = []

    init(check: RevocationCheck, certificate: Certificate, path: CertificatePath, depth: Int) {
        self.check = check
        self.certificate = certificate
        self.path = path
        self.depth = depth
    }

    /// What the lists say that can be used.
    mutating func statement(within budget: inout WorkBudget) -> RevocationStatement {
        // An older list that has not ended yet does not hide what a newer one says.
        let lists = check.evidence.lists.filter { !$0.isDelta }.sorted { $0.thisUpdate > $1.thisUpdate }
        var worst: RevocationStatement?
        var (begin, end): (UniversalTime?, UniversalTime?)
        // The issuer's own list counts too where the points leave reasons open.
        for point in certificate.distributionPoints + [.ofIssuer] {
            for list in lists where isFor(list, point) && isUsable(list, within: &budget) {
                let said = RevocationStatement(
                    status: lookUp(list, within: &budget),
                    begin: list.thisUpdate,
                    end: list.nextUpdate
                )
                let scope = (point.reasons ?? .all).intersection(list.scope?.reasons ?? .all)
                let isNeeded = !scope.subtracting(covered).isEmpty
                if said.status == .good {
                    guard isNeeded else { continue }
                    covered.formUnion(scope)
                    begin = min(begin ?? list.thisUpdate, list.thisUpdate)
                    end = [end, list.nextUpdate].compactMap(\.self).min()
                } else if isNeeded || said.isFinal || list.thisUpdate == begin, worst.map(said.outweighs) ?? true {
                    worst = said
                }
            }
        }
        if let worst { return worst }
        if covered == .all { return RevocationStatement(status: .good, begin: begin, end: end) }
        if let obstacle { return RevocationStatement(status: .undetermined(obstacle)) }
        let why =
            covered.isEmpty
            ? "no revocation list for it is available" : "the revocation lists do not cover all revocation reasons"
        return RevocationStatement(status: .undetermined(why))
    }

    /// Judges a list by itself.
    ///
    /// - Parameters:
    ///   - list: A full list, or a delta, which is judged as if its full list were at hand.
    ///   - budget: The work that is left.
    /// - Returns: Why the list says nothing about the certificate; nil if it does.
    func refusal(of list: RevocationList, within budget: inout WorkBudget) -> String? {
        let points = certificate.distributionPoints + [.ofIssuer]
        guard points.contains(where: { isFor(list, $0) }) else {
            return "the list of '\(list.issuer)' is for other certificates"
        }
        return unusable(list, within: &budget)
    }

    /// Steps (b) (1) and (2): whether a list's issuer and scope are those of a distribution point.
    private func isFor(_ list: RevocationList, _ point: DistributionPoint) -> Bool {
        if point.issuers.isEmpty {
            guard list.issuer.matches(certificate.issuer) else { return false }
        } else {
            guard list.scope?.isIndirect == true,
                point.issuers.contains(where: { $0.matches(.directoryName(list.issuer)) })
            else { return false }
        }
        guard let scope = list.scope else { return true }
        let isAuthority = certificate.basicConstraints?.isAuthority ?? false
        guard !scope.isForAttributes, !scope.isForUsers || !isAuthority, !scope.isForAuthorities || isAuthority else {
            return false
        }
        guard let name = scope.name else { return true }
        let offered = name.names(below: list.issuer)
        let wanted = point.name.map { $0.names(below: list.issuer) } ?? point.issuers
        return wanted.contains { wanted in offered.contains { $0.matches(wanted) } }
    }

    /// Steps (a), (f) and (g): whether a list is of its time, and signed by an authorized issuer.
    private mutating func isUsable(_ list: RevocationList, within budget: inout WorkBudget) -> Bool {
        if let known = judgements.first(where: { $0.list == list }) { return known.refusal == nil }
        let refusal = unusable(list, within: &budget)
        judgements.append((list, refusal))
        if let refusal { obstacle = "the revocation list of '\(list.issuer)' cannot be used: \(refusal)" }
        return refusal == nil
    }

    /// Why a list is not of its time, or not signed by an authorized issuer; nil if it is both.
    private func unusable(_ list: RevocationList, within budget: inout WorkBudget) -> String? {
        if let obstacle = list.obstacle { return obstacle }
        guard let nextUpdate = list.nextUpdate else { return "it does not state when it expires" }
        guard nextUpdate >= check.time else { return "it expired at \(nextUpdate)" }
        if let refusal = check.refusal(ofBeginning: list.thisUpdate) { return refusal }
        // A later list is as good, as long as the certificate was not yet to be dropped from it.
        guard list.thisUpdate <= max(check.time, certificate.notAfter) else {
            return "it is not valid before \(list.thisUpdate)"
        }
        guard !list.isWeak else { return "it is signed with a weak hash algorithm" }
        var refusal: String?
        for signer in signers(of: list) {
            guard signer.keyUsage?.contains(.cRLSign) ?? (signer.firstExtension(.keyUsage) == nil) else {
                refusal = "'\(signer)' may not sign revocation lists (keyUsage)"
                continue
            }
            guard budget.takeCheck(by: signer.publicKey) else { return "checking it would take too long" }
            switch list.checkSignature(by: signer.publicKey) {
            case .invalid: refusal = refusal ?? "its signature was not made by the key of '\(signer)'"
            case .unsupported(let why): refusal = why
            case .valid:
                // An authority on the path is trusted as far as the path is.
                if path.certificates.dropFirst().contains(signer), signer != certificate { return nil }
                guard let why = check.refusal(of: signer, anchor: path.certificates.last, depth: depth, within: &budget)
                else { return nil }
                refusal = "its issuer '\(signer)' is not trusted: \(why)"
            }
        }
        return refusal ?? "the certificate of its issuer is missing"
    }

    /// Certificates with the name of a list's issuer: the certificate's own issuer first.
    private func signers(of list: RevocationList) -> [Certificate] {
        var found: [Certificate] = []
        for candidate in path.certificates.dropFirst() + check.certificates
            + check.trust.certificates(
                named: list.issuer
            ) where candidate.subject.matches(list.issuer) && !found.contains(candidate)
        {
            if let wanted = list.authorityKeyIdentifier, let offered = candidate.subjectKeyIdentifier,
                wanted != offered
            {
                continue
            }
            found.append(candidate)
        }
        return found
    }

    /// Steps (c) and (h) to (k): the certificate in the newest delta, else in the list.
    private mutating func lookUp(_ list: RevocationList, within budget: inout WorkBudget) -> RevocationStatus {
        let full = entry(in: list)
        var newest: RevocationList?
        for delta in check.evidence.lists where isDelta(delta, of: list) {
            guard RevocationListCheck.isAbove(delta.number, newest?.number), isUsable(delta, within: &budget) else {
                continue
            }
            newest = delta
        }
        guard let newest, let change = entry(in: newest) else { return judged(full) }
        return change.reason == .removeFromCRL ? .good : judged(change)
    }

    /// Steps (c) (1) to (3): whether a delta changes a list.
    private func isDelta(_ delta: RevocationList, of list: RevocationList) -> Bool {
        guard let base = delta.baseNumber, let number = list.number, delta.issuer.matches(list.issuer),
            delta.encodedScope == list.encodedScope
        else { return false }
        if let left = delta.authorityKeyIdentifier, let right = list.authorityKeyIdentifier, left != right {
            return false
        }
        return !RevocationListCheck.isAbove(base, number) && RevocationListCheck.isAbove(delta.number, number)
    }

    /// Whether a number without leading zeros is above another; any number is above none.
    private static func isAbove(_ left: [UInt8]?, _ right: [UInt8]?) -> Bool {
        guard let left else { return false }
        guard let right else { return true }
        return left.count == right.count ? right.lexicographicallyPrecedes(left) : left.count > right.count
    }

    private func entry(in list: RevocationList) -> RevocationList.Entry? {
        list.entries.last {
            $0.serialNumber == certificate.serialNumber && $0.issuer.matches(certificate.issuer)
        }
    }

    private func judged(_ entry: RevocationList.Entry?) -> RevocationStatus {
        guard let entry else { return .good }
        return check.judged(.revoked(entry.date, entry.reason))
    }
}
