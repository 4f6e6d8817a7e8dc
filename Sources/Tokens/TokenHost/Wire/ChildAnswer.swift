package import Cryptoki
package import JetonOctets
internal import TokenKit

/// What a child answers; it ran a vendor's code, so that the host bounds all of it and believes none of it.
package enum ChildAnswer: Hashable, Sendable {
    /// The slots with a token, at most 256.
    case slots([HostedSlot])
    /// The flags of the token that was opened, and the tries of the user's PIN if it reports them.
    case opened(TokenFlags, triesLeft: UInt?)
    /// The keys after a login.
    case keys([HostedKey])
    /// A signature in the form of X.509.
    case signature([UInt8])
    /// The module refused: the code that it returned, and the function.
    case refused(ReturnValue, function: String)
    /// Something else is in the way.
    case failed(Reason)

    /// What is in the way, apart from what modules return.
    package enum Reason: UInt, Hashable, Sendable, CaseIterable {
        /// The module can't be loaded.
        case notLoaded
        /// The slot has another token, or none.
        case tokenChanged
        /// The token has no such key.
        case noKey
        /// The key or its token can't make such a signature.
        case notSupported
        /// The request does not fit what was asked before.
        case outOfTurn
    }

    var encoded: [UInt8] {
        var writer = SurveyWriter()
        switch self {
        case .slots(let slots):
            writer.write(0 as UInt)
            writer.write(UInt(slots.count))
            for slot in slots { slot.write(to: &writer) }
        case .opened(let flags, let tries):
            writer.write(1 as UInt)
            writer.write(flags.rawValue)
            writer.write(tries != nil)
            writer.write(tries ?? 0)
        case .keys(let keys):
            writer.write(2 as UInt)
            writer.write(UInt(keys.count))
            for key in keys { key.write(to: &writer) }
        case .signature(let octets):
            writer.write(3 as UInt)
            writer.write(octets)
        case .refused(let code, let function):
            writer.write(4 as UInt)
            writer.write(code.rawValue)
            writer.write(function)
        case .failed(let reason):
            writer.write(5 as UInt)
            writer.write(reason.rawValue)
        }
        return writer.octets
    }

    /// Reads an answer.
    ///
    /// - Throws: `EncodingError` for anything that is not one.
    package init(_ octets: [UInt8]) throws(EncodingError) {
        var reader = SurveyReader(octets)
        switch try reader.number() {
        case 0:
            var slots: [HostedSlot] = []
            for _ in 0..<(try reader.count(atMost: 256)) { slots.append(try HostedSlot(&reader)) }
            self = .slots(slots)
        case 1:
            let flags = TokenFlags(rawValue: try reader.number())
            let has = try reader.flag()
            let tries = try reader.number()
            self = .opened(flags, triesLeft: has ? tries : nil)
        case 2:
            var keys: [HostedKey] = []
            for _ in 0..<(try reader.count(atMost: 1024)) { keys.append(try HostedKey(&reader)) }
            self = .keys(keys)
        case 3: self = .signature(try reader.bytes())
        case 4: self = .refused(ReturnValue(rawValue: try reader.number()), function: try reader.text())
        default:
            guard let reason = Reason(rawValue: try reader.number()) else {
                throw EncodingError(.unexpectedValue, at: 0)
            }
            self = .failed(reason)
        }
        try reader.finish()
    }
}
