import JetonASN1
import JetonX509

/// What one piece of evidence, or several of one kind, say of a certificate.
struct RevocationStatement {
    let status: RevocationStatus
    /// When the evidence began to hold; nil if there is none.
    var begin: UniversalTime?
    /// Until when it holds; nil if there is none.
    var end: UniversalTime?

    /// A revocation that no later evidence takes back: only a suspension ends again.
    ///
    /// - SeeAlso: RFC 5280, 5.3.1.
    private var finalDate: UniversalTime? {
        guard case .revoked(let date, let reason) = status, reason != .certificateHold else { return nil }
        return date
    }

    /// Whether it is a revocation that no later evidence takes back.
    var isFinal: Bool { finalDate != nil }

    /// Whether this statement counts rather than another one about the same certificate.
    ///
    /// A revocation counts whatever is newer, the earliest of several; else the newer statement; of two of one time the
    /// worse one.
    func outweighs(_ other: RevocationStatement) -> Bool {
        switch (finalDate, other.finalDate) {
        case (let own?, let others?): return own < others
        case (.some, nil): return true
        case (nil, .some): return false
        case (nil, nil): break
        }
        let (own, others) = (begin?.secondsSince1970 ?? .min, other.begin?.secondsSince1970 ?? .min)
        return own == others ? rank > other.rank : own > others
    }

    private var rank: Int {
        switch status {
        case .good: 0
        case .undetermined: 1
        case .revoked: 2
        }
    }
}
