import JetonASN1

/// The kinds of messages that are sent or understood; the number is the tag of PKIBody.
///
/// - SeeAlso: RFC 9810, 5.1.2.
enum CMPBody: UInt8 {
    case initializationRequest = 0
    case initializationResponse = 1
    case certificationRequest = 2
    case certificationResponse = 3
    case pkcs10Request = 4
    case keyUpdateRequest = 7
    case keyUpdateResponse = 8
    case confirmation = 19
    case error = 23
    case certificateConfirmation = 24
    case pollRequest = 25
    case pollResponse = 26

    /// Puts the tag around the content.
    func encode(_ content: [UInt8]) -> [UInt8] { DER.explicit(rawValue, content) }
}
