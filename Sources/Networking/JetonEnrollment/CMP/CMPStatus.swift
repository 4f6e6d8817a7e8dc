import JetonASN1
import JetonOctets

/// What an authority decided, with its words.
///
/// - SeeAlso: RFC 9810, 5.2.3.
struct CMPStatus {
    let number: Int
    /// The words and failures for people, at most 1,024 bytes; may be empty.
    let words: String

    var isGranted: Bool { number == 0 || number == 1 }
    var isRejected: Bool { number == 2 }
    var isWaiting: Bool { number == 3 }

    /// PKIFailureInfo, bit by bit.
    private static let failures = [
        "badAlg", "badMessageCheck", "badRequest", "badTime", "badCertId", "badDataFormat", "wrongAuthority",
        "incorrectData", "missingTimeStamp", "badPOP", "certRevoked", "certConfirmed", "wrongIntegrity",
        "badRecipientNonce", "timeNotAvailable", "unacceptedPolicy", "unacceptedExtension", "addInfoNotAvailable",
        "badSenderNonce", "badCertTemplate", "signerNotTrusted", "transactionIdInUse", "unsupportedVersion",
        "notAuthorized", "systemUnavail", "systemFailure", "duplicateCertReq",
    ]

    /// Reads PKIStatusInfo.
    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        number = try reader.next().int()
        var words: [String] = []
        if let texts = try reader.nextIf(.sequence) { words += try CMPStatus.texts(texts) }
        if let info = try reader.nextIf(.bitString) {
            let bits = try info.namedBits()
            words += CMPStatus.failures.indices.filter { bits & (1 << UInt32($0)) != 0 }.map { CMPStatus.failures[$0] }
        }
        try reader.finish()
        self.words = words.joined(separator: ", ").prefix(bytes: 1024)
    }

    /// Reads PKIFreeText.
    static func texts(_ element: ASN1Element) throws(EncodingError) -> [String] {
        var reader = try element.members(of: .sequence)
        return try reader.rest(limit: 32).compactMap(\.text)
    }
}
