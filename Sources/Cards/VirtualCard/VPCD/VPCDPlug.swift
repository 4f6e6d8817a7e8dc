import SmartCard

#if canImport(Glibc)
    import Glibc
#endif

/// Plugs a virtual card into a virtual reader (vpcd) of pcscd, so that every program of the machine sees it.
///
/// The card connects to the reader by TCP. Where no reader listens, or it goes away with pcscd, the plug tries again
/// until it is stopped, after 100 milliseconds at first and every two seconds in the end. It answers only a reader whose
/// program runs as root or as this user: see ``Placement``. While the card is ejected, the plug is not connected and the
/// reader is empty. A card is in one reader at most: a second plug waits until the first is out.
///
/// Messages of vpcd are a length of two octets, most significant first, and as many octets: one octet is a control,
/// more are a command. Only a command and the question for the answer to reset are answered.
public final class VPCDPlug: Sendable {
    /// The port of the first slot of the reader that Debian's package sets up.
    public static let defaultPort: UInt16 = 35_963

    private enum Control {
        static let powerOff: UInt8 = 0x00
        static let powerOn: UInt8 = 0x01
        static let reset: UInt8 = 0x02
        static let answerToReset: UInt8 = 0x04
    }

    /// Where the card is, as far as a plug can tell.
    public enum Placement: String, Hashable, Sendable {
        /// No reader listens at host and port.
        case noReader
        /// In the reader.
        case inReader
        /// The card is ejected, and the reader empty.
        case ejected
        /// Another plug holds the card in a reader.
        case inAnotherReader
        /// The program that listens belongs to another user, who is not root; it got no answer.
        case foreignReader
        /// It can't be found out which user listens: another machine or network namespace; nothing got an answer.
        case unidentifiedReader

        init(_ absence: ReaderAbsence) {
            self =
                switch absence {
                case .noReader: .noReader
                case .otherUser: .foreignReader
                case .unknownUser: .unidentifiedReader
                }
        }
    }

    /// How often a card in a reader looks whether it is ejected.
    private static let pauseMilliseconds: Int32 = 100

    private let card: SoftwareCard
    private let host: String
    private let port: UInt16
    private let signal: StopSignal

    /// Makes a plug that is not in a reader yet.
    ///
    /// - Parameters:
    ///   - card: The card; only this plug uses this value of it.
    ///   - host: An address of this machine at which pcscd's reader listens.
    ///   - port: Of the reader's slot.
    /// - Throws: ``VirtualCardError/Code/inputOutput`` without a free file descriptor.
    public init(
        _ card: SoftwareCard,
        host: String = "127.0.0.1",
        port: UInt16 = VPCDPlug.defaultPort
    ) throws(VirtualCardError) {
        self.card = card
        self.host = host
        self.port = port
        signal = try StopSignal()
    }

    /// Makes ``run()`` return soon, also one that begins later; any thread may call it.
    public func stop() { signal.raise() }

    /// Keeps the card in the reader until ``stop()``; blocks the calling thread.
    ///
    /// - Parameter onChange: Called on this thread when the card's place changes, the first one included.
    /// - Throws: ``VirtualCardError`` if the card's files are gone or can't be read any more.
    public func run(onChange: (Placement) -> Void = { _ in }) throws(VirtualCardError) {
        var last: Placement?
        func report(_ placement: Placement) {
            if placement != last { onChange(placement) }
            last = placement
        }
        var pause = RetryPause()
        while !signal.isRaised {
            var wasInReader = false
            let placement = try visit {
                wasInReader = true
                report(.inReader)
            }
            report(placement)
            signal.wait(milliseconds: pause.next(after: placement, wasInReader: wasInReader))
        }
    }

    /// Puts the card into the reader, if it can be, until it has to leave it; tells what keeps it out now.
    private func visit(_ onEntry: () -> Void) throws(VirtualCardError) -> Placement {
        guard isInserted else { return .ejected }
        guard let mark = try ReaderMark(card.path) else { return .inAnotherReader }
        return try visit(under: mark, onEntry)
    }

    private func visit(
        under mark: borrowing ReaderMark,
        _ onEntry: () -> Void
    ) throws(VirtualCardError) -> Placement {
        var socket: ReaderSocket
        do throws(ReaderAbsence) {
            socket = try ReaderSocket(host: host, port: port, signal: signal)
        } catch {
            return Placement(error)
        }
        onEntry()
        card.reset()
        defer { card.reset() }
        let absence = try serve(&socket)
        return isInserted ? Placement(absence) : .ejected
    }

    private var isInserted: Bool { card.path.map(SoftwareCard.isInserted) ?? true }

    /// Answers the reader until it goes away, the card is ejected, or the plug is stopped; tells what is there then.
    private func serve(_ socket: inout ReaderSocket) throws(VirtualCardError) -> ReaderAbsence {
        while !signal.isRaised && isInserted {
            switch socket.receive(waitingMilliseconds: Self.pauseMilliseconds) {
            case .nothingYet: continue
            case .ended: return .noReader
            case .refused(let absence): return absence
            case .message(let message):
                guard let answer = try self.answer(to: message) else { continue }
                guard socket.send(answer) else { return .noReader }
            }
        }
        return .noReader
    }

    private func answer(to message: [UInt8]) throws(VirtualCardError) -> [UInt8]? {
        guard message.count == 1 else {
            do throws(VirtualCardError) {
                return message.isEmpty ? nil : try card.transmit(message)
            } catch {
                // The loop sees that the card is ejected; one that is held too long by another may come free.
                guard error.code == .ejected || error.code == .busy else { throw error }
                return StatusWord.noPreciseDiagnosis.octets
            }
        }
        switch message[0] {
        case Control.answerToReset: return SoftwareCard.answerToReset
        case Control.powerOff, Control.powerOn, Control.reset: card.reset()
        default: break
        }
        return nil
    }
}
