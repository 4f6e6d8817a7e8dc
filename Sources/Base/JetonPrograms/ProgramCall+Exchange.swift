internal import Glibc
package import JetonOctets

extension ProgramCall {
    /// Runs the program to its end, feeds it, and takes what it writes.
    ///
    /// - Parameters:
    ///   - input: What the program reads; without a byte its standard input is as described.
    ///   - limit: The size of the output, in bytes, from which it is refused; at most 1 MiB.
    ///   - deadline: When the program is killed; nil waits for as long as it takes.
    ///   - takesErrors: Whether the standard error is taken too; otherwise it goes where it is described.
    /// - Returns: What it wrote, and how it ended.
    /// - Throws: ``ProgramError``; the program has ended then.
    package func run(
        reading input: Span<UInt8> = Span(),
        limit: Int,
        deadline: Duration? = nil,
        takesErrors: Bool = false
    ) throws(ProgramError) -> ProgramOutput {
        let name = arguments.first ?? ""
        var exchange = Exchange(
            input: try Pipe(name),
            output: try Pipe(name),
            errors: try Pipe(name),
            end: deadline.map { ContinuousClock.now + $0 }
        )
        var program = self
        if !input.isEmpty { program.input = .descriptor(exchange.input.reader) }
        program.output = .descriptor(exchange.output.writer)
        if takesErrors { program.errors = .descriptor(exchange.errors.writer) }
        let running = try program.start()
        exchange.closeEndsOfProgram()
        var failure: ProgramError.Code?
        let output = Secret(capacity: limit) { (span: inout MutableSpan<UInt8>) in
            var count = 0
            failure = exchange.transfer(input, into: &span, &count)
            return count
        }
        let end = failure == nil ? running.end(within: exchange.timeLeft) : nil
        guard let end else {
            running.kill()
            throw ProgramError(failure ?? .deadline, name)
        }
        return ProgramOutput(end: end, octets: output, errors: exchange.lastErrors)
    }
}

/// What a program wrote, and how it ended.
package struct ProgramOutput: ~Copyable {
    /// How the program ended.
    package let end: ProgramEnd
    /// Its standard output.
    package let octets: Secret
    /// The end of its standard error, at most 4,096 bytes; empty if that was not taken.
    package let errors: [UInt8]

    /// Takes the standard output out.
    package consuming func takeOctets() -> Secret { octets }
}

/// The pipes to and from a program, and what has gone through them.
private struct Exchange: ~Copyable {
    var input: Pipe
    var output: Pipe
    var errors: Pipe
    let end: ContinuousClock.Instant?
    private(set) var lastErrors: [UInt8] = []

    /// How long the program may still run.
    var timeLeft: Duration { end.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(1 << 40) }

    mutating func closeEndsOfProgram() {
        input.closeReader()
        output.closeWriter()
        errors.closeWriter()
    }

    /// Writes the input and reads both outputs until they end; the failure that ends it before.
    mutating func transfer(
        _ octets: Span<UInt8>,
        into target: inout MutableSpan<UInt8>,
        _ count: inout Int
    ) -> ProgramError.Code? {
        // A program that writes before it reads must not wait for one that writes before it reads.
        _ = fcntl(input.writer, F_SETFL, O_NONBLOCK)
        var written = 0
        while output.reader >= 0 || errors.reader >= 0 {
            if written == octets.count { input.closeWriter() }
            var polls = [
                pollfd(fd: input.writer, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors.reader, events: Int16(POLLIN), revents: 0),
            ]
            var patience: Int32 = -1
            if let end {
                let left = ContinuousClock.now.duration(to: end)
                guard left > .zero else { return .deadline }
                patience = Int32(clamping: left.components.seconds * 1000 + 1)
            }
            guard unsafe poll(&polls, 3, patience) > 0 else { continue }
            if polls[0].revents != 0 {
                let sent = input.write(octets.extracting(written...))
                // A program that does not want its input has its reasons: its exit code tells.
                if sent > 0 { written += sent } else if errno != EAGAIN, errno != EINTR { written = octets.count }
            }
            if polls[1].revents != 0 {
                guard count < target.count else { return .output }
                let got = unsafe target.withUnsafeMutableBytes {
                    unsafe read(output.reader, $0.baseAddress?.advanced(by: count), $0.count - count)
                }
                if got > 0 { count += got } else if got == 0 || errno != EINTR { output.closeReader() }
            }
            if polls[2].revents != 0 { takeErrors() }
        }
        return nil
    }

    private mutating func takeErrors() {
        var block = [UInt8](repeating: 0, count: 512)
        let got = unsafe read(errors.reader, &block, block.count)
        if got > 0 {
            lastErrors = (lastErrors + block.prefix(got)).suffix(4096)
        } else if got == 0 || errno != EINTR {
            errors.closeReader()
        }
    }
}
