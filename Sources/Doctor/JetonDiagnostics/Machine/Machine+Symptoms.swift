internal import Cryptoki
internal import JetonOctets
internal import JetonPCSC
internal import SmartCard
internal import TokenKit

extension Machine {
    private static let needsCards = Fact<Bool>()

    /// Whether the path to cards is needed here: there is hardware for it, or no token works without it.
    ///
    /// Where there is no hardware, a module that was named for this run and reaches no card is what counts.
    var needsCards: Bool {
        remember(Self.needsCards) {
            if !pcsc.readers.isEmpty || !smartCardDevices.isEmpty { return true }
            if readerTable?.names.isEmpty == false { return true }
            // Cards in software need no service.
            if hasUsableToken || !virtualCards.isEmpty { return false }
            let named = moduleMentions.filter(\.isNamedForThisRun).map(\.path)
            return !named.contains { path in
                let hasStarted = surveys.contains { $0.path == path }
                return !hasStarted && file(ofModule: path) != .sound || !usesPCSC(module: path)
            }
        }
    }

    private static let hasCardEvidence = Fact<Bool>()

    /// Whether anything points to a card: a reader or device, or a module named for this run that reaches cards.
    var hasCardEvidence: Bool {
        remember(Self.hasCardEvidence) {
            if !pcsc.readers.isEmpty || !smartCardDevices.isEmpty || readerTable?.names.isEmpty == false { return true }
            return moduleMentions.contains { $0.isNamedForThisRun && usesPCSC(module: $0.path) }
        }
    }

    /// All that plainly does not work.
    var symptoms: [Symptom] {
        serviceSymptoms + deviceSymptoms + readerSymptoms + moduleSymptoms + tokenSymptoms
    }

    private var serviceSymptoms: [Symptom] {
        guard needsCards, pcsc.wasAsked, !has(.service) else { return [] }
        var evidence = [Evidence("connection to the service", "\("\(service)")")]
        if let failure = pcsc.failure { evidence.append(Evidence("answer", "\(failure.description)")) }
        if let error = pcsc.libraryError { evidence.append(Evidence("library", "\(error)")) }
        if let call = pcsc.hangingCall { evidence.append(Evidence("does not return", "\(call)")) }
        if pcsc.signal != 0 { evidence.append(Evidence("signal", "\(pcsc.signal)")) }
        return [Symptom(summary: "PC/SC does not work", evidence: evidence, subjects: [.service])]
    }

    private var deviceSymptoms: [Symptom] {
        devicesWithoutReader.map { device in
            Symptom(
                summary: "the USB device '\(device.title)' has a smart-card interface but is not a reader",
                evidence: device.evidence
                    + [Evidence("readers", "\(pcsc.readers.map(\.name.description).joined(separator: ", "))")],
                subjects: [.device(device.name), .readers]
            )
        }
    }

    private var readerSymptoms: [Symptom] {
        pcsc.readers.compactMap { reader in
            let name = reader.name.description
            let state = Evidence("state", "\(reader.flags.description)")
            let atr = Evidence("ATR", "\(Hex.encode(reader.atr, uppercase: true))")
            if reader.flags.contains(.mute) {
                return Symptom(
                    summary: "the card in '\(name)' does not answer",
                    evidence: [state],
                    subjects: [.reader(name)]
                )
            }
            switch reader.connection {
            case .refused(let code):
                return Symptom(
                    summary: "the card in '\(name)' refuses a connection",
                    evidence: [Evidence("SCardConnect", "\(code.description)"), state, atr],
                    subjects: [.reader(name)]
                )
            case .blocked:
                return Symptom(
                    summary: "a connection to the card in '\(name)' can't be established",
                    evidence: [Evidence("SCardConnect", "does not return"), state, atr],
                    subjects: [.reader(name)]
                )
            case .made where !isShown(reader):
                return Symptom(
                    summary: "no module shows a token in '\(name)'",
                    evidence: [state, atr],
                    subjects: [.reader(name)] + failedCardModules
                )
            case .made, nil: return nil
            }
        }
    }

    /// The modules that use cards and did not start: they show nothing, whatever is in a reader.
    private var failedCardModules: [Subject] {
        modules.compactMap { entry in
            guard case .failure = entry.outcome, usesPCSC(module: entry.path) else { return nil }
            return .module(entry.path)
        }
    }

    private var moduleSymptoms: [Symptom] {
        modules.compactMap { entry in
            guard case .failure(let failure) = entry.outcome else { return nil }
            let needsService = !has(.service) && usesPCSC(module: entry.path)
            if needsService, !needsCards { return nil }
            return Symptom(
                summary: "module \(entry.path) does not work",
                evidence: [Evidence("failure", "\(failure.description)")],
                subjects: [.module(entry.path)] + (needsService ? [.service] : []) + heldReaders(for: entry.path),
                severity: severityOfBrokenModule
            )
        }
    }

    /// The readers whose card refuses a connection, if a module uses cards: it may fail for the same reason.
    private func heldReaders(for module: String) -> [Subject] {
        guard usesPCSC(module: module) else { return [] }
        return pcsc.readers.compactMap { reader in
            switch reader.connection {
            case .refused, .blocked: .reader(reader.name.description)
            case .made, nil: nil
            }
        }
    }

    private var tokenSymptoms: [Symptom] {
        surveys.flatMap { path, survey in
            survey.slots.compactMap { slot in
                guard let error = slot.tokenError else { return nil }
                let reader = slot.info.slotDescription.description
                let isReadable = slot.token != nil
                return Symptom(
                    summary: "module \(path) can't \(isReadable ? "open" : "read") the token in '\(reader)'",
                    evidence: [Evidence(isReadable ? "C_OpenSession" : "C_GetTokenInfo", "\(error.description)")],
                    subjects: [.token(module: path, slot: slot.id.rawValue), .reader(reader), .module(path)]
                )
            }
        }
    }

    /// Whether any module shows a token that it can read in a slot of the reader's name.
    func isShown(_ reader: PCSCSurvey.Reader) -> Bool {
        // A slot's description has 64 octets.
        let name = String(decoding: reader.name.octets.prefix(64), as: UTF8.self)
        return surveys.contains { _, survey in
            survey.slots.contains { slot in
                let description = slot.info.slotDescription.description
                return slot.token != nil && !description.isEmpty
                    && (name == description || name.hasPrefix(description))
            }
        }
    }
}
