package import Cryptoki
internal import JetonOctets
package import TokenKit

/// Why a token host did not do what it was asked.
package struct TokenHostError: CodedError {
    /// The kind of failure; its raw value is how a journal names it.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The module crashed, hung or can't be loaded.
        case moduleFailed = "module-failed"
        /// The token is not in a reader.
        case tokenGone = "token-gone"
        /// The token has no such key.
        case noKey = "no-key"
        /// The key or its token can't make such a signature.
        case notSupported = "not-supported"
        /// The module refused.
        case refused = "module-refused"
        /// The token refused the PIN.
        case wrongPIN = "wrong-pin"
        /// The PIN was sent, and the module did not say that it is right: it counts as used, and is not sent again.
        case spentPIN = "spent-pin"
        /// The PIN was not obtained, or must not be sent.
        case noPIN = "no-pin"
        /// A wrong PIN was entered since: the kept one is not sent to a new process of the module.
        case countLow = "pin-count-low"
        /// A PIN would go in clear to what may stand for a paired token.
        case pairedToken = "paired-token"
        /// What the module signed does not verify.
        case badSignature = "bad-signature"
        /// The login was ended while the request waited.
        case ended = "login-ended"
    }

    /// The kind of failure.
    package let code: Code
    /// The token's label; nil where it is not about a token.
    package let token: String?
    /// What the module returned.
    package var returnValue: ReturnValue?
    /// Why there is no PIN.
    package var pinError: PINError?
    /// The failure of the child, or the function that failed; for people.
    package var detail: String?

    package init(_ code: Code, token: String? = nil, detail: String? = nil) {
        self.code = code
        self.token = token
        self.detail = detail
    }

    /// One sentence for people.
    package var description: String {
        let name = token.map { " on token '\(ForeignText($0).shown(limit: 64))'" } ?? ""
        let reason =
            (returnValue.map { " (\($0))" } ?? "") + (detail.map { ": \(ForeignText($0).shown(limit: 256))" } ?? "")
        return switch code {
        case .moduleFailed: "the module failed\(name)\(reason)"
        case .tokenGone: "the token\(token.map { " '\(ForeignText($0).shown(limit: 64))'" } ?? "") is not in a reader"
        case .noKey: "the key was not found\(name)"
        case .notSupported: "the key can't make such a signature\(name)"
        case .refused: "the module refused\(name)\(reason)"
        case .wrongPIN: "the PIN is wrong\(name)"
        case .spentPIN: "the PIN was sent\(name), and the module did not accept it\(reason)"
        case .noPIN: pinError.map { "\($0.description)\(name)" } ?? "no PIN\(name)"
        case .countLow: "a wrong PIN was entered\(name) since the login"
        case .pairedToken: detail ?? "the token may stand for a paired one"
        case .badSignature: "the module returned a signature that does not verify\(name)"
        case .ended: "the login was ended\(name)"
        }
    }
}
