internal import Cryptoki
internal import JetonOctets
package import TokenKit

// Tried in a program of its own, which ends by exit like any other: the exit handlers of libraries run only so. The
// record stands somewhere in its output, as modules print what they like.

extension ModuleConduct {
    private static let mark = Array("jeton module conduct\n".utf8)
    private static let childMilliseconds = 1000

    /// Starts a module, starts it again in a forked child, ends it, and writes what came of it to a descriptor.
    ///
    /// The caller has to end the process by exit afterwards.
    ///
    /// - Returns: The exit code: 0, or 1 if the module does not start.
    package static func serve(_ request: ModuleSurveyor.Request, to descriptor: Int32) -> Int32 {
        ModuleMemory.limitThisProcess()
        guard let library = try? ModuleLibrary(path: request.path),
            let module = try? Module(library, initializationString: request.initializationString)
        else { return 1 }
        let outcome = tryFork(library, request.initializationString)
        try? module.close()
        var writer = SurveyWriter()
        switch outcome {
        case .untried: writer.write(0)
        case .starts: writer.write(1)
        case .refuses(let value):
            writer.write(2)
            writer.write(value)
        case .ends(let words):
            writer.write(3)
            writer.write(words)
        }
        return IsolatedWork.write(mark + writer.octets, to: descriptor) ? 0 : 1
    }

    private static func tryFork(_ library: ModuleLibrary, _ initializationString: String?) -> AfterFork {
        let child = IsolatedWork { output in
            var writer = SurveyWriter()
            do throws(CryptokiError) {
                let module = try Module(library, initializationString: initializationString)
                writer.write(module.ownsInitialization ? 0 : ReturnValue.cryptokiAlreadyInitialized.rawValue)
                try? module.close()
            } catch {
                writer.write(error.code.rawValue)
            }
            return IsolatedWork.write(writer.octets, to: output) ? 0 : 1
        }
        guard let outcome = child?.outcome(atMost: childMilliseconds) else { return .untried }
        var reader = SurveyReader(outcome.octets)
        guard let value = try? reader.number() else { return .ends(outcome.end.explanation ?? "it reports nothing") }
        return value == ReturnValue.ok.rawValue ? .starts : .refuses(value)
    }

    /// Reads what a program handed over before its end, and how it ended.
    init(_ outcome: IsolatedWork.Outcome, module: String) {
        self.init(module: module, afterFork: .untried)
        switch outcome.end {
        case .hung, .hungInModule: isEndUnseen = true
        default: break
        }
        let mark = ModuleConduct.mark
        let octets = outcome.octets
        guard octets.count >= mark.count,
            let start = (0...(octets.count - mark.count)).last(where: { octets[$0...].starts(with: mark) })
        else { return }
        var reader = SurveyReader(Array(octets[(start + mark.count)...].prefix(4096)))
        do {
            switch try reader.number() {
            case 1: afterFork = .starts
            case 2: afterFork = .refuses(try reader.number())
            case 3: afterFork = .ends(try reader.text())
            default: afterFork = .untried
            }
        } catch {
            return
        }
        // It had come to its end by then. One that took too long may be slow: that is no proof.
        switch outcome.end {
        case .exited(0), .hung, .hungInModule: break
        case .exited(let code): faultAtExit = "exit code \(code)"
        default: faultAtExit = outcome.end.explanation
        }
    }
}
