import Glibc
import Jeton
import JetonOctets
import Synchronization
import TestRig
import Testing

/// The list of ADR 0012, as far as it holds in one process.
@Suite("One queue for each token")
struct QueueTests {
    private func token(_ module: FaultModuleCopy, _ options: TokenOptions = TokenOptions()) async throws -> Token {
        let token = try await Token.find("fault", in: .paths(module.path), options: options)
        try await token.login(pin: Secret(copying: "1234"))
        return token
    }

    @Test("No call of a module runs on the pool that runs tasks, and none when the last value goes")
    func offThePool() async throws {
        let module = try TokenPlace.faulty(serial: "pool")
        do {
            let token = try await token(module)
            let key = try await token.key("work")
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<64 {
                    group.addTask { try await key.signature(for: [UInt8(number)]).count }
                }
                for try await count in group { #expect(count > 60) }
            }
            #expect(await code { _ = try await token.key("none") } == .notFound)
            _ = try await token.certificates()
            try await token.logout()
        }
        let counts = try await module.counts()
        #expect(counts["C_Sign"] == 64 && counts["C_Finalize"] == 1)
        #expect(counts["calls_of_other_threads"] == 0)
        #expect(counts["calls_of_jeton_threads"] ?? 0 > 128)
    }

    @Test("A card that hangs blocks no task of another token, and no task that does not ask it")
    func otherTokens() async throws {
        let slow = try TokenPlace.faulty("fault.C_Sign@1 = sleep:3000\n", serial: "slow")
        let quick = try TokenPlace.faulty(serial: "quick")
        let slowKey = try await token(slow).key("work")
        let quickKey = try await token(quick).key("work")
        let order = Shared<[String]>([])
        async let late: Void = {
            _ = try await slowKey.signature(for: [1])
            order.state.withLock { $0.append("slow") }
        }()
        // More than the pool has threads: if the slow call held one, or the queue were shared, these would come later.
        for number in 0..<32 { _ = try await quickKey.signature(for: [UInt8(number)]) }
        order.state.withLock { $0.append("quick") }
        try await late
        #expect(order.state.withLock { $0 } == ["quick", "slow"])
    }

    @Test("Tasks that wait for one login share one PIN, and if it is wrong, one try and the failure")
    func sharedLogin() async throws {
        let module = try TokenPlace.faulty("token.0.tries = 5\n", serial: "shared")
        let token = try await Token.find("fault", in: .paths(module.path))
        let asked = Shared(0)
        let release = Shared(false)
        let outcomes = await withTaskGroup(of: TokenError.Code?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await code {
                        try await token.login { _ in
                            asked.state.withLock { $0 += 1 }
                            // A person types; the others have come to wait meanwhile.
                            while !release.state.withLock({ $0 }) { usleep(1000) }
                            return Secret(copying: "9999")
                        }
                    }
                }
            }
            while token.waitingCalls < 7 { try? await Task.sleep(for: .milliseconds(2)) }
            release.state.withLock { $0 = true }
            var outcomes: [TokenError.Code?] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        #expect(outcomes == Array(repeating: .wrongPIN, count: 8))
        #expect(asked.state.withLock { $0 } == 1)
        // The failure is not kept for those who come later.
        try await token.login(pin: Secret(copying: "1234"))
        try await token.login { _ in
            asked.state.withLock { $0 += 1 }
            return Secret(copying: "9999")
        }
        #expect(asked.state.withLock { $0 } == 1)
    }

    @Test("A task that is canceled while it waits stops at once, and the module is not asked")
    func canceledWaiting() async throws {
        let module = try TokenPlace.faulty("fault.C_Sign@1 = sleep:1500\n", serial: "cancel")
        do {
            let token = try await token(module)
            let key = try await token.key("work")
            let running = Task { try await key.signature(for: [1]) }
            while token.waitingCalls > 0 { try await Task.sleep(for: .milliseconds(2)) }
            let waiting = (0..<100).map { number in
                Task { await code { _ = try await key.signature(for: [UInt8(number)]) } }
            }
            while token.waitingCalls < 100 { try await Task.sleep(for: .milliseconds(2)) }
            for task in waiting { task.cancel() }
            for task in waiting { #expect(await task.value == .canceled) }
            _ = try await running.value
        }
        #expect(try await module.counts()["C_Sign"] == 1)
    }

    @Test("A task that is canceled while the module works says so, and the signature goes to its callback")
    func canceledRunning() async throws {
        let module = try TokenPlace.faulty("fault.C_Sign@1 = sleep:1000\n", serial: "running")
        let token = try await token(module)
        let key = try await token.key("work")
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let task = Task {
            await code {
                _ = try await key.signature(for: [1]) { outcome in
                    continuation.yield((try? outcome.get().count) ?? 0)
                    continuation.finish()
                }
            }
        }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        let outcome = await task.value
        // On a busy machine the call may not have begun, or have ended: each is a truth of its own.
        guard outcome == .canceledWhileRunning else { return }
        for await count in stream { #expect(count > 60) }
    }

    @Test("The queue has a bound, and what is over it is refused before the module is asked")
    func bounded() async throws {
        let module = try TokenPlace.faulty("fault.C_Sign@1 = sleep:2000\n", serial: "bounded")
        var options = TokenOptions()
        options.waitingLimit = 4
        let token = try await token(module, options)
        let key = try await token.key("work")
        let outcomes = await withTaskGroup(of: TokenError.Code?.self) { group in
            for number in 0..<40 { group.addTask { await code { _ = try await key.signature(for: [UInt8(number)]) } } }
            var outcomes: [TokenError.Code?] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        #expect(outcomes.filter { $0 == .queueFull }.count >= 35)
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .queueFull })
    }

    @Test("A loss of the token is an error; after a new login the key is found again by its public half")
    func loss() async throws {
        let module = try TokenPlace.faulty(
            "fault.C_Sign@3 = remove:0\nfault.C_GetTokenInfo@60+ = insert:0\n",
            serial: "loss"
        )
        let token = try await token(module)
        let key = try await token.key("work")
        let other = try await token.key("other")
        _ = try await other.signature(for: [0])
        _ = try await key.signature(for: [1])
        #expect(await code { _ = try await key.signature(for: [2]) } == .tokenLost)
        // Until it is back, each try says that it is gone; then a login is needed.
        var outcome: TokenError.Code? = .tokenLost
        for _ in 0..<100 where outcome == .tokenLost {
            outcome = await code { _ = try await key.signature(for: [3]) }
        }
        #expect(outcome == .loginRequired || outcome == .notFound)
        try await token.login(pin: Secret(copying: "1234"))
        #expect(try await key.signature(for: [4]).count > 60)
        // No session of the time before is used, so that one loss is one error.
        #expect(try await other.signature(for: [5]).count > 60)
    }

    @Test("A key that requires the PIN for each signature gets it, and the program is asked once for it")
    func alwaysAuthenticate() async throws {
        let module = try TokenPlace.faulty(
            """
            context_login = strict
            object = class:private,keytype:ec,label:always,id:03,sign:true,private:true,always_authenticate:true
            object = class:public,keytype:ec,label:always,id:03

            """,
            serial: "always"
        )
        let token = try await Token.find("fault", in: .paths(module.path))
        let roles = Mutex<[PINPrompt.Role]>([])
        try await token.login { prompt in
            roles.withLock { $0.append(prompt.role) }
            return Secret(copying: "1234")
        }
        let key = try await token.key("always")
        for number in 0..<5 { _ = try await key.signature(for: [UInt8(number)]) }
        #expect(roles.withLock { $0 } == [.user, .contextSpecific])
    }

    @Test("All values of one token share its login, and a token with several sessions signs by several at once")
    func sharedConnection() async throws {
        let label = "queue-wide"
        let path = try TokenPlace.softHSM(label)
        var options = TokenOptions()
        options.simultaneousCalls = 4
        let first = try await Token.find(label, in: .paths(path), options: options)
        try await first.login(pin: Secret(copying: TokenPlace.pin))
        let second = try await Token.find(label, in: .paths(path))
        let key = try await second.generateKey(.ec(.p256), label: "work")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let message = [UInt8](repeating: UInt8(number), count: 32)
                    let signature = try await key.signature(for: message)
                    return key.publicKey.check(
                        signature,
                        input: try HashAlgorithm.sha256.hash(message),
                        algorithm: .ecdsa(.sha256)
                    )
                        == .valid
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }

    @Test("Tokens that come and go are events, those that are there first")
    func events() async throws {
        // The calls of three looks: the second finds the slot empty, a later one the token back.
        let module = try TokenPlace.faulty(
            "fault.C_GetTokenInfo@4 = remove:0\nfault.C_GetSlotInfo@12 = insert:0\n",
            serial: "events"
        )
        var seen: [String] = []
        for await event in Token.events(in: .paths(module.path)) {
            switch event {
            case .inserted(let token): seen.append("in \(token.label)")
            case .removed(let label, _): seen.append("out \(label)")
            case .readerAdded, .readerRemoved: continue
            }
            if seen.count == 3 { break }
        }
        #expect(seen == ["in fault", "out fault", "in fault"])
    }
}
