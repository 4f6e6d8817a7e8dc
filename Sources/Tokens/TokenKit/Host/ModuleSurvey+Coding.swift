internal import Cryptoki
internal import JetonOctets

extension ModuleSurvey {
    /// The most slots that a parent believes.
    static let slotLimit = 65_536

    /// The survey in the form that a child hands to its parent.
    var encoded: [UInt8] {
        var writer = SurveyWriter()
        writer.write(realPath)
        writer.write([interfaceVersion.major, interfaceVersion.minor])
        writer.write(interfaceOrigin.rawValue)
        writer.write(UInt(extendedFunctionCount))
        writer.write(info.octets)
        writer.write(UInt(slots.count))
        for slot in slots { slot.write(to: &writer) }
        return writer.octets
    }

    /// Reads what a child wrote.
    init(encoded octets: [UInt8]) throws(EncodingError) {
        var reader = SurveyReader(octets)
        let realPath = try reader.text()
        let version = try reader.bytes()
        let origin = try reader.text()
        let extended = try reader.count(atMost: 64)
        let info = ModuleInfo(octets: try reader.bytes())
        guard version.count == 2, let info, let origin = ModuleLibrary.InterfaceOrigin(rawValue: origin) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        var slots: [SlotSurvey] = []
        for _ in 0..<(try reader.count(atMost: ModuleSurvey.slotLimit)) { slots.append(try SlotSurvey(from: &reader)) }
        try reader.finish()
        self.init(
            realPath: realPath,
            interfaceVersion: Version(major: version[0], minor: version[1]),
            interfaceOrigin: origin,
            extendedFunctionCount: extended,
            info: info,
            slots: slots
        )
    }
}

extension ModuleSurvey.SlotSurvey {
    fileprivate func write(to writer: inout SurveyWriter) {
        writer.write(id.rawValue)
        writer.write(info.octets)
        writer.write(token?.octets ?? [])
        writer.write(tokenError?.rawValue ?? 0)
        writer.write(isUnpaired)
        writer.write(tries != nil)
        if let tries {
            for count in [
                tries.userLeft, tries.userMaximum, tries.securityOfficerLeft, tries.securityOfficerMaximum,
            ] {
                writer.write(count)
            }
        }
        writer.write(channel != nil)
        if let channel {
            writer.write(channel.suite?.rawValue ?? "")
            writer.write(UInt(channel.offered.count))
            for suite in channel.offered { writer.write(suite.rawValue) }
            for text in [channel.refusal, channel.advice] { writer.write(text ?? "") }
        }
    }

    fileprivate init(from reader: inout SurveyReader) throws(EncodingError) {
        let id = SlotID(rawValue: try reader.number())
        guard let info = SlotInfo(octets: try reader.bytes()) else { throw EncodingError(.unexpectedValue, at: 0) }
        let token = TokenInfo(octets: try reader.bytes())
        let error = try reader.number()
        let isUnpaired = try reader.flag()
        let tries =
            try reader.flag()
            ? ExtendedTokenInfo.Tries(
                userLeft: try reader.limit(),
                userMaximum: try reader.limit(),
                securityOfficerLeft: try reader.limit(),
                securityOfficerMaximum: try reader.limit()
            ) : nil
        let channel = try reader.flag() ? try TokenChannel(from: &reader) : nil
        self.init(
            id: id,
            info: info,
            token: token,
            tokenError: error == 0 ? nil : ReturnValue(rawValue: error),
            isUnpaired: isUnpaired,
            tries: tries,
            channel: channel
        )
    }
}

extension TokenChannel {
    fileprivate init(from reader: inout SurveyReader) throws(EncodingError) {
        let suite = try reader.text()
        var offered: [Suite] = []
        for _ in 0..<(try reader.count(atMost: 16)) {
            guard let suite = Suite(rawValue: try reader.text()) else { throw EncodingError(.unexpectedValue, at: 0) }
            offered.append(suite)
        }
        let texts = (refusal: try reader.text(), advice: try reader.text())
        self.init(
            suite: Suite(rawValue: suite),
            offered: offered,
            refusal: texts.refusal.isEmpty ? nil : texts.refusal,
            advice: texts.advice.isEmpty ? nil : texts.advice
        )
    }
}
