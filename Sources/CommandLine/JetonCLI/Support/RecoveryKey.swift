internal import AgeFiles
internal import JetonFiles
internal import JetonOctets
internal import JetonPrograms

/// A recovery key that is made here: an age identity, shown once.
enum RecoveryKey {
    /// Shows an identity as text and, where `qrencode` is installed, as a QR code.
    static func show(_ identity: borrowing AgeIdentity) throws {
        let text = identity.makeText()
        let line = text.withBytes { octets -> Secret in
            // The key alone, without a newline: what a camera reads goes into a file as it is.
            let count = octets.indices.first { octets[$0] == UInt8(ascii: "\n") } ?? octets.count
            return Secret(copying: octets.extracting(first: count))
        }
        if (try? Process.path(ofProgram: "qrencode")) != nil {
            // On its standard input: the arguments of a program are for everyone to see.
            let program = ProgramCall(["qrencode", "--type=ANSIUTF8", "--level=M"])
            if try program.start(reading: line).wait() != .exited(0) {
                Console.note("warning: qrencode made no QR code")
            }
        } else {
            Console.note("note: there is no QR code, since qrencode is not installed")
        }
        try FileOutput.write(line, to: "-", force: false)
        try Console.print("")
        Console.note("This recovery key unlocks the keystore, and is not kept. Put it on paper, not on this machine.")
        Console.note("In a file of mode 0600, --identity FILE takes it.")
    }
}
