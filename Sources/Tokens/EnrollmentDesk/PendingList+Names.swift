package import JetonEnrollment
internal import JetonOctets

extension PendingList {
    /// The request that the first digits of its identifier name.
    ///
    /// - Throws: As ``identifier(named:)``; `EnrollmentError` for a request that can't be read.
    package func request(named text: String) throws -> PendingRequest {
        guard let request = try request(identifier(named: text)) else {
            throw EnrollmentError(.notPending, "no request \(text) is pending")
        }
        return request
    }

    /// The identifier that its first digits name; whether the request can be read does not matter.
    ///
    /// - Parameter text: At least 4 digits in hexadecimal.
    /// - Returns: The whole identifier.
    /// - Throws: ``EnrollmentDeskError/Code/invalidIdentifier``, ``EnrollmentDeskError/Code/severalRequests``;
    ///   `EnrollmentError` if there is none.
    package func identifier(named text: String) throws -> [UInt8] {
        let digits = text.lowercased()
        guard digits.utf8.count >= 4, digits.utf8.allSatisfy({ Hex.value(ofDigit: $0) != nil }) else {
            throw EnrollmentDeskError(
                .invalidIdentifier,
                "'\(text)' is not the identifier of a request: expected at least 4 hexadecimal digits"
            )
        }
        let found = try identifiers(startingWith: digits)
        guard found.count <= 1 else {
            throw EnrollmentDeskError(
                .severalRequests,
                "\(found.count) requests begin with \(digits)",
                candidates: Array(found.prefix(20))
            )
        }
        guard let identifier = found.first.flatMap({ Hex.decode($0) }) else {
            throw EnrollmentError(.notPending, "no request \(digits) is pending")
        }
        return identifier
    }
}
