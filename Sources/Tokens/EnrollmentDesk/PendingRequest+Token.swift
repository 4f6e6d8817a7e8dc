internal import Cryptoki
internal import JetonASN1
package import JetonEnrollment
package import JetonX509
package import SigningDesk
internal import TokenKit

extension PendingRequest {
    /// A request for the certificate of a key on a token, before it is sent.
    ///
    /// - Throws: `EnrollmentError`.
    package init(_ request: CertificationRequest, of session: SigningSession, _ service: EnrollmentService) throws {
        try self.init(
            request,
            service: service,
            token: session.token.lastingName,
            label: session.record.label,
            objectID: session.record.idHex,
            created: UniversalTime.now.secondsSince1970
        )
    }
}

extension SelectedToken {
    /// What names the token from now on: its serial number, since labels are changed.
    fileprivate var lastingName: String {
        guard let serial = entry.fullURI.serial, !serial.isEmpty else { return uri }
        var uri = entry.fullURI
        uri.token = nil
        return uri.description
    }
}
