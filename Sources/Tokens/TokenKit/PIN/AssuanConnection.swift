internal import Glibc
internal import JetonOctets
internal import JetonPrograms

/// A program that speaks the Assuan protocol on its standard input and output.
///
/// Lines have at most 1000 octets and an answer at most 64 of them; what is read lies in a buffer that is wiped.
package struct AssuanConnection: ~Copyable {
    private static let maximumLine = 1000
    private static let maximumLineCount = 64

    private let running: RunningProgram
    private let socket: Int32

    /// The process of the program; killing it ends what waits for an answer.
    package var process: Int32 { running.process }

    /// Starts a program with just the variables given.
    package init(program: String, variables: [String: String]) throws(PINError) {
        var ends: [Int32] = [-1, -1]
        // A socket, since writing to a pipe that nobody reads raises a signal.
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { throw PINError(.noPinentry, detail: "\(SystemFailure.last)") }
        defer { Glibc.close(ends[1]) }
        var call = ProgramCall([program])
        call.environment = variables
        call.input = .descriptor(ends[1])
        call.output = .descriptor(ends[1])
        do throws(ProgramError) {
            running = try call.start()
        } catch {
            Glibc.close(ends[0])
            throw PINError(.noPinentry, detail: "\(error)")
        }
        socket = ends[0]
    }

    /// Sends a request and receives its answer.
    package borrowing func transact(_ request: String) throws(PINError) -> AssuanResponse {
        try send(request)
        return try receive()
    }

    /// Sends a line.
    package borrowing func send(_ line: String) throws(PINError) {
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
    package borrowing func receive() throws(PINError) -> AssuanResponse {
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
        throw PINError(.pinentryFailed, detail: "the answer is too long")
    }

    /// Ends the program; it is killed if it does not end within a second.
    package consuming func close() {
        try? send("BYE")
        Glibc.close(socket)
        if running.end(within: .seconds(1)) == nil { running.kill() }
    }

    private borrowing func receiveLine(into line: inout WipedBuffer) throws(PINError) {
        line.removeAll()
        while true {
            guard let octet = try receiveOctet() else {
                throw PINError(.pinentryFailed, detail: "it exited before it answered")
            }
            if octet == UInt8(ascii: "\n") { return }
            guard line.append(octet) else { throw PINError(.pinentryFailed, detail: "the line is too long") }
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
}
