internal import Cryptoki

/// Surveys modules in processes of their own, all at once, each with a deadline.
///
/// A module that crashes, hangs or answers garbage is a failure of that module and of nothing else.
public struct ModuleSurveyor: Sendable {
    /// One module to be surveyed.
    public struct Request: Sendable {
        /// The module's path.
        public let path: String
        /// What NSS's own modules want in C_Initialize; nil for all others.
        public let initializationString: String?

        /// Makes a request.
        public init(path: String, initializationString: String? = nil) {
            self.path = path
            self.initializationString = initializationString
        }
    }

    /// How long a module may take in all, in milliseconds.
    public var deadlineMilliseconds: Int
    /// A program that takes `module-survey PATH [STRING]` and calls ``serve(_:to:)``; run where this process has
    /// threads and can't fork safely.
    public var helper: String?

    /// Makes a surveyor; ten seconds unless given.
    public init(deadlineMilliseconds: Int = 10_000, helper: String? = nil) {
        self.deadlineMilliseconds = deadlineMilliseconds
        self.helper = helper
    }

    /// Surveys modules; the answers come in the order of the requests.
    ///
    /// - Parameters:
    ///   - requests: The modules.
    ///   - meanwhile: Work of the caller's own, done while the children run; its time does not count as theirs.
    public func survey(
        _ requests: [Request],
        meanwhile: () -> Void = {}
    ) -> [Result<ModuleSurvey, SurveyFailure>] {
        let survey = begin(requests)
        meanwhile()
        return survey.results()
    }

    /// Starts surveying modules; the children run while the caller goes on.
    public func begin(_ requests: [Request]) -> RunningSurvey {
        RunningSurvey(
            children: requests.map { ($0.path, SurveyChild($0, helper: helper)) },
            deadlineMilliseconds: deadlineMilliseconds
        )
    }

    /// Surveys one module in this process and writes the answer to a descriptor: the child's half.
    ///
    /// - Returns: The exit code: 0.
    public static func serve(_ request: Request, to descriptor: Int32) -> Int32 {
        let answer: [UInt8]
        do {
            let module = try Module(
                ModuleLibrary(path: request.path),
                initializationString: request.initializationString
            )
            let survey = try ModuleSurvey(of: module)
            answer = [1] + survey.encoded
        } catch let error as ModuleLoadError {
            answer = [0] + SurveyFailure.notLoaded(error).encoded
        } catch let error as CryptokiError {
            answer = [0] + SurveyFailure.failed(error).encoded
        } catch {
            answer = []
        }
        return IsolatedWork.write(answer, to: descriptor) ? 0 : 1
    }
}
