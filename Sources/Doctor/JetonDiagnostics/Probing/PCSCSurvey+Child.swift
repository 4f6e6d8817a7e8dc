internal import JetonOctets
internal import JetonPCSC
internal import TokenKit

// The survey runs in a child and hands over each step as it is done: what is missing at the end is what hung. Each
// record is a counted run of octets, the first of which is its kind.

extension PCSCSurvey {
    private enum Record: UInt8 {
        case library = 1
        case libraryError
        case calling
        case failure
        case reader
        case connecting
        case connected
        case done
    }

    /// The most readers that a parent believes; pcsc-lite has 16.
    private static let readerLimit = 1024

    /// Asks PC/SC and writes what it shows to a descriptor: the child's half.
    ///
    /// - Returns: The exit code: 0.
    package static func serve(to descriptor: Int32) -> Int32 {
        func send(_ record: Record, _ fill: (inout SurveyWriter) -> Void = { _ in }) {
            var content = SurveyWriter()
            content.write(UInt(record.rawValue))
            fill(&content)
            var frame = SurveyWriter()
            frame.write(content.octets)
            _ = IsolatedWork.write(frame.octets, to: descriptor)
        }
        do {
            let library = try PCSCLibrary()
            send(.library) { $0.write(library.path) }
            send(.calling) { $0.write("SCardEstablishContext") }
            let context = try Context(library: library)
            send(.calling) { $0.write("SCardListReaders") }
            let names = try context.readers()
            send(.calling) { $0.write("SCardGetStatusChange") }
            let states = names.isEmpty ? [] : try context.states(of: names)
            for state in states {
                send(.reader) { writer in
                    writer.write(state.reader.octets)
                    writer.write(UInt(state.flags.rawValue))
                    writer.write(UInt(state.eventCount))
                    writer.write(state.atr)
                }
            }
            for (index, state) in states.enumerated() where state.isCardPresent && !state.flags.contains(.mute) {
                send(.connecting) { $0.write(UInt(index)) }
                var code: UInt = 0
                var protocols: UInt = 0
                do {
                    // Given back as it is: dropping a connection leaves the card alone.
                    let card = try context.connect(to: state.reader)
                    protocols = card.activeProtocol.rawValue
                    try? card.disconnect(.leave)
                } catch {
                    code = UInt(error.code.rawValue)
                }
                send(.connected) { writer in
                    writer.write(UInt(index))
                    writer.write(code)
                    writer.write(protocols)
                }
            }
            send(.done)
        } catch {
            if error.function == .load {
                send(.libraryError) { $0.write(error.detail ?? "") }
            } else {
                send(.failure) { writer in
                    writer.write(error.function.rawValue)
                    writer.write(UInt(error.code.rawValue))
                }
            }
        }
        return 0
    }

    /// Reads what a child handed over before its end.
    init(_ outcome: IsolatedWork.Outcome) {
        self.init()
        var frames = SurveyReader(outcome.octets)
        var call: String? = "dlopen"
        do {
            while call != nil {
                var record = SurveyReader(try frames.bytes())
                try read(&record, call: &call)
            }
        } catch {
            // What is cut off was not finished: `call` tells in what.
        }
        switch outcome.end {
        case .crashed(let number): signal = number
        case .hung: hangingCall = call
        default: break
        }
    }

    private mutating func read(_ record: inout SurveyReader, call: inout String?) throws {
        switch Record(rawValue: UInt8(truncatingIfNeeded: try record.number())) {
        case .library: libraryPath = try record.text()
        case .libraryError:
            libraryError = try record.text()
            call = nil
        case .calling: call = try record.text()
        case .failure:
            let function = PCSCFunction(rawValue: try record.text())
            let code = PCSCError.Code(rawValue: UInt32(truncatingIfNeeded: try record.number()))
            failure = PCSCError(code, in: function)
            call = nil
        case .reader:
            let name = ReaderName(octets: try record.bytes())
            let flags = ReaderFlags(rawValue: UInt16(truncatingIfNeeded: try record.number()))
            let count = UInt16(truncatingIfNeeded: try record.number())
            let atr = Array(try record.bytes().prefix(33))
            guard readers.count < PCSCSurvey.readerLimit else { return }
            readers.append(Reader(name: name, flags: flags, eventCount: count, atr: atr))
        case .connecting:
            let index = try record.count(atMost: PCSCSurvey.readerLimit)
            call = "SCardConnect"
            if readers.indices.contains(index) { readers[index].connection = .blocked }
        case .connected:
            let index = try record.count(atMost: PCSCSurvey.readerLimit)
            let code = UInt32(truncatingIfNeeded: try record.number())
            let protocols = CardProtocols(rawValue: try record.number())
            if readers.indices.contains(index) {
                readers[index].connection =
                    code == 0 ? .made(protocols) : .refused(PCSCError.Code(rawValue: code))
            }
        case .done, nil: call = nil
        }
    }
}
