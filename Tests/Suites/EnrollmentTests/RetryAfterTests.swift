import JetonASN1
import JetonNetwork
import Testing

@testable import JetonEnrollment

@Suite("When an authority wants to be asked again")
struct RetryAfterTests {
    private static let now = UniversalTime(secondsSince1970: 1_700_000_000)

    @Test(
        "Seconds and dates of each form count, for at most a week",
        arguments: [
            ("120", 120), ("0", 0), ("-5", 0), ("soon", 0), ("99999999", 604_800), ("99999999999999999999", 0),
            // 2023-11-14T22:13:20Z is now.
            ("Tue, 14 Nov 2023 22:15:20 GMT", 120), ("Tuesday, 14-Nov-23 22:15:20 GMT", 120),
            ("Tue Nov 14 22:15:20 2023", 120), ("Wed Nov  1 22:15:20 2023", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 0), ("Fri, 14 Nov 2025 22:15:20 GMT", 604_800),
            ("Tue, 14 Nov 2023 22:15:20 CET", 0), ("Tue, 31 Feb 2023 22:15:20 GMT", 0), ("Tue, 14 Nov 2023", 0),
            ("Tue, 14 Nov 2023 22:15 GMT", 0), ("Tue, 14 Nov 2023 22:15:60 GMT", 159), ("", 0),
        ]
    )
    func values(text: String, seconds: Int) throws {
        var fields = HTTPFields()
        try fields.add("Retry-After", text)
        #expect(EnrollmentExchange.retryAfter(try HTTPResponseHead(202, fields), at: Self.now) == seconds)
    }

    @Test("Without the field there is nothing to wait for")
    func absent() throws { #expect(EnrollmentExchange.retryAfter(try HTTPResponseHead(202)) == 0) }
}
