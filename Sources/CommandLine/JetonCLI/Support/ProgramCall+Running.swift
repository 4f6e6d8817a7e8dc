internal import JetonOctets
internal import JetonPrograms

extension CommandError {
    /// Another program that can't be used.
    init(_ error: ProgramError) { self.init("\(error)", exitCode: .inputOutput) }
}

extension ProgramCall {
    /// Runs a program with this process's standard streams.
    ///
    /// - Parameters:
    ///   - arguments: The program's name and its arguments.
    ///   - environment: Variables besides those of this process.
    ///   - keepsDescriptors: Whether it gets the other descriptors that this process was given.
    /// - Returns: The exit code; 128 and the signal's number if one ended it.
    /// - Throws: ``CommandError`` if it can't be started.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        keepsDescriptors: Bool = false
    ) throws(CommandError) -> Int32 {
        var program = ProgramCall(arguments)
        if !environment.isEmpty { program.environment = Process.variables.merging(environment) { $1 } }
        program.keepsDescriptors = keepsDescriptors
        do throws(ProgramError) { return try program.start().wait().code } catch { throw CommandError(error) }
    }

    /// Starts a program that reads a secret.
    ///
    /// - Throws: ``CommandError`` if it can't be started, or does not read the secret.
    func start(reading secret: borrowing Secret) throws(CommandError) -> RunningProgram {
        do throws(ProgramError) {
            let program = try FedProgram(self)
            try secret.withBytes { (octets) throws(ProgramError) in try program.write(octets) }
            return program.finish()
        } catch { throw CommandError(error) }
    }

    /// Runs a program and takes what it writes as a secret.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in `PATH` unless it has a slash, and its arguments.
    ///   - limit: The size in bytes from which the output is refused.
    /// - Returns: What the program wrote to its standard output.
    /// - Throws: ``CommandError`` with exit code 7 if the program can't be started, fails, or writes `limit` bytes.
    static func output(of arguments: [String], limit: Int = 1_048_576) throws(CommandError) -> Secret {
        var program = ProgramCall(arguments)
        program.input = .nothing
        let output: ProgramOutput
        do throws(ProgramError) { output = try program.run(limit: limit) } catch { throw CommandError(error) }
        guard output.end == .exited(0) else {
            throw CommandError("\(arguments[0]) failed with exit code \(output.end.code)", exitCode: .inputOutput)
        }
        return output.takeOctets()
    }
}
