import JetonASN1
import Testing

@Suite("Times")
struct UniversalTimeTests {
    static let times: [(ASN1Tag, String, String?)] = [
        (.utcTime, "700101000000Z", "1970-01-01T00:00:00Z"),
        (.utcTime, "491231235959Z", "2049-12-31T23:59:59Z"),
        (.utcTime, "500101000000Z", "1950-01-01T00:00:00Z"),
        (.utcTime, "2611210634Z", "2026-11-21T06:34:00Z"),
        (.utcTime, "261121063400+0300", "2026-11-21T03:34:00Z"),
        (.generalizedTime, "20000229120000Z", "2000-02-29T12:00:00Z"),
        (.generalizedTime, "99991231235959Z", "9999-12-31T23:59:59Z"),
        (.generalizedTime, "00010101000000Z", "0001-01-01T00:00:00Z"),
        (.generalizedTime, "20260101000000.123Z", "2026-01-01T00:00:00Z"),
        (.generalizedTime, "2026010100", "2026-01-01T00:00:00Z"),
        (.generalizedTime, "20260101000000-0130", "2026-01-01T01:30:00Z"),
        (.generalizedTime, "19000229000000Z", nil),
        (.generalizedTime, "20260230000000Z", nil),
        (.generalizedTime, "20261301000000Z", nil),
        (.generalizedTime, "20260101240000Z", nil),
        (.generalizedTime, "20260101000000Zx", nil),
        (.generalizedTime, "20260101000000+3000", nil),
        (.generalizedTime, "00000101000000Z", nil),
        (.utcTime, "", nil),
        (.utcTime, "2611210634é", nil),
        (.utf8String, "261121063400Z", nil),
    ]

    @Test("Times are read leniently, and refused if no such time exists", arguments: times)
    func time(tag: ASN1Tag, text: String, expected: String?) throws {
        let element = try ASN1Element.parse(DER.string(tag, text)[...])
        let time = try? UniversalTime(element)
        #expect(time?.description == expected)
        guard let time else { return }
        #expect(try UniversalTime(ASN1Element.parse(time.derRepresentation[...])) == time)
    }

    @Test(
        "The strict form has seconds and Z, and a fraction only where that is allowed",
        arguments: [
            (ASN1Tag.utcTime, "261121063400Z", true, true), (.generalizedTime, "20261121063400Z", true, true),
            (.generalizedTime, "20261121063400.5Z", false, true), (.generalizedTime, "20261121063400.Z", false, false),
            (.generalizedTime, "20261121063400,5Z", false, false), (.generalizedTime, "20261121063400", false, false),
            (.generalizedTime, "20261121063400+0000", false, false), (.generalizedTime, "202611210634Z", false, false),
            (.generalizedTime, "261121063400Z", false, false), (.utcTime, "2611210634Z", false, false),
            (.utcTime, "20261121063400Z", false, false), (.utcTime, "261121063400.5Z", false, false),
            (.utcTime, "261121063400+0000", false, false), (.generalizedTime, "20261321063400Z", false, false),
        ]
    )
    func strictForm(tag: ASN1Tag, text: String, isStrict: Bool, isTimestamp: Bool) throws {
        let element = try ASN1Element.parse(DER.string(tag, text)[...])
        #expect(((try? UniversalTime(strict: element)) != nil) == isStrict)
        #expect(((try? UniversalTime(strict: element, allowsFraction: true)) != nil) == isTimestamp)
    }

    @Test("Every day of 400 years goes to a text and back")
    func everyDay() throws {
        var time = try #require(UniversalTime(year: 1900, month: 1, day: 1))
        for _ in 0..<146_097 {
            guard try UniversalTime(ASN1Element.parse(time.derRepresentation[...])) == time else {
                Issue.record("\(time)")
                return
            }
            time = time.adding(days: 1)
        }
        #expect(time.description == "2300-01-01T00:00:00Z")
        for days in [Int.max, .min, 1 << 50] {
            let far = time.adding(days: days)
            #expect((days < 0) == (far < time) && !far.description.isEmpty)
        }
        #expect(UniversalTime(secondsSince1970: -1).description == "1969-12-31T23:59:59Z")
    }
}
