import JetonNetwork
import JetonX509

extension EnrollmentService {
    /// Refuses a URL that can't be used; no connection is made.
    ///
    /// - Throws: ``EnrollmentError/Code/invalidService``; `NetworkError`.
    package func check() throws {
        guard kind != .helper else { return }
        let client = HTTPClient(HTTPClient.Settings(trust: TLSTrust(TrustStore())))
        if kind == .est { _ = try ESTClient(self, client: client) }
        _ = try EnrollmentExchange(url, client: client)
    }
}
