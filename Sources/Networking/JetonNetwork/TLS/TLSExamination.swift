/// What came of one connection that was made to look at a server.
package struct TLSExamination: Sendable {
    /// The other end: the server, or the proxy.
    package let address: IPAddress
    /// What was agreed on; nil without TLS.
    package internal(set) var facts: TLSFacts?
    /// Why the server is not trusted; nil if it is, and without TLS.
    package let distrust: String?
    /// The head of the response, or why there is none; nil if nothing was asked of a server that is not trusted.
    package internal(set) var response: Result<HTTPResponseHead, NetworkError>?
}
