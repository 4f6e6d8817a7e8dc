/// Where the document of a relay goes, and where the target's answer goes.
public struct JobRelay: Hashable, Sendable {
    /// How the document is sent.
    public enum Method: String, Hashable, Sendable {
        /// POST.
        case post = "POST"
        /// PUT.
        case put = "PUT"
    }

    /// How the document is sent to the target.
    public let method: Method
    /// The https URL of the target.
    public let target: String
    /// The https URL of the issuer that gets what the target answers; nil if the answer stays here.
    public let answer: String?
    /// Fields of the request to the target.
    public let fields: [JobField]

    /// The origin of the target.
    package var targetOrigin: JobOrigin? { JobOrigin(of: target) }
}
