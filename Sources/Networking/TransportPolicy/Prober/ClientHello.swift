import JetonNetwork

/// A first message of a handshake with chosen offers, which needs no cryptography.
///
/// - SeeAlso: RFC 8446, 4.1.2; RFC 5246, 7.4.1.2; RFC 6101, 5.6.1.2.
package struct ClientHello {
    /// The newest version that is offered, by its number on the wire: 0x0300 to 0x0304.
    package var version: UInt16
    /// The cipher suites.
    package var suites: [UInt16]
    /// The server's name; nil for an address, which is not sent.
    package var serverName: String?

    /// Makes a message.
    package init(version: UInt16, suites: [UInt16], serverName: String?) {
        self.version = version
        self.suites = suites
        self.serverName = serverName
    }

    /// The record with the message.
    package var bytes: [UInt8] {
        let isNewest = version >= 0x0304
        var generator = SystemRandomNumberGenerator()
        func random() -> [UInt8] { (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        var body = ClientHello.number(min(version, 0x0303)) + random()
        // A session that is not there, as RFC 8446, D.4 has it for devices in between.
        body += isNewest ? [32] + random() : [0]
        // RFC 5746, 3.3: strict servers refuse clients that don't know how to renegotiate securely.
        body += ClientHello.numbers(suites + [ClientHello.renegotiationSignal]) + [1, 0]
        if version > 0x0300 {
            var extensions = extensions(random)
            // RFC 7685: some old devices hang on messages of 256 to 511 bytes, four of which are the message's head.
            let length = body.count + 2 + extensions.count + 4
            if (256..<512).contains(length) {
                let padding = [UInt8](repeating: 0, count: max(0, 512 - length - 4))
                extensions += ClientHello.number(21) + ClientHello.counted(padding)
            }
            body += ClientHello.counted(extensions)
        }
        let message = [1, 0] + ClientHello.counted(body)
        // Old servers end connections whose first record has a version that they do not know.
        return [22] + ClientHello.number(min(version, 0x0301)) + ClientHello.counted(message)
    }

    private func extensions(_ random: () -> [UInt8]) -> [UInt8] {
        var extensions: [UInt8] = []
        func add(_ type: UInt16, _ data: [UInt8]) {
            extensions += ClientHello.number(type) + ClientHello.counted(data)
        }
        if let serverName { add(0, ClientHello.counted([0] + ClientHello.counted(Array(serverName.utf8)))) }
        add(10, ClientHello.numbers(TLSGroup.offered))
        add(11, [1, 0])
        // encrypt_then_mac (RFC 7366) and extended_master_secret (RFC 7627), without which strict servers go no further.
        add(22, [])
        add(23, [])
        if version >= 0x0303 { add(13, ClientHello.numbers(ClientHello.signatureSchemes)) }
        if version >= 0x0304 {
            add(43, [2, 3, 4])
            // Any 32 bytes are a key of X25519.
            add(51, ClientHello.counted(ClientHello.number(TLSGroup.x25519) + ClientHello.counted(random())))
        }
        return extensions
    }

    /// TLS_EMPTY_RENEGOTIATION_INFO_SCSV.
    private static let renegotiationSignal: UInt16 = 0x00FF

    /// Everything that servers sign with, SHA-1 and RSA-PSS keys included.
    private static let signatureSchemes: [UInt16] = [
        0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x081A, 0x081B, 0x081C, 0x0809, 0x080A, 0x080B, 0x0804, 0x0805, 0x0806,
        0x0401, 0x0501, 0x0601, 0x0303, 0x0301, 0x0203, 0x0201, 0x0202, 0x0402,
    ]

    private static func number(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)] }

    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        number(UInt16(truncatingIfNeeded: bytes.count)) + bytes
    }

    private static func numbers(_ values: [UInt16]) -> [UInt8] { counted(values.flatMap(number)) }
}
