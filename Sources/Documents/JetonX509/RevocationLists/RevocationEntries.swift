import JetonASN1
import JetonOctets

/// The entries of a revocation list, as they pass by.
struct RevocationEntries {
    /// An entry about a serial number that was asked for.
    private struct Match {
        let serialNumber: [UInt8]
        let date: UniversalTime
        let reason: RevocationReason?
        /// nil for the list's own issuer.
        let issuer: DistinguishedName?
    }

    /// How many entries were read.
    private(set) var count = 0
    /// Why the list cannot be used; nil if it can.
    private(set) var obstacle: String?

    private let serials: [[UInt8]]
    private var matches: [Match] = []
    /// The certificateIssuer of the last entry that had one.
    private var issuer: DistinguishedName?

    init(serials: [[UInt8]]) { self.serials = serials }

    func found(defaultIssuer: DistinguishedName) -> [RevocationList.Entry] {
        matches.map {
            RevocationList.Entry(
                serialNumber: $0.serialNumber,
                date: $0.date,
                reason: $0.reason,
                issuer: $0.issuer ?? defaultIssuer
            )
        }
    }

    /// A SEQUENCE with nothing but a reasonCode, up to the reason: what nearly every entry ends with.
    private static let reasonOnly: [UInt8] = [
        0x30, 0x0C, 0x30, 0x0A, 0x06, 0x03, 0x55, 0x1D, 0x15, 0x04, 0x03, 0x0A, 0x01,
    ]

    /// Reads the whole entries between two places.
    ///
    /// - Returns: The place behind the last whole entry.
    mutating func read(
        _ octets: [UInt8],
        from start: Int,
        to limit: Int,
        offset: Int
    ) throws(EncodingError) -> Int {
        var position = start
        while position < limit, let entry = try DERHeader(octets, at: position) {
            let body = position + entry.size
            let next = body + entry.length
            guard next <= limit else { break }
            guard entry.tag == 0x30, let serial = try DERHeader(octets, at: body), serial.tag == 0x02,
                serial.length > 0, body + serial.size + serial.length < next
            else { throw EncodingError(.unexpectedValue, at: offset + position) }
            let serialStart = body + serial.size
            let rest = serialStart + serial.length
            guard let date = try DERHeader(octets, at: rest), date.tag == 0x17 || date.tag == 0x18,
                rest + date.size + date.length <= next
            else { throw EncodingError(.unexpectedValue, at: offset + rest) }
            let extensions = rest + date.size + date.length
            let isPlain = extensions == next || isReasonOnly(octets, extensions, next)
            let isWanted = isWanted(octets, serialStart, rest)
            if isWanted || !isPlain {
                let entry = try ASN1Element.parse(Array(octets[position..<next]))
                try take(entry, isWanted: isWanted)
            }
            count += 1
            position = next
        }
        return position
    }

    @inline(__always)
    private func isReasonOnly(_ octets: [UInt8], _ start: Int, _ end: Int) -> Bool {
        let pattern = RevocationEntries.reasonOnly
        guard end - start == pattern.count + 1 else { return false }
        for index in 0..<pattern.count where octets[start + index] != pattern[index] { return false }
        return true
    }

    @inline(__always)
    private func isWanted(_ octets: [UInt8], _ start: Int, _ end: Int) -> Bool {
        for serial in serials where serial.count == end - start {
            // Serial numbers are random: the last octet tells nearly all apart.
            guard serial[serial.count - 1] == octets[end - 1] else { continue }
            if octets[start..<end].elementsEqual(serial) { return true }
        }
        return false
    }

    private mutating func take(_ entry: ASN1Element, isWanted: Bool) throws(EncodingError) {
        var reader = try entry.members()
        let serial = try reader.next().integerOctets()
        let date = try UniversalTime(strict: reader.next())
        var reason: RevocationReason?
        if let extensions = try reader.nextIf(.sequence) {
            var members = try extensions.members()
            for member in try members.rest(limit: 64) {
                let found = try CertificateExtension(member)
                let value = try ASN1Element.parse(found.value)
                switch found.oid {
                case .reasonCode:
                    guard value.tag == .enumerated, value.content.count == 1, let code = value.content.first else {
                        throw EncodingError(.unexpectedValue, at: 0)
                    }
                    reason = RevocationReason(rawValue: Int(code))
                case .certificateIssuer:
                    let names = try GeneralName.list(value)
                    guard case .directoryName(let name)? = names.first(where: { $0.form == .directoryName }) else {
                        throw EncodingError(.unexpectedValue, at: 0)
                    }
                    issuer = name
                default:
                    // RFC 5280, 5.3: such a list says nothing about any certificate.
                    if found.isCritical { obstacle = "an entry has the critical extension \(found.oid)" }
                }
            }
        }
        try reader.finish()
        guard isWanted else { return }
        matches.append(Match(serialNumber: serial, date: date, reason: reason, issuer: issuer))
    }
}
