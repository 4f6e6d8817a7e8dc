internal import JetonOctets

/// Why a child gave no answer; it is thrown away then.
package struct ChildFailure: CodedError {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// It can't be started.
        case start
        /// It ended in the midst of a request.
        case crashed
        /// A call of the module took longer than it may.
        case hung
        /// It answered something that is not an answer.
        case garbled
    }

    /// The kind of failure.
    package let code: Code
    /// The module.
    package let module: String
    /// The function that was running, as the child noted it; nil if none was.
    package let function: String?

    init(_ code: Code, module: String, function: String? = nil) {
        self.code = code
        self.module = module
        self.function = function
    }

    /// One sentence for people.
    package var description: String {
        let place = function.map { " in \($0)" } ?? ""
        return switch code {
        case .start: "the process for the module \(module) can't be started"
        case .crashed: "the module \(module) crashed\(place)"
        case .hung: "the module \(module) hung\(place)"
        case .garbled: "the process of the module \(module) sent a malformed answer\(place)"
        }
    }
}
