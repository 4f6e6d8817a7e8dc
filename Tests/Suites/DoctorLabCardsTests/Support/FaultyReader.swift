import TestRig
import Testing

/// A reader's driver of our own for the real pcscd, whose card misbehaves as none in a virtual reader can.
enum FaultyReader: String, CaseIterable, CustomTestStringConvertible {
    /// A card that is there and never answers to reset.
    // Fault card-mute: real pcscd with our own driver, whose card never answers
    case mute = "card-mute"
    /// A synchronous memory card, with which no protocol can be agreed on.
    // Fault card-memory-card: real pcscd with our own driver, whose card has no protocol
    case memoryCard = "card-memory-card"

    var testDescription: String { rawValue }

    /// The driver, by pcsc-lite's interface for drivers, version 3.
    static let source = """
        #include <string.h>
        #include <PCSC/ifdhandler.h>
        static const UCHAR atr[] = {CARD_ATR};
        RESPONSECODE IFDHCreateChannelByName(DWORD n, LPSTR d) { return IFD_SUCCESS; }
        RESPONSECODE IFDHCreateChannel(DWORD n, DWORD c) { return IFD_SUCCESS; }
        RESPONSECODE IFDHCloseChannel(DWORD n) { return IFD_SUCCESS; }
        RESPONSECODE IFDHGetCapabilities(DWORD n, DWORD tag, PDWORD length, PUCHAR value) {
            UCHAR one = 1;
            switch (tag) {
            case TAG_IFD_ATR:
                if (sizeof atr > *length) return IFD_COMMUNICATION_ERROR;
                memcpy(value, atr, *length = sizeof atr);
                return IFD_SUCCESS;
            case TAG_IFD_SLOTS_NUMBER: *length = 1; *value = one; return IFD_SUCCESS;
            default: return IFD_ERROR_TAG;
            }
        }
        RESPONSECODE IFDHSetCapabilities(DWORD n, DWORD tag, DWORD l, PUCHAR v) { return IFD_ERROR_TAG; }
        RESPONSECODE IFDHSetProtocolParameters(DWORD n, DWORD p, UCHAR f, UCHAR a, UCHAR b, UCHAR c) {
            return IFD_PROTOCOL_NOT_SUPPORTED;
        }
        RESPONSECODE IFDHPowerICC(DWORD n, DWORD action, PUCHAR out, PDWORD length) {
            if (action == IFD_POWER_DOWN) { *length = 0; return IFD_SUCCESS; }
            if (!CARD_POWERS_UP) { *length = 0; return IFD_ERROR_POWER_ACTION; }
            memcpy(out, atr, *length = sizeof atr);
            return IFD_SUCCESS;
        }
        RESPONSECODE IFDHTransmitToICC(DWORD n, SCARD_IO_HEADER s, PUCHAR tx, DWORD tl, PUCHAR rx, PDWORD rl,
            PSCARD_IO_HEADER r) { *rl = 0; return IFD_COMMUNICATION_ERROR; }
        RESPONSECODE IFDHControl(DWORD n, DWORD c, PUCHAR tx, DWORD tl, PUCHAR rx, DWORD rl, LPDWORD done) {
            *done = 0; return IFD_ERROR_NOT_SUPPORTED;
        }
        RESPONSECODE IFDHICCPresence(DWORD n) { return IFD_ICC_PRESENT; }
        """

    /// Compiles the driver, and writes the folder of configuration that names it.
    ///
    /// - Returns: The folder.
    func configuration(in directory: TemporaryDirectory) async throws -> String {
        let source = try directory.write(Self.source, to: "driver.c")
        let library = directory.path("driver.so")
        let atr = self == .memoryCard ? "0x3B, 0x04, 0xA2, 0x13, 0x10, 0x91" : "0x3B, 0x80, 0x01, 0x81"
        let output = try await ChildProcess.run([
            "gcc", "-shared", "-fPIC", "-I/usr/include/PCSC", "-DCARD_ATR=\(atr)",
            "-DCARD_POWERS_UP=\(self == .mute ? 0 : 1)", "-o",
            library, source,
        ])
        guard output.exitStatus == 0 else { throw TestRigError("gcc: \(output.errorText)") }
        let folder = try directory.makeDirectory("reader.conf.d")
        try directory.write(
            "FRIENDLYNAME \"Faulty Reader\"\nDEVICENAME /dev/null\nLIBPATH \(library)\nCHANNELID 1\n",
            to: "reader.conf.d/faulty"
        )
        return folder
    }
}
