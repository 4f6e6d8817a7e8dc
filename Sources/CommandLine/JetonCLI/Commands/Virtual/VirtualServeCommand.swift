internal import ArgumentParser
internal import Diagnostics
internal import Synchronization
internal import VirtualCard

/// `jeton virtual serve`.
struct VirtualServeCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Plug virtual cards into virtual readers of pcscd.",
        discussion: """
            Runs until a signal ends it. The readers are vpcd's (package vsmartcard-vpcd), which listen on TCP \
            ports; the cards go to the port given and those after it. Where no reader listens, serve tries again, so \
            that pcscd may be started later and restarted. A card goes only to a program of root or of the same user \
            on this machine: a program that listens can use the card. `jeton virtual eject` and `insert` take a card out and put \
            it back. A line reports each change of a card; with --json, a document.
            """
    )

    @Argument(help: "The names of the cards.") var names: [String]

    @Option(name: .long, help: "The address of this machine at which the readers listen.")
    var host = "127.0.0.1"

    @Option(name: .long, help: "The port of the first card's reader.")
    var port = VPCDPlug.defaultPort

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        guard port > 0, names.count <= Int(UInt16.max - port) + 1 else {
            throw CommandError.usage("ports are 1 to 65535, and each card takes one from --port on")
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
        try ThreadGroup.run(cards.count) { number in
            do throws(VirtualCardError) {
                try cards[number].serve(json: json)
            } catch {
                Console.note("warning: \(error)")
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return .success
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

        func serve(json: Bool) throws(VirtualCardError) {
            var isFirst = true
            try plug.run { placement in
                switch placement {
                case .noReader where isFirst:
                    Console.note(
                        "hint: vpcd (package vsmartcard-vpcd) listens while pcscd runs: `systemctl start pcscd`"
                    )
                case .foreignReader:
                    Console.note("hint: `sudo ss -ltnp 'sport = :\(port)'` shows which program listens there")
                case .unidentifiedReader:
                    Console.note(
                        "hint: a reader elsewhere needs its port brought here: `ssh -L \(port):127.0.0.1:35963 HOST`"
                    )
                default: break
                }
                isFirst = false
                // Whoever read the lines may go away; the card stays.
                if json {
                    let document = JSON.object([
                        ("schema", .string("jeton.virtual.serve.event/1")), ("name", .string(card.name)),
                        ("reader", .string(place)), ("event", .string(placement.rawValue)),
                    ])
                    try? Console.print(verbatim: document.line)
                } else {
                    try? Console.print("\(card.name): \(words(placement))")
                }
            }
        }

        private func words(_ placement: VPCDPlug.Placement) -> String {
            switch placement {
            case .noReader: "no reader listens at \(place); trying again"
            case .inReader: "in the reader at \(place)"
            case .ejected: "ejected; the reader at \(place) is empty"
            case .inAnotherReader: "another program holds it in a reader; trying again"
            case .foreignReader:
                "refused: the program that listens at \(place) belongs to another user, and gets no answer; trying again"
            case .unidentifiedReader:
                """
                refused: an unknown user listens at \(place) (another machine or network namespace), and gets no answer; \
                trying again
                """
            }
        }
    }
}
