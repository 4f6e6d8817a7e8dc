import Foundation
import JetonOctets
import SmartCard
import TestRig
import Testing
import VirtualCard

/// The disk below a card fails or is full, at each call that changes it: no try is won back, nothing is compared that is
/// not paid for, the image is the old or the new one, and the status word says that memory failed.
@Suite("A failing disk below the virtual card", .timeLimit(.minutes(5)))
struct SlowFailingStorageTests {
    typealias Fault = FailingStorage.Fault

    private static let select = "00A4040005A000000308"
    private static let ask = "00200080"
    private static func verify(_ pin: String) -> String { "0020008008" + Exchange.padded(pin) }

    /// Each call that a save makes, as disks let them fail.
    private static let kinds: [(FailingStorage.Call, Int32)] = [
        (.open, ENOSPC), (.open, EROFS), (.write, ENOSPC), (.write, EIO), (.synchronizeFile, EIO),
        (.synchronizeFile, ENOSPC), (.rename, ENOSPC), (.rename, EROFS), (.synchronizeDirectory, EIO),
    ]
    /// The same in the first save of a program and in the second.
    static let faults = (1...2).flatMap { number in kinds.map { Fault($0.0, number...number, $0.1) } }
    static let lastingFaults = kinds.map { Fault($0.0, 1...1_000_000, $0.1) }

    private let storage: FailingStorage
    private let directory: TemporaryDirectory
    private let path: String

    init() async throws {
        storage = try await FailingStorage()
        directory = try TemporaryDirectory()
        path = directory.path("a.card")
        _ = try SoftwareCard.create(at: path)
    }

    /// Sends commands to the card in a program whose disk fails; the status words.
    private func send(_ fault: Fault?, _ commands: [String], log: String? = nil) async throws -> [String] {
        let tool = try BuildProducts.path("virtual-card-tool")
        let output = try await ChildProcess.run(
            [tool, "send", path, "1", Self.select] + commands,
            environment: ProcessInfo.processInfo.environment.merging(
                storage.environment(fault, below: directory.path, log: log)
            ) { $1 }
        )
        try #require(output.exitStatus == 0, "\(output.errorText)")
        let words = output.text.split(separator: "\n").map(String.init)
        #expect(words.first == "9000")
        return Array(words.dropFirst())
    }

    /// The card as another program finds it on the disk.
    private func card() throws -> SoftwareCard { try SoftwareCard(at: path) }

    /// Whether what a save has put down is seen although the save failed: only the directory was not synchronized.
    private func isVisible(_ fault: Fault) -> Bool { fault.call == .synchronizeDirectory }

    @Test(
        "VERIFY with the right PIN is 6581 unless both saves are on the disk, and nothing is verified",
        arguments: faults
    )
    func right(fault: Fault) async throws {
        let words = try await send(fault, [Self.verify("123456"), Self.ask])
        let isFirst = fault.numbers.lowerBound == 1
        let left = (isFirst ? 3 : 2) + (isVisible(fault) ? (isFirst ? -1 : 1) : 0)
        #expect(words == ["6581", "63C\(left)"])
        #expect(try card().status().pin.triesLeft == left)
        #expect(try await send(nil, [Self.verify("123456")]) == ["9000"])
        #expect(try card().status().pin.triesLeft == 3)
    }

    @Test("VERIFY with a wrong PIN tells the tries left only when the try is on the disk", arguments: faults)
    func wrong(fault: Fault) async throws {
        let isFirst = fault.numbers.lowerBound == 1
        let words = try await send(fault, [Self.verify("000000"), Self.verify("000000")])
        // Each wrong PIN is one save: the first fault hits the first PIN, the second the second.
        let lost = isVisible(fault) ? 1 : 0
        #expect(words == (isFirst ? ["6581", "63C\(2 - lost)"] : ["63C2", "6581"]))
        #expect(try card().status().pin.triesLeft == 2 - lost)
    }

    @Test("On a disk that stays broken, right and wrong PINs and PUKs cannot be told apart", arguments: lastingFaults)
    func oracle(fault: Fault) async throws {
        let pins = ["000000", "123456", "111111"]
        let new = Exchange.padded("654321")
        var commands = pins.map(Self.verify)
        commands += pins.map { "0024008010" + Exchange.padded($0) + new }
        commands += ["3030303030303030", StatusWordTests.puk].map { "002C008010" + $0 + new }
        let words = try await send(fault, commands)
        // A try that became visible counts; when there is none left, the PIN is blocked.
        #expect(words.allSatisfy { $0 == "6581" || (isVisible(fault) && $0 == "6983") }, "\(words)")
        #expect(try card().status().pin.isFactoryValue)
        if !isVisible(fault) {
            #expect(try await send(nil, [Self.verify("123456")]) == ["9000"])
        } else {
            #expect(try card().status().pin.triesLeft == 0)
        }
    }

    @Test("A PIN change that is not on the disk leaves the old PIN or the new one, whole", arguments: faults)
    func change(fault: Fault) async throws {
        let change = "0024008010" + Exchange.padded("123456") + Exchange.padded("654321")
        #expect(try await send(fault, [change]) == ["6581"])
        let isChanged = fault.numbers.lowerBound == 2 && isVisible(fault)
        let (right, wrong) = isChanged ? ("654321", "123456") : ("123456", "654321")
        #expect(try await send(nil, [Self.verify(right), Self.verify(wrong)]).map { $0.prefix(3) } == ["900", "63C"])
    }

    @Test("A key generation that is not on the disk leaves the old key, which signs", arguments: lastingFaults)
    func generation(fault: Fault) async throws {
        let exchange = Exchange(try card())
        try exchange.select()
        try exchange.authenticate()
        let old = try #require(try exchange.generate(0x11, at: 0x9A, policy: 1).firstValue(tag: 0x86))
        let tool = try BuildProducts.path("virtual-card-tool")
        let output = try await ChildProcess.run(
            [tool, "generate", path, "1"],
            environment: ProcessInfo.processInfo.environment.merging(
                storage.environment(fault, below: directory.path)
            ) { $1 }
        )
        #expect(output.exitStatus == 1 && output.errorText.contains("the card made no key"), "\(output.errorText)")
        let metadata = try #require(Hex.decode(try exchange.send("00F7009A000000")))
        let members = try TLV.parse(Array(metadata.dropLast(2)))
        let point = try TLV.parse(members.firstValue(tag: 0x04) ?? []).firstValue(tag: 0x86)
        #expect((point == old) == !isVisible(fault))
        #expect(try exchange.use(0x11, 0x9A, [UInt8](repeating: 9, count: 32)).status == .success)
    }

    @Test("Nothing of a save that failed stays beside the image", arguments: lastingFaults)
    func leftovers(fault: Fault) async throws {
        _ = try await send(fault, [Self.verify("000000")])
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(names == ["a.card", "a.card.key"])
    }

    /// The value of the caller is first copied into locked memory, then compared; the calls show the order.
    @Test(
        "The counter is on the disk, directory and all, before the value is looked at",
        arguments: ["000000", "123456"]
    )
    func order(pin: String) async throws {
        let log = try TemporaryDirectory()
        _ = try await send(nil, [], log: log.path("before"))
        let before = try Self.lines(log.path("before"))
        #expect(try await send(nil, [Self.verify(pin)], log: log.path("calls")) == [pin == "123456" ? "9000" : "63C2"])
        // What opening the card calls is the same in both.
        let calls = try Self.lines(log.path("calls"))
        #expect(Array(calls.prefix(before.count)) == before)
        let verification = calls.dropFirst(before.count)
        let paid = try #require(verification.firstIndex(of: "dirsync"), "\(calls)")
        let saved = verification[...paid].filter { $0 != "mlock" }
        #expect(saved.first == "open" && saved.suffix(3) == ["fsync", "rename", "dirsync"])
        let looked = try #require(verification.lastIndex(of: "mlock"), "\(calls)")
        #expect(looked > paid, "\(calls)")
        #expect(verification.filter { $0 == "dirsync" }.count == (pin == "123456" ? 2 : 1))
    }

    private static func lines(_ path: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test(
        "On a file system that is really full every change is 6581, and goes on when there is room again",
        .enabled(if: geteuid() == 0, "mounting a file system needs root")
    )
    func full() async throws {
        let tool = try BuildProducts.path("virtual-card-tool")
        let disk = try directory.makeDirectory("disk")
        let script = """
            set -e
            mount -t tmpfs -o size=64k tmpfs '\(disk)'
            cp -p '\(path)' '\(path).key' '\(disk)'
            dd if=/dev/zero of='\(disk)/filler' bs=4k 2>/dev/null || true
            '\(tool)' send '\(disk)/a.card' 1 \(Self.select) \(Self.verify("000000")) \(Self.verify("123456")) \(Self.ask)
            rm '\(disk)/filler'
            '\(tool)' send '\(disk)/a.card' 1 \(Self.select) \(Self.verify("123456")) \(Self.ask)
            ls '\(disk)'
            """
        let output = try await ChildProcess.run(
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", script]
        )
        #expect(
            output.text.split(separator: "\n")
                == ["9000", "6581", "6581", "63C3", "9000", "9000", "9000", "a.card", "a.card.key"],
            "\(output.text)\(output.errorText)"
        )
    }
}
