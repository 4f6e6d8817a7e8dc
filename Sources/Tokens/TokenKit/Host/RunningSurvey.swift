/// Modules that are being surveyed in children.
public struct RunningSurvey {
    let children: [(path: String, child: SurveyChild)]
    let deadlineMilliseconds: Int

    /// Waits for the answers, which come in the order of the requests; to be called once.
    ///
    /// The time that the children may take counts from this call.
    ///
    /// - Parameter whileWaiting: Called about five times a second as long as a child has nothing to say.
    /// - Returns: An answer for each request, in their order.
    public func results(whileWaiting: () -> Void = {}) -> [SurveyOutcome] {
        let start = ContinuousClock.now
        return children.map { path, child in
            let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
            return child.result(
                path: path,
                atMost: max(1, deadlineMilliseconds - elapsed),
                of: deadlineMilliseconds,
                whileWaiting
            )
        }
    }
}
