import KeystoreSync
import Testing

@Suite("Synchronization: devices agree in the end")
struct SyncConvergenceTests {
    /// A generator whose sequence follows from its seed (SplitMix64), so that a failure can be repeated.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    @Test(
        "After any changes, clocks and deliveries, devices that have heard each other hold the same",
        arguments: 1...15
    )
    func converges(seed: Int) throws {
        var random = Generator(state: UInt64(seed))
        let devices =
            switch seed % 3 {
            case 0: try TestDevice.group("one", "two", "three")
            case 1: try TestDevice.group("one", "two", "three", "four")
            default: try TestDevice.group("one", "two", "three", "four", "five")
            }
        // Clocks differ by up to six hours.
        let skews = devices.map { _ in UInt64.random(in: 0...21_600_000, using: &random) }
        var now: UInt64 = 1_780_000_000_000
        let accounts = ["a", "b", "c", "d"]
        for step in 0..<40 {
            now += UInt64.random(in: 0...100_000, using: &random)
            let index = Int.random(in: devices.indices, using: &random)
            let device = devices[index]
            let account = accounts[Int.random(in: accounts.indices, using: &random)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: try device.set(account, "\(device.name) \(step)", at: now + skews[index])
            case 2: device.delete(account)
            case 3: try device.run(at: now + skews[index])
            default: try device.receive(from: devices[Int.random(in: devices.indices, using: &random)])
            }
        }
        // Everybody hears everybody until nobody has news.
        var rounds = 0
        var hasNews = true
        while hasNews {
            hasNews = false
            for (index, device) in devices.enumerated() {
                now += 1
                let report = try device.run(at: now + skews[index])
                hasNews = hasNews || report.sequence != nil
                #expect(report.notices.isEmpty, "\(report.notices)")
            }
            for device in devices { for other in devices where other !== device { try device.receive(from: other) } }
            rounds += 1
            try #require(rounds < 12, "the devices do not come to rest")
        }
        for device in devices { #expect(device.contents == devices[0].contents, "seed \(seed)") }
    }
}
