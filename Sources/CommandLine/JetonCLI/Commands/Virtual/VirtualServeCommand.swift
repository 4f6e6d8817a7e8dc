internal import ArgumentParser
internal import JetonDiagnostics
internal import JetonThreads
internal import Synchronization
internal import VirtualCard

/// `jeton virtual serve`.
struct VirtualServeCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Plug virtual cards into virtual readers of pcscd.",
        discussion: """
            Runs until a signal ends it. The readers are vpcd's (package vsmartcard-vpcd), which listen on TCP ports; \
            the cards use the given port and the ones after it. Until a reader listens, serve waits: pcscd may start \
            later, or restart. If vpcd is not installed, it ends with exit code 3, unless --wait is given.

            A card is offered only to a listener on this machine that runs as root or as you, because whatever listens \
            there can use the card. `jeton virtual eject` and `insert` take a card out and put it back. A line reports \
            each change of a card; with --json, a document.
            """
    )

    @Argument(help: "The names of the cards.") var names: [String]

    @Option(help: "The address of this machine at which the readers listen.")
    var host = "127.0.0.1"

    @Option(help: "The port of the first card's reader.")
    var port = VPCDPlug.defaultPort

    @Flag(help: "Wait for a reader even if vpcd is not installed here, for example one forwarded by ssh.")
    var wait = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        guard port > 0, names.count <= Int(UInt16.max - port) + 1 else {
            throw CommandError.usage("ports are 1 to 65535, and the cards use consecutive ports from --port")
        }
        guard Set(names).count == names.count else { throw CommandError.usage("a card is named twice") }
        let directory = try CardDirectory()
        let cards = try names.enumerated().map { index, name in
            let card = try directory.card(name)
            let port = port + UInt16(index)
            return ServedCard(
                card: card,
                place: host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)",
                port: port,
                plug: try VPCDPlug(SoftwareCard(at: card.path), host: host, port: port)
            )
        }
        for card in cards { try card.warn() }
        let json = output.json
        let failure = Mutex<VirtualCardError?>(nil)
        let missing = Mutex<CommandError?>(nil)
        let isHinted = Mutex(false)
        let needsDriver = !wait && !VirtualReaderDriver.isInstalled
        try ThreadGroup.run(cards.count) { number in
            do throws(VirtualCardError) {
                try cards[number].serve(json: json) {
                    guard !needsDriver else {
                        missing.withLock { $0 = $0 ?? Self.noDriver(at: cards[number].place) }
                        for card in cards { card.plug.stop() }
                        return false
                    }
                    if !isHinted.withLock({ isHinted in
                        defer { isHinted = true }
                        return isHinted
                    }) {
                        Console.note("hint: vpcd listens while pcscd runs: `sudo systemctl start pcscd`")
                    }
                    return true
                }
            } catch {
                Console.note("warning: \(error)")
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = missing.withLock({ $0 }) { throw error }
        if let error = failure.withLock({ $0 }) { throw error }
        return .success
    }

    private static func noDriver(at place: String) -> CommandError {
        .notFound(
            "no virtual reader: nothing listens at \(place), and vpcd is not installed",
            hints: [
                "install vpcd (package vsmartcard-vpcd) and start pcscd",
                "use --wait for a reader on another machine, for example forwarded by ssh -L",
            ]
        )
    }

    /// A card and the plug that serves it.
    private struct ServedCard {
        let card: CardFile
        /// Host and port, for people.
        let place: String
        let port: UInt16
        let plug: VPCDPlug

        /// Every program that reaches pcscd can try the PIN once the card is in a reader.
        func warn() throws(VirtualCardError) {
            let status = try SoftwareCard(at: card.path).status()
            guard status.pin.isFactoryValue else { return }
            Console.note("warning: virtual card '\(card.name)' has the factory PIN 123456, which is published")
            let reader = "Jeton virtual card \(card.name) \(status.serialNumber)"
            Console.note("hint: `\(ListReport.setupCommand(reader: reader).text)` sets another")
        }

        /// Serves the card.
        ///
        /// - Parameters:
        ///   - json: Whether documents are printed instead of lines.
        ///   - waits: Is asked whether to wait if no reader listens at the start.
        /// - Throws: `VirtualCardError` if the card's files are gone or can't be read any more.
        func serve(json: Bool, waits: () -> Bool) throws(VirtualCardError) {
            var isFirst = true
            try plug.run { placement in
                switch placement {
                case .noReader where isFirst: guard waits() else { return }
                case .foreignReader:
                    Console.note("hint: `sudo ss -ltnp 'sport = :\(port)'` shows which program listens there")
                case .unidentifiedReader:
                    Console.note(
                        "hint: forward the port of a reader on another machine: `ssh -L \(port):127.0.0.1:35963 HOST`"
                    )
                default: break
                }
                isFirst = false
                // The reader of the lines may go away; the card stays.
                if json {
                    let document = JSON.object([
                        "schema": "jeton.virtual.serve.event/1", "name": card.name, "reader": place,
                        "event": placement.rawValue,
                    ])
                    try? Console.print(verbatim: document.line)
                } else {
                    try? Console.print("\(card.name): \(words(placement))")
                }
            }
        }

        private func words(_ placement: VPCDPlug.Placement) -> String {
            switch placement {
            case .noReader: "waiting for a reader at \(place)"
            case .inReader: "in the reader at \(place)"
            case .ejected: "ejected; the reader at \(place) is empty"
            case .inAnotherReader: "another program has the card in a reader; trying again"
            case .foreignReader:
                "refused: the program that listens at \(place) belongs to another user; trying again"
            case .unidentifiedReader:
                """
                refused: an unknown user listens at \(place) (another machine or network namespace); trying again
                """
            }
        }
    }
}
