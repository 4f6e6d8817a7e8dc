import Foundation
import Glibc
import JetonDiagnostics
import TestRig
import Testing
import TokenKit

@Suite("A socket that refuses is removed only with a second witness")
struct StaleSocketTests {
    private func probe(isListening: Bool = false, pid: String? = "815", running: [(String, Int)] = []) -> FixtureProbe {
        let probe = FixtureProbe()
        probe.serviceFails(ECONNREFUSED)
        let row = isListening ? "00000000: 00000002 00000000 00010000 0001 01 4710 /run/pcscd/pcscd.comm\n" : ""
        probe.write("Num       RefCount Protocol Flags    Type St Inode Path\n\(row)", to: "/proc/net/unix")
        if let pid { probe.write("\(pid)\0\0", to: "/run/pcscd/pcscd.pid") }
        probe.start("init", 1, userID: 0)
        for (name, id) in running { probe.start(name, id, userID: 0) }
        return probe
    }

    private func hasFix(_ probe: FixtureProbe) -> Bool {
        examine(probe).findings.contains { $0.id == "pcscd-socket-stale" && $0.remedies.contains { $0.fix != nil } }
    }

    @Test("Nothing listens and no pcscd runs: it is removed")
    func stale() {
        #expect(hasFix(probe()))
        #expect(hasFix(probe(pid: nil)))
        #expect(hasFix(probe(running: [("bash", 815)])))
        let ended = probe(running: [("pcscd", 815)])
        ended.put(.link("mnt:[1]"), at: "/proc/self/ns/mnt")
        ended.write("815 (pcscd) Z 1 815", to: "/proc/815/stat")
        #expect(hasFix(ended))
        let evidence = examine(probe()).rootCause?.evidence.map(\.value.full) ?? []
        #expect(evidence.contains("ECONNREFUSED") && evidence.contains("815 (no such process)"), "\(evidence)")
    }

    @Test(
        "The kernel's table or a living pcscd says otherwise: nothing is removed, and the finding does not say stale",
        arguments: [(true, nil), (false, 815), (true, 815), (false, 34)] as [(Bool, Int?)]
    )
    func alive(isListening: Bool, pcscd: Int?) throws {
        let probe = probe(isListening: isListening, running: pcscd.map { [("pcscd", $0)] } ?? [])
        #expect(!hasFix(probe))
        let found = try #require(examine(probe).findings.first { $0.id == "pcscd-socket-stale" })
        #expect(found.summary.full.contains("although pcscd may run"))
        #expect(!found.remedies.flatMap(\.commands).contains { $0.text.hasPrefix("rm ") })
        #expect(!Fix.removeStale(path: "/run/pcscd/pcscd.comm").isStillRight(on: Machine(probe)))
    }

    @Test("What can't be read is no witness, and another socket is not ours to remove")
    func unknown() {
        let closed = probe()
        closed.entries["/proc/net/unix"] = .failure(EACCES)
        #expect(!hasFix(closed))
        let other = probe()
        other.variables["PCSCLITE_CSOCK_NAME"] = "/srv/socket"
        other.sockets["/srv/socket"] = .notConnected(SystemFailure(number: ECONNREFUSED))
        #expect(!hasFix(other))
    }

    @Test("An entry of reader.conf.d is moved only where pcscd is down and no package has it", arguments: [0, 1, 2])
    func setAside(_ witness: Int) {
        let probe = FixtureProbe()
        let file = "/etc/reader.conf.d/old"
        probe.start("init", 1, userID: 0)
        probe.serviceFails(ENOENT)
        probe.write("FRIENDLYNAME \"Old\"\nDEVICENAME /dev/null\nLIBPATH /none/lib.so\nCHANNELID 1\n", to: file)
        if witness == 1 { probe.start("pcscd", 77, userID: 0) }
        if witness == 2 {
            probe.commands[["dpkg-query", "--search", file]] = .ended(code: 0, output: "vendor: \(file)\n")
        }
        let found = examine(probe).findings.first { $0.id == "driver-readerconf-lib-missing" }
        #expect((found?.remedies.contains { $0.fix == .setAside(path: file) } == true) == (witness == 0))
    }

    // MARK: - What was measured

    @Test("The wait that is printed is the one that was measured", arguments: [true, false])
    func hung(isConnected: Bool) throws {
        let probe = FixtureProbe()
        probe.sockets["/run/pcscd/pcscd.comm"] = .silent(milliseconds: 2417, isConnected: isConnected)
        let found = try #require(examine(probe).findings.first { $0.id == "pcscd-hung" })
        let texts = found.evidence.map { "\($0.name.full): \($0.value.full)" }
        let words =
            isConnected
            ? "version exchange: no answer in 2417 ms" : "connect to /run/pcscd/pcscd.comm: not accepted in 2417 ms"
        #expect(texts.contains(words), "\(texts)")
    }

    @Test("A refused path shows the error that was read", arguments: [(ENOENT, "ENOENT"), (ENOTDIR, "ENOTDIR")])
    func error(_ number: Int32, _ code: String) {
        let probe = FixtureProbe()
        probe.serviceFails(number)
        let evidence = examine(probe).rootCause?.evidence.map(\.value.full) ?? []
        #expect(evidence.contains(code), "\(evidence)")
    }

    /// A socket that listens, whose queue of connections is full.
    private struct FullQueue: ~Copyable {
        let descriptor: Int32
        private var clients: [Int32] = []

        init(at path: String) throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = FullQueue.address(path)
            let length = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isBound = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, length) }
            }
            guard isBound == 0, listen(descriptor, 0) == 0 else { throw TestRigError("listen: \(errno)") }
            for _ in 0..<64 {
                let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
                clients.append(client)
                let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe connect(client, $0, length)
                    }
                }
                if isConnected != 0 { return }
            }
            throw TestRigError("the queue does not fill")
        }

        deinit {
            for client in clients { close(client) }
            close(descriptor)
        }

        private static func address(_ path: String) -> sockaddr_un {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
            return address
        }
    }

    private func ask(_ path: String) -> SocketAnswer {
        SystemProbe(SystemProbe.Settings(variables: [:], modules: ModuleEnvironment(root: "/nonexistent", userID: 0)))
            .ask(socket: path, [1], answerLength: 1)
    }

    @Test("A connection that finds the queue full is tried again until the service takes it")
    func backlog() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("socket")
        let queue = try FullQueue(at: path)
        let descriptor = queue.descriptor
        Thread.detachNewThread {
            // By then the first try has been refused, as a rule; the answer is the same otherwise.
            usleep(200_000)
            for _ in 0..<64 {
                var listener = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&listener, 1, 10_000) > 0 else { return }
                let client = accept(descriptor, nil, nil)
                var item = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
                // Those that fill the queue say nothing.
                guard unsafe poll(&item, 1, 200) > 0 else { continue }
                _ = unsafe send(client, [UInt8(7)], 1, Int32(MSG_NOSIGNAL))
                return
            }
        }
        #expect(ask(path) == .answered([7]))
        withExtendedLifetime(queue.descriptor) {}
    }

    @Test("A service that takes no connection is silent, and was never connected")
    func neverTaken() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("socket")
        let queue = try FullQueue(at: path)
        guard case .silent(_, isConnected: false) = ask(path) else {
            Issue.record("it is not silent")
            return
        }
        withExtendedLifetime(queue.descriptor) {}
    }
}
