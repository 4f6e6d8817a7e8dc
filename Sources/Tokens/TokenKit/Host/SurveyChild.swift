internal import Cryptoki
internal import JetonOctets

/// One child that surveys one module and hands over what it found.
struct SurveyChild {
    private let work: IsolatedWork?

    init(_ request: ModuleSurveyor.Request, helper: String?) {
        if IsolatedWork.canFork {
            work = IsolatedWork { ModuleSurveyor.serve(request, to: $0) }
        } else if let helper {
            let arguments = ["module-survey", request.path] + (request.initializationString.map { [$0] } ?? [])
            work = IsolatedWork(program: helper, arguments: arguments)
        } else {
            work = nil
        }
    }

    /// Waits for the answer and the child's end.
    func result(
        path: String,
        atMost milliseconds: Int,
        of total: Int,
        _ whileWaiting: () -> Void
    ) -> SurveyOutcome {
        guard let work else { return .failure(.garbled(path: path)) }
        let outcome = work.outcome(atMost: milliseconds, of: total, path: path, whileWaiting: whileWaiting)
        switch outcome.end {
        case .exited(0): break
        case .exited: return .failure(.garbled(path: path))
        default: return .failure(.ended(outcome.end))
        }
        guard let kind = outcome.octets.first else { return .failure(.garbled(path: path)) }
        let content = Array(outcome.octets.dropFirst())
        if kind == 0 { return .failure(SurveyFailure(encoded: content, path: path)) }
        do {
            return .success(try ModuleSurvey(encoded: content))
        } catch {
            return .failure(.garbled(path: path))
        }
    }
}
