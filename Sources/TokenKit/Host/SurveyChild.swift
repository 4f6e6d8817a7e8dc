internal import CHost
internal import Cryptoki
internal import Glibc

/// One child that surveys one module and writes what it found to a pipe.
final class SurveyChild {
    private var child: WatchedChild?
    private let descriptor: Int32

    init(_ request: ModuleSurveyor.Request, helper: String?) {
        var ends: [Int32] = [-1, -1]
        guard unsafe host_pipe(&ends) == 0 else {
            descriptor = -1
            return
        }
        descriptor = ends[0]
        let output = ends[1]
        if WatchedChild.canFork {
            child = WatchedChild {
                _ = SilencedStreams()
                return ModuleSurveyor.serve(request, to: output)
            }
        } else if let helper {
            let arguments = ["module-survey", request.path] + (request.initializationString.map { [$0] } ?? [])
            child = WatchedChild(program: helper, arguments: arguments, output: output)
        }
        close(output)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads to the end of what the child writes, then waits for the child.
    func result(path: String, atMost milliseconds: Int, of total: Int) -> Result<ModuleSurvey, SurveyFailure> {
        guard let child else { return .failure(.garbled(path: path)) }
        let start = ContinuousClock.now
        let answer = read(atMost: milliseconds)
        let left = milliseconds - Int((ContinuousClock.now - start) / .milliseconds(1))
        let end = child.wait(atMost: max(left, 1), path: path, total: total)
        if case .exited(0) = end, let answer, let kind = answer.first {
            let content = Array(answer.dropFirst())
            if kind == 0 { return .failure(SurveyFailure(encoded: content, path: path)) }
            do {
                return .success(try ModuleSurvey(encoded: content))
            } catch {
                return .failure(.garbled(path: path))
            }
        }
        if case .exited = end { return .failure(.garbled(path: path)) }
        return .failure(.ended(end))
    }

    private func read(atMost milliseconds: Int) -> [UInt8]? {
        let start = ContinuousClock.now
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let left = milliseconds - Int((ContinuousClock.now - start) / .milliseconds(1))
            guard left > 0 else { return nil }
            var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&item, 1, Int32(clamping: left))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return answer }
            answer += buffer[..<count]
            // A survey of the most slots has some 20 MiB; more is not one.
            guard answer.count <= 33_554_432 else { return nil }
        }
    }
}
