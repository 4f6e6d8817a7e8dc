import CJetonHost
import Glibc
import JetonOctets
import SecureChannel
import SmartCard
import VirtualCard

// Forks in the middle of a session, with one thread as fork wants it, and tells what both processes can do with it.
//
// usage: channel-probe legacy|modern|p256

/// How many commands went to the card; each process has its own after the fork.
final class Counter { var count = 0 }

struct CountedTransport: ~Copyable, CardTransport {
    var card: VirtualCardTransport
    let counter: Counter

    var supportsExtendedLength: Bool { card.supportsExtendedLength }

    mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        counter.count += 1
        return try card.transmit(command)
    }
}

func tell(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}

func outcome(_ transport: inout SecureCardTransport<CountedTransport>) -> String {
    do throws(CardError) {
        let answer = try transport.transmit([0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0x00, 0x00, 0x03, 0x08, 0x00])
        return Hex.encode(Array(answer.suffix(2)))
    } catch {
        return (error.underlying as? ChannelError)?.code.rawValue ?? "\(error)"
    }
}

func run(_ suite: ChannelSuite) throws {
    var text: SharedSecret?
    let card = try SoftwareCard(inMemory: VirtualCardOptions(channel: suite)) { slot, password in
        if slot == 1 { text = SharedSecret(password.clone()) }
    }
    guard let text else { exit(2) }
    let counter = Counter()
    let identity = try HostIdentity(generatingFor: suite)
    let store = PairingMemory()
    var client = PairingClient(
        CountedTransport(card: VirtualCardTransport(card), counter: counter),
        policy: ChannelPolicy(allowsLegacyPairing: true)
    )
    _ = try client.pair(
        identity,
        password: try text.borrow { (text) throws(ChannelError) in try ActivationPassword(typed: text) },
        label: PeerLabel(truncating: "probe"),
        store: store
    )
    var transport = SecureCardTransport(client.close(), identity: identity, store: store)
    try transport.open()
    tell("before: \(outcome(&transport)), threads: \(host_thread_count())")
    counter.count = 0
    let child = host_fork()
    if child == 0 {
        tell("child: \(outcome(&transport))")
        tell("child once more: \(outcome(&transport))")
        tell("commands of the child: \(counter.count)")
        // A session of its own is the child's right.
        do { try transport.open() } catch { tell("\(error)") }
        tell("child's own session: \(outcome(&transport))")
        _exit(0)
    }
    var status: Int32 = 0
    guard unsafe host_wait(child, 60_000, &status) == 0 else { exit(3) }
    tell("parent: \(outcome(&transport))")
}

let name = CommandLine.arguments.last ?? ""
guard let suite = ChannelSuite.allCases.first(where: { $0.parameters.name == name }) else { exit(2) }
try run(suite)
