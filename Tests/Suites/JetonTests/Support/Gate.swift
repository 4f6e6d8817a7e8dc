/// Lets a few in at a time: tests start by the hundred, and a machine with that many programs makes deadlines pass.
actor Gate {
    /// For runs of `jeton`.
    static let programs = Gate(places: 6)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    private func enter() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty {
            places += 1
        } else {
            waiting.removeFirst().resume()
        }
    }

    /// Runs something when there is a place for it.
    nonisolated func pass<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        await enter()
        do {
            let result = try await body()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }
}
