/// One request for evidence: a URL, what is expected there, and the body of a POST.
public struct FetchRequest: Hashable, Sendable {
    /// What a reply is, which decides its limits and its content types.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A time-stamp response: RFC 3161, 3.4.
        case timestamp
        /// An OCSP response: RFC 6960, appendix A.
        case ocsp
        /// A certificate revocation list: RFC 5280, 4.2.1.13.
        case crl
        /// A certificate, or a bundle of certificates in CMS: RFC 5280, 4.2.2.1.
        case certificate
        /// A trust list: ETSI TS 119 612, 6.1.
        case trustList

        /// The largest reply, in bytes: 256 KiB, 1 MiB, 256 MiB, 1 MiB, 64 MiB.
        public var sizeLimit: UInt64 {
            switch self {
            case .timestamp: 256 << 10
            case .ocsp, .certificate: 1 << 20
            case .crl: 256 << 20
            case .trustList: 64 << 20
            }
        }

        /// The content type of a POST body; nil for the kinds that are fetched by GET.
        public var requestType: String? {
            switch self {
            case .timestamp: "application/timestamp-query"
            case .ocsp: "application/ocsp-request"
            case .crl, .certificate, .trustList: nil
            }
        }

        /// The content types that a reply may have, in lower case, the standard's own first.
        public var replyTypes: [String] {
            switch self {
            case .timestamp: ["application/timestamp-reply"]
            case .ocsp: ["application/ocsp-response"]
            case .crl: ["application/pkix-crl", "application/x-pkcs7-crl", "application/octet-stream"]
            case .trustList:
                ["application/vnd.etsi.tsl+xml", "application/xml", "text/xml", "application/octet-stream"]
            case .certificate:
                [
                    "application/pkix-cert", "application/pkcs7-mime", "application/x-x509-ca-cert",
                    "application/x-pkcs7-certificates", "application/octet-stream",
                ]
            }
        }
    }

    /// Where the reply is: an absolute URL as a user or a certificate states it, not checked yet.
    public let url: String
    /// What is expected there.
    public let kind: Kind
    /// The body of a POST; nil for a GET.
    public let body: [UInt8]?
    /// Whether the URL comes from a certificate, so that a fetcher must not reach private addresses with it.
    public let isFromCertificate: Bool

    /// Makes a request.
    public init(url: String, kind: Kind, body: [UInt8]? = nil, isFromCertificate: Bool) {
        self.url = url
        self.kind = kind
        self.body = body
        self.isFromCertificate = isFromCertificate
    }
}
