internal import Glibc
internal import JetonOctets

/// A program that runs beside this one and reads what this one writes.
package struct FedProgram: ~Copyable {
    private let program: String
    private let running: RunningProgram
    private var pipe: Pipe

    /// Starts a program whose standard input is what ``write(_:)`` gives it.
    ///
    /// - Throws: ``ProgramError/Code/start``.
    package init(_ program: ProgramCall) throws(ProgramError) {
        self.program = program.arguments.first ?? ""
        var pipe = try Pipe(self.program)
        var program = program
        program.input = .descriptor(pipe.reader)
        running = try program.start()
        pipe.closeReader()
        self.pipe = pipe
    }

    /// Writes to the program's standard input, and waits until it has room.
    ///
    /// - Throws: ``ProgramError/Code/input``; its number is EPIPE if the program reads no further.
    package borrowing func write(_ octets: Span<UInt8>) throws(ProgramError) {
        var offset = 0
        while offset < octets.count {
            let written = pipe.write(octets.extracting(offset...))
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw ProgramError(.input, program, number: errno) }
            offset += written
        }
    }

    /// Ends the input.
    package consuming func finish() -> RunningProgram {
        pipe.closeWriter()
        return running
    }
}
