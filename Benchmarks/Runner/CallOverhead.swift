internal import BenchmarkSupport
internal import Cryptoki
internal import Glibc
internal import JetonOctets
internal import RawCalls

/// What Swift costs beside plain C: the same calls of the same module in the same process, in turns.
struct CallOverhead {
    let module: String
    let token: String
    let pinFile: String

    /// The attributes of one read, with the octets that C sets aside for each, as Swift does.
    private static let attributes: [(AttributeType, Int)] = [
        (.class, 8), (.label, 256), (.id, 256), (.keyType, 8), (.private, 1), (.token, 1), (.modifiable, 1), (.sign, 1),
        (.decrypt, 1), (.derive, 1), (.sensitive, 1), (.extractable, 1), (.alwaysAuthenticate, 1),
        (.neverExtractable, 1), (.local, 1), (.keyGenMechanism, 8),
    ]

    func run() throws {
        let loaded = try Module(path: module)
        guard
            let slot = try loaded.slots(withToken: true).first(where: { try $0.tokenInfo().label.description == token })
        else { throw BenchmarkFailure("there is no token '\(token)'") }
        var session = try Session(slot: slot)
        try session.login(pin: pin())
        let raw = unsafe raw_open_session(module, slot.id.rawValue)
        guard raw != 0 else { throw BenchmarkFailure("C could not open a session") }
        print("Swift against plain C, CPU time of one call in microseconds")
        print(
            "                               C min  Swift min     C med  Swift med   ratio of min   median ratio    goal"
        )
        try sign("P-256 sign", .ec, .ecdsa, [UInt8](repeating: 7, count: 32), count: 20, goal: 1.02, &session, raw)
        // A DigestInfo of SHA-256 (RFC 8017, 9.2) has 51 octets; the module does not look at what is in it.
        try sign("RSA-2048 sign", .rsa, .rsaPKCS, [UInt8](repeating: 7, count: 51), count: 3, goal: 1.02, &session, raw)
        try read(&session, raw)
        try session.close()
    }

    private func sign(
        _ name: String,
        _ type: KeyType,
        _ mechanism: Mechanism,
        _ data: [UInt8],
        count: Int,
        goal: Double,
        _ session: inout Session,
        _ raw: UInt
    ) throws {
        let key = try key(type, &session)
        try compare(name, count: count, goal: goal) {
            for _ in 0..<count { _ = try session.sign(data.span, with: mechanism, key: key) }
        } c: {
            unsafe raw_sign(raw, mechanism.type.rawValue, key.rawValue, data, data.count, Int32(count))
        }
    }

    private func read(_ session: inout Session, _ raw: UInt) throws {
        let key = try key(.ec, &session)
        let types = CallOverhead.attributes.map(\.0)
        let numbers = types.map(\.rawValue)
        let capacities = CallOverhead.attributes.map(\.1)
        let count = 30
        try compare("read of \(types.count) attributes", count: count, goal: 1.05) {
            for _ in 0..<count { _ = try session.attributes(types, of: key) }
        } c: {
            unsafe raw_read(raw, key.rawValue, numbers, capacities, numbers.count, Int32(count))
        }
    }

    /// Runs both in turns, a few hundred times, and prints what one call takes.
    private func compare(
        _ name: String,
        count: Int,
        goal: Double,
        swift: () throws -> Void,
        c: () -> UInt
    ) throws {
        var swiftTimes = Sample()
        var cTimes = Sample()
        for round in 0..<400 {
            // Each goes first half of the time.
            for turn in 0...1 {
                let isSwift = (round + turn) % 2 == 0
                let before = raw_thread_time()
                if isSwift {
                    try swift()
                } else {
                    let status = c()
                    guard status == 0 else { throw BenchmarkFailure("C was answered \(status)") }
                }
                let time = Double(raw_thread_time() - before) / 1000 / Double(count)
                if round < 20 { continue }
                if isSwift { swiftTimes.add(time) } else { cTimes.add(time) }
            }
        }
        let columns = [
            Sample.text(cTimes.minimum, width: 12), Sample.text(swiftTimes.minimum, width: 11),
            Sample.text(cTimes.median, width: 10), Sample.text(swiftTimes.median, width: 11),
            Sample.text(swiftTimes.minimum / cTimes.minimum, digits: 3, width: 15),
            Sample.text(swiftTimes.medianRatio(to: cTimes), digits: 3, width: 15), Sample.text(goal, width: 8),
        ]
        print(name + String(repeating: " ", count: 24 - name.count) + columns.joined())
    }

    private func key(_ type: KeyType, _ session: inout Session) throws -> ObjectHandle {
        for handle in try session.find([.objectClass(.privateKey)]) {
            let values = try session.attributes([.keyType], of: handle)
            if values.keyType == type { return handle }
        }
        throw BenchmarkFailure("there is no \(type) key on token '\(token)'")
    }

    private func pin() throws -> Secret {
        guard let file = unsafe fopen(pinFile, "r") else { throw BenchmarkFailure("\(pinFile) can't be read") }
        defer { unsafe fclose(file) }
        var octets = [UInt8](repeating: 0, count: 256)
        let count = unsafe fread(&octets, 1, octets.count, file)
        var pin = Array(octets.prefix(count).prefix { $0 != UInt8(ascii: "\n") })
        return Secret(wiping: &pin)
    }
}
