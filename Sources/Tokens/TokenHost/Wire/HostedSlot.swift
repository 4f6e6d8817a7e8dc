package import Cryptoki
internal import JetonOctets
internal import TokenKit

/// A slot with a token in it, as a child sees it.
package struct HostedSlot: Hashable, Sendable {
    /// The slot's number in the child; another child may have another one for it.
    package let id: UInt
    /// The slot's description, which names the reader.
    package let readerName: String
    /// The token.
    package let token: TokenIdentity
    /// Whether the token is a device that can be taken out, rather than software or a part of the machine.
    package let isDevice: Bool
    /// The token's flags.
    package let flags: TokenFlags
    /// The keys that the child can see, at most 1,024.
    package let keys: [HostedKey]

    /// Makes a slot.
    package init(
        id: UInt,
        readerName: String,
        token: TokenIdentity,
        isDevice: Bool,
        flags: TokenFlags,
        keys: [HostedKey]
    ) {
        self.id = id
        self.readerName = readerName
        self.token = token
        self.isDevice = isDevice
        self.flags = flags
        self.keys = keys
    }

    /// Whether the token was never set up, so that nothing can log in to it: SoftHSM shows such a one always.
    package var isBlank: Bool { !flags.contains(.tokenInitialized) && keys.isEmpty }

    func write(to writer: inout SurveyWriter) {
        writer.write(id)
        writer.write(readerName)
        token.write(to: &writer)
        writer.write(isDevice)
        writer.write(flags.rawValue)
        writer.write(UInt(keys.count))
        for key in keys { key.write(to: &writer) }
    }

    init(_ reader: inout SurveyReader) throws(EncodingError) {
        id = try reader.number()
        readerName = try reader.text()
        token = try TokenIdentity(&reader)
        isDevice = try reader.flag()
        flags = TokenFlags(rawValue: try reader.number())
        var keys: [HostedKey] = []
        for _ in 0..<(try reader.count(atMost: 1024)) { keys.append(try HostedKey(&reader)) }
        self.keys = keys
    }
}
