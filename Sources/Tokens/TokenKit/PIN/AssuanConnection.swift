internal import Glibc
internal import Octets

/// A program that speaks the Assuan protocol on its standard input and output.
///
/// Lines have at most 1000 octets and an answer at most 64 of them; what is read lies in a buffer that is wiped.
struct AssuanConnection: ~Copyable {
    private static let maximumLine = 1000
    private static let maximumLineCount = 64

    private let process: pid_t
    private let socket: Int32

    /// Starts a program with just the variables given.
    init(program: String, variables: [String: String]) throws(PINError) {
        var ends: [Int32] = [-1, -1]
        // A socket, since writing to a pipe that nobody reads raises a signal.
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { throw PINError(.noPinentry, detail: "\(SystemFailure.last)") }
        defer { Glibc.close(ends[1]) }
        do {
            process = try AssuanConnection.start(program, variables, input: ends[1])
        } catch {
            Glibc.close(ends[0])
            throw PINError(.noPinentry, detail: "\(program): \(error)")
        }
        socket = ends[0]
    }

    /// Sends a request and receives its answer.
    borrowing func transact(_ request: String) throws(PINError) -> AssuanResponse {
        try send(request)
        return try receive()
    }

    /// Sends a line.
    borrowing func send(_ line: String) throws(PINError) {
        var rest = (Array(line.utf8.prefix(AssuanConnection.maximumLine - 2)) + [UInt8(ascii: "\n")])[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw PINError(.pinentryFailed, detail: "\(SystemFailure.last)")
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives lines up to `OK` or `ERR`.
    borrowing func receive() throws(PINError) -> AssuanResponse {
        var line = WipedBuffer(capacity: AssuanConnection.maximumLine)
        var data = WipedBuffer(capacity: PINReader.maximumLength)
        var hasData = false
        for _ in 0..<AssuanConnection.maximumLineCount {
            try receiveLine(into: &line)
            if line.starts(with: "D ") {
                try AssuanConnection.decode(line, into: &data)
                hasData = true
            } else if line.starts(with: "OK") {
                return AssuanResponse(errorCode: nil, data: hasData ? data.makeSecret() : nil)
            } else if line.starts(with: "ERR ") {
                return AssuanResponse(errorCode: line.number(from: 4), data: nil)
            } else if !line.starts(with: "S "), !line.starts(with: "#") {
                // A question (INQUIRE) among others: nothing was offered that could be asked about.
                throw PINError(.pinentryFailed, detail: "an answer outside the protocol")
            }
        }
        throw PINError(.pinentryFailed, detail: "too long an answer")
    }

    /// Ends the program; it is killed if it does not end within a second.
    consuming func close() {
        try? send("BYE")
        Glibc.close(socket)
        for attempt in 0..<200 {
            if attempt == 100 { kill(process, SIGKILL) }
            let result = waitpid(process, nil, attempt < 100 ? WNOHANG : 0)
            if result == process || (result < 0 && errno != EINTR) { return }
            usleep(10_000)
        }
    }

    private borrowing func receiveLine(into line: inout WipedBuffer) throws(PINError) {
        line.removeAll()
        while true {
            guard let octet = try receiveOctet() else {
                throw PINError(.pinentryFailed, detail: "it ended before it answered")
            }
            if octet == UInt8(ascii: "\n") { return }
            guard line.append(octet) else { throw PINError(.pinentryFailed, detail: "too long a line") }
        }
    }

    private borrowing func receiveOctet() throws(PINError) -> UInt8? {
        var octet: UInt8 = 0
        defer { octet = 0 }
        while true {
            let count = unsafe recv(socket, &octet, 1, 0)
            if count == 1 { return octet }
            if count == 0 { return nil }
            if errno == EINTR { continue }
            throw PINError(.pinentryFailed, detail: "\(SystemFailure.last)")
        }
    }

    /// Appends what stands behind `D `, percent-decoded.
    private static func decode(_ line: borrowing WipedBuffer, into data: inout WipedBuffer) throws(PINError) {
        var index = 2
        while index < line.count {
            var octet = line[index]
            if octet == UInt8(ascii: "%") {
                guard index + 2 < line.count, let high = Hex.value(ofDigit: line[index + 1]),
                    let low = Hex.value(ofDigit: line[index + 2])
                else { throw PINError(.pinentryFailed, detail: "a malformed answer") }
                octet = high << 4 | low
                index += 2
            }
            guard data.append(octet) else { throw PINError(.tooLong, detail: "pinentry") }
            index += 1
        }
    }

    private static func start(
        _ program: String,
        _ variables: [String: String],
        input: Int32
    ) throws(SystemFailure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 1)
        // Another descriptor of ours may be the one from which fd:N reads a PIN.
        let descriptors = (try? FileAccess.names(in: "/proc/self/fd", limit: 65_536)) ?? []
        for descriptor in descriptors.compactMap({ Int32($0) }) where descriptor > 2 {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // A thread of libdispatch holds most signals back, and a program inherits that: Control-C would do nothing.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let entries = variables.map { "\($0.key)=\($0.value)" }
        var arguments = unsafe [strdup(program), nil]
        var environment = unsafe entries.map { unsafe strdup($0) } + [nil]
        defer {
            unsafe (arguments + environment).forEach { unsafe free($0) }
        }
        var process: pid_t = 0
        let result = unsafe posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
        guard result == 0 else { throw SystemFailure(number: result) }
        return process
    }
}
