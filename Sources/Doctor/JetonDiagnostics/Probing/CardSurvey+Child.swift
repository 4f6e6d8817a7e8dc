internal import JetonOctets
internal import JetonPCSC
internal import JetonPIV
internal import SmartCard
internal import TokenKit

// Asked in a child, one card after the other, each in a transaction that ends by leaving the card as it is. No PIN is
// sent, and the only commands are SELECT, GET DATA, GET METADATA, GET VERSION and READ BINARY; and for the counter of a PIV
// card without metadata a VERIFY without a PIN, which spends no try.

extension CardSurvey {
    private static let cardLimit = 64
    private static let keyLimit = 64
    // NIST SP 800-73-5, part 1, table 4b: the four keys, and the former ones of key management.
    private static let keyReferences: [UInt8] = [0x9A, 0x9C, 0x9D, 0x9E] + Array(0x82...0x95)

    /// Asks cards and writes what they tell to a descriptor: the child's half.
    ///
    /// - Returns: The exit code: 0, or 1 without a PC/SC service.
    package static func serve(_ questions: [CardQuestion], to descriptor: Int32) -> Int32 {
        guard let library = try? PCSCLibrary(), let context = try? Context(library: library) else { return 1 }
        for question in questions.prefix(cardLimit) {
            var survey = CardSurvey(reader: question.reader)
            do {
                try survey.ask(question.kind, context)
            } catch {
                survey.failure = "\(error)"
            }
            var frame = SurveyWriter()
            frame.write(survey.encoded)
            _ = IsolatedWork.write(frame.octets, to: descriptor)
        }
        return 0
    }

    private mutating func ask(_ kind: CardQuestion.Kind, _ context: borrowing Context) throws {
        var channel = CardChannel(try PCSCTransport(try context.connect(to: reader)))
        var survey = self
        defer { self = survey }
        try channel.withTransaction { (channel) throws(CardError) in
            switch kind {
            case .applications: try survey.askApplications(&channel)
            case .counters: try survey.askCounters(&channel)
            case .travelDocument: try survey.askTravelDocument(&channel)
            }
        }
    }

    // MARK: - Applications

    private mutating func askApplications(_ channel: inout CardChannel<PCSCTransport>) throws(CardError) {
        // Its fingerprints are C5.
        openPGP = try CardSurvey.openPGPData(&channel).map { OpenPGP(keyCount: CardSurvey.fingerprintCount($0)) }
        guard try CardSurvey.selectsPIV(&channel) else { return }
        var piv = PIV()
        guard let pin = try CardSurvey.metadata(KeyReference.applicationPIN, &channel) else {
            self.piv = piv
            return
        }
        piv.hasFactoryPIN = pin.firstValue(tag: PIVTag.Metadata.isFactoryValue).map { $0 != [0] }
        let unblockingKey = try CardSurvey.metadata(KeyReference.unblockingKey, &channel)
        piv.hasFactoryUnblockingKey = unblockingKey?.firstValue(tag: PIVTag.Metadata.isFactoryValue).map { $0 != [0] }
        // The tries allowed, and those left.
        piv.isUnblockingKeyLocked = unblockingKey?.firstValue(tag: PIVTag.Metadata.tries).flatMap { tries in
            tries.count == 2 ? tries[1] == 0 : nil
        }
        for slot in CardSurvey.keyReferences {
            guard let key = try CardSurvey.metadata(slot, &channel),
                let policies = key.firstValue(tag: PIVTag.Metadata.policy), policies.count == 2
            else { continue }
            piv.keys.append(Key(slot: slot, touchPolicy: policies[1]))
        }
        self.piv = piv
    }

    /// The application related data of OpenPGP; nil without the application.
    private static func openPGPData(_ channel: inout CardChannel<PCSCTransport>) throws(CardError) -> [UInt8]? {
        // SELECT, by ISO/IEC 7816-4, 11.2.2; the name is that of OpenPGP card 3.4, 4.2.1.
        let name: [UInt8] = [0xD2, 0x76, 0x00, 0x01, 0x24, 0x01]
        let selected = try channel.send(CommandAPDU(0x00, 0xA4, 0x04, 0x00, data: name, expectedLength: 256))
        guard selected.status == .success else { return nil }
        // GET DATA, 4.4.1.
        return try channel.send(CommandAPDU(0x00, 0xCA, 0x00, 0x6E, expectedLength: 256)).data
    }

    /// Selects the PIV application; false without one.
    private static func selectsPIV(_ channel: inout CardChannel<PCSCTransport>) throws(CardError) -> Bool {
        var select = CommandAPDU(0x00, PIVInstruction.select, 0x04, 0x00, data: PIVIdentifier.application)
        select.expectedLength = 256
        return try channel.send(select).status == .success
    }

    // MARK: - Counters

    private mutating func askCounters(_ channel: inout CardChannel<PCSCTransport>) throws(CardError) {
        // The PW status bytes C4: one of the PIN's life, three lengths, then the tries of PW1, reset code and PW3.
        if let data = try CardSurvey.openPGPData(&channel), let bytes = CardSurvey.openPGPValue(0xC4, data),
            bytes.count == 7
        {
            counters += [Counter(.user, left: bytes[4]), Counter(.administrator, left: bytes[6])]
            // Without a reset code there are none.
            if bytes[5] > 0 { counters.append(Counter(.unblockingKey, left: bytes[5])) }
        }
        guard try CardSurvey.selectsPIV(&channel) else { return }
        let references: [(Counter.Name, UInt8)] = [
            (.user, KeyReference.applicationPIN), (.unblockingKey, KeyReference.unblockingKey),
        ]
        for (name, reference) in references {
            let tries = try CardSurvey.metadata(reference, &channel)?.firstValue(tag: PIVTag.Metadata.tries)
            if let tries, tries.count == 2 {
                counters.append(Counter(name, left: tries[1], maximum: tries[0]))
            } else if name == .user, let left = try CardSurvey.triesLeft(&channel) {
                counters.append(Counter(name, left: left))
            }
        }
    }

    /// The tries of PIV's PIN, by a VERIFY without a PIN; nil if the card does not tell.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, 3.2.1.
    private static func triesLeft(_ channel: inout CardChannel<PCSCTransport>) throws(CardError) -> UInt8? {
        let status = try channel.send(
            CommandAPDU(0x00, PIVInstruction.verify, 0x00, KeyReference.applicationPIN)
        ).status
        if status == .authenticationMethodBlocked { return 0 }
        return status.triesLeft.map { UInt8(clamping: $0) }
    }

    private static func metadata(
        _ reference: UInt8,
        _ channel: inout CardChannel<PCSCTransport>
    ) throws(CardError) -> [TLV]? {
        let answer = try channel.send(
            CommandAPDU(0x00, PIVInstruction.getMetadata, 0x00, reference, expectedLength: 256)
        )
        guard answer.status == .success else { return nil }
        return try? TLV.parse(answer.data, limit: 64)
    }

    /// How many of the three 20-byte fingerprints are not zero.
    static func fingerprintCount(_ octets: [UInt8]) -> Int {
        guard let fingerprints = openPGPValue(0xC5, octets) else { return 0 }
        return (0..<min(3, fingerprints.count / 20)).count { index in
            fingerprints[(index * 20)..<(index * 20 + 20)].contains { $0 != 0 }
        }
    }

    /// A value in the application related data of OpenPGP.
    private static func openPGPValue(_ tag: UInt32, _ octets: [UInt8]) -> [UInt8]? {
        guard let outer = try? TLV.parse(octets, limit: 64) else { return nil }
        var members = outer
        // It is in 73, which is in 6E; some cards leave the frame away.
        for frame in [0x6E, 0x73] as [UInt32] {
            if let value = members.firstValue(tag: frame), let inner = try? TLV.parse(value, limit: 64) {
                members = inner
            }
        }
        return members.firstValue(tag: tag)
    }

    // MARK: - Travel documents

    private mutating func askTravelDocument(_ channel: inout CardChannel<PCSCTransport>) throws(CardError) {
        // EF.CardAccess, short name 1C of the master file, may be read by all: ICAO 9303, part 11, 9.2.11.
        let access = try channel.send(CommandAPDU(0x00, 0xB0, 0x9C, 0x00, expectedLength: 256))
        // id-PACE, 0.4.0.127.0.7.2.2.4.
        let identifier: [UInt8] = [0x04, 0x00, 0x7F, 0x00, 0x07, 0x02, 0x02, 0x04]
        let octets = access.data
        offersPACE = octets.indices.contains { octets[$0...].starts(with: identifier) }
        let name: [UInt8] = [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
        let selected = try channel.send(CommandAPDU(0x00, 0xA4, 0x04, 0x0C, data: name))
        guard selected.status == .success else { return }
        // EF.COM, short name 1E.
        let answer = try channel.send(CommandAPDU(0x00, 0xB0, 0x9E, 0x00, expectedLength: 4))
        refusesTravelDocument = answer.status == .securityStatusNotSatisfied
    }

    // MARK: - From child to parent

    private var encoded: [UInt8] {
        var writer = SurveyWriter()
        writer.write(reader.octets)
        writer.write(piv != nil)
        for value in [piv?.hasFactoryPIN, piv?.hasFactoryUnblockingKey, piv?.isUnblockingKeyLocked] {
            writer.write(UInt(value.map { $0 ? 2 : 1 } ?? 0))
        }
        writer.write(UInt(piv?.keys.count ?? 0))
        for key in piv?.keys ?? [] { writer.write([key.slot, key.touchPolicy]) }
        writer.write(UInt(openPGP.map { $0.keyCount + 1 } ?? 0))
        writer.write(offersPACE)
        writer.write(refusesTravelDocument)
        writer.write(failure ?? "")
        writer.write(UInt(counters.count))
        for counter in counters {
            writer.write([UInt8(clamping: counter.name.rawValue), counter.left] + (counter.maximum.map { [$0] } ?? []))
        }
        return writer.octets
    }

    /// Reads what a child handed over before its end.
    static func decode(_ octets: [UInt8]) -> [CardSurvey] {
        var frames = SurveyReader(octets)
        var found: [CardSurvey] = []
        while found.count < cardLimit, let frame = try? frames.bytes(), let survey = try? CardSurvey(encoded: frame) {
            found.append(survey)
        }
        return found
    }

    private init(encoded octets: [UInt8]) throws(EncodingError) {
        var reader = SurveyReader(octets)
        self.init(reader: ReaderName(octets: try reader.bytes()))
        let hasPIV = try reader.flag()
        var application = PIV()
        func answer(_ number: UInt) -> Bool? { number == 0 ? nil : number == 2 }
        application.hasFactoryPIN = answer(try reader.number())
        application.hasFactoryUnblockingKey = answer(try reader.number())
        application.isUnblockingKeyLocked = answer(try reader.number())
        for _ in 0..<(try reader.count(atMost: CardSurvey.keyLimit)) {
            let pair = try reader.bytes()
            if pair.count == 2 { application.keys.append(Key(slot: pair[0], touchPolicy: pair[1])) }
        }
        piv = hasPIV ? application : nil
        let count = try reader.count(atMost: 4)
        openPGP = count > 0 ? OpenPGP(keyCount: count - 1) : nil
        offersPACE = try reader.flag()
        refusesTravelDocument = try reader.flag()
        let text = try reader.text()
        failure = text.isEmpty ? nil : text
        for _ in 0..<(try reader.count(atMost: CardSurvey.keyLimit)) {
            let octets = try reader.bytes()
            guard (2...3).contains(octets.count), let name = Counter.Name(rawValue: UInt(octets[0])) else { continue }
            counters.append(Counter(name, left: octets[1], maximum: octets.count == 3 ? octets[2] : nil))
        }
    }
}
