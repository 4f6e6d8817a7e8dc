/// Why the agent does not start, as one sentence.
struct StartFailure: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
