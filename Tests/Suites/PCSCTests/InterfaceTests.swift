import Foundation
import TestRig
import Testing

@testable import JetonPCSC

@Suite("PC/SC interface")
struct InterfaceTests {
    @Test("Our numbers, sizes and offsets are those of pcsc-lite's headers")
    func sameAsHeaders() async throws {
        let codes = PCSCError.Code.table.filter { $0.key & 0x2000_0000 == 0 }
        #expect(codes.count > 50)
        let numbers: [(String, UInt64)] =
            codes.map { ($0.value.name, UInt64($0.key)) } + [
                ("SCARD_SCOPE_SYSTEM", 2), ("MAX_READERNAME", UInt64(ReaderName.maximumLength)),
                ("MAX_BUFFER_SIZE", UInt64(Card.maximumAttributeLength)),
                ("MAX_BUFFER_SIZE_EXTENDED", UInt64(Card.maximumCommandLength)), ("INFINITE", 0xFFFF_FFFF),
                ("SCARD_SHARE_EXCLUSIVE", UInt64(CardSharing.exclusive.rawValue)),
                ("SCARD_SHARE_SHARED", UInt64(CardSharing.shared.rawValue)),
                ("SCARD_SHARE_DIRECT", UInt64(CardSharing.direct.rawValue)),
                ("SCARD_LEAVE_CARD", UInt64(CardDisposition.leave.rawValue)),
                ("SCARD_RESET_CARD", UInt64(CardDisposition.reset.rawValue)),
                ("SCARD_UNPOWER_CARD", UInt64(CardDisposition.unpower.rawValue)),
                ("SCARD_EJECT_CARD", UInt64(CardDisposition.eject.rawValue)),
                ("SCARD_PROTOCOL_T0", UInt64(CardProtocols.t0.rawValue)),
                ("SCARD_PROTOCOL_T1", UInt64(CardProtocols.t1.rawValue)),
                ("SCARD_PROTOCOL_RAW", UInt64(CardProtocols.raw.rawValue)),
                ("SCARD_PROTOCOL_ANY", UInt64(CardProtocols.any.rawValue)),
                ("SCARD_STATE_IGNORE", UInt64(ReaderFlags.ignore.rawValue)),
                ("SCARD_STATE_CHANGED", UInt64(ReaderFlags.changed.rawValue)),
                ("SCARD_STATE_UNKNOWN", UInt64(ReaderFlags.unknown.rawValue)),
                ("SCARD_STATE_UNAVAILABLE", UInt64(ReaderFlags.unavailable.rawValue)),
                ("SCARD_STATE_EMPTY", UInt64(ReaderFlags.empty.rawValue)),
                ("SCARD_STATE_PRESENT", UInt64(ReaderFlags.present.rawValue)),
                ("SCARD_STATE_ATRMATCH", UInt64(ReaderFlags.atrMatch.rawValue)),
                ("SCARD_STATE_EXCLUSIVE", UInt64(ReaderFlags.exclusive.rawValue)),
                ("SCARD_STATE_INUSE", UInt64(ReaderFlags.inUse.rawValue)),
                ("SCARD_STATE_MUTE", UInt64(ReaderFlags.mute.rawValue)),
                ("SCARD_STATE_UNPOWERED", UInt64(ReaderFlags.unpowered.rawValue)),
                ("SCARD_ATTR_VENDOR_NAME", UInt64(ReaderAttribute.vendorName.rawValue)),
                ("SCARD_ATTR_VENDOR_IFD_VERSION", UInt64(ReaderAttribute.vendorVersion.rawValue)),
                ("SCARD_ATTR_VENDOR_IFD_SERIAL_NO", UInt64(ReaderAttribute.vendorSerialNumber.rawValue)),
                ("SCARD_ATTR_CHANNEL_ID", UInt64(ReaderAttribute.channelIdentifier.rawValue)),
                ("SCARD_ATTR_ATR_STRING", UInt64(ReaderAttribute.answerToReset.rawValue)),
                ("SCARD_ATTR_MAXINPUT", UInt64(ReaderAttribute.maximumInput.rawValue)),
                ("SCARD_ATTR_DEVICE_FRIENDLY_NAME_A", UInt64(ReaderAttribute.friendlyName.rawValue)),
                ("CM_IOCTL_GET_FEATURE_REQUEST", UInt64(ReaderFeature.request)),
                ("FEATURE_VERIFY_PIN_DIRECT", UInt64(ReaderFeature.verifyPINDirect.rawValue)),
                ("FEATURE_MODIFY_PIN_DIRECT", UInt64(ReaderFeature.modifyPINDirect.rawValue)),
                ("FEATURE_IFD_PIN_PROPERTIES", UInt64(ReaderFeature.pinProperties.rawValue)),
                ("FEATURE_GET_TLV_PROPERTIES", UInt64(ReaderFeature.tlvProperties.rawValue)),
            ]
        let output = try await compile(
            Self.layoutChecks
                + numbers.map { name, number in
                    "_Static_assert((uint32_t)(\(name)) == \(number)u, \"\(name)\");"
                }
        )
        #expect(output.exitStatus == 0, "\(output.errorText)")
    }

    @Test("The comparison itself notices a number that differs")
    func comparisonCanFail() async throws {
        let output = try await compile(["_Static_assert((uint32_t)(SCARD_E_TIMEOUT) == 1u, \"SCARD_E_TIMEOUT\");"])
        #expect(output.exitStatus == 1)
        #expect(output.errorText.contains("SCARD_E_TIMEOUT"))
    }

    private func compile(_ checks: [String]) async throws -> ChildProcess.Output {
        let directory = try TemporaryDirectory()
        let includes = ["<stdint.h>", "<stddef.h>", "<winscard.h>", "<reader.h>", "\"cpcsc.h\""]
        let source = includes.map { "#include \($0)" } + checks
        let path = try directory.write(source.joined(separator: "\n") + "\n", to: "checks.c")
        let include = BuildProducts.packageDirectory.appendingPathComponent("Sources/Cards/CJetonPCSC/include").path
        return try await ChildProcess.run(
            ["cc", "-std=c11", "-fsyntax-only", "-Werror", "-Wno-unknown-pragmas"]
                + ["-D_Nullable=", "-D_Nonnull=", "-I/usr/include/PCSC", "-I\(include)", path]
        )
    }

    private static let layoutChecks: [String] =
        [
            ("szReader", "reader"), ("pvUserData", "user_data"), ("dwCurrentState", "current_state"),
            ("dwEventState", "event_state"), ("cbAtr", "atr_length"), ("rgbAtr", "atr"),
        ].flatMap { theirs, ours in
            [
                "_Static_assert(offsetof(SCARD_READERSTATE, \(theirs)) == offsetof(cpcsc_reader_state, \(ours)), \"\(ours)\");",
                "_Static_assert(sizeof(((SCARD_READERSTATE *)0)->\(theirs)) == sizeof(((cpcsc_reader_state *)0)->\(ours)), \"\(ours)\");",
            ]
        } + [
            "_Static_assert(sizeof(SCARD_READERSTATE) == sizeof(cpcsc_reader_state), \"state\");",
            "_Static_assert(sizeof(SCARD_IO_REQUEST) == sizeof(cpcsc_io_request), \"request\");",
            "_Static_assert(offsetof(SCARD_IO_REQUEST, cbPciLength) == offsetof(cpcsc_io_request, length), \"length\");",
            "_Static_assert(MAX_ATR_SIZE == CPCSC_MAXIMUM_ATR_LENGTH, \"ATR\");",
            "_Static_assert(sizeof(SCARDCONTEXT) == sizeof(long) && sizeof(SCARDHANDLE) == sizeof(long), \"handles\");",
            "_Static_assert(sizeof(DWORD) == sizeof(unsigned long) && sizeof(LONG) == sizeof(long), \"numbers\");",
        ]

    @Test("A missing library is an error with the linker's words")
    func missingLibrary() throws {
        let error = try #require(throws: PCSCError.self) { try PCSCLibrary(path: "/nonexistent/libpcsclite.so.1") }
        #expect(error.code == .libraryUnavailable && error.function == .load)
        #expect(error.description.contains("/nonexistent/libpcsclite.so.1"))
    }

    @Test("A library without the functions is refused by the name of the first that is missing")
    func otherLibrary() throws {
        let error = try #require(throws: PCSCError.self) { try PCSCLibrary(path: "libm.so.6") }
        #expect(error.code == .libraryUnavailable)
        #expect(error.detail?.contains("SCardEstablishContext") == true)
    }

    @Test("The real library is loaded, and says from where")
    func realLibrary() throws {
        #expect(try PCSCLibrary().path.contains("libpcsclite"))
    }

    @Test(
        "An error is one sentence with name and number",
        arguments: [
            (
                PCSCError(.noSmartCard, in: .connect, reader: ReaderName("X 00 00")),
                "SCardConnect failed: no card in the reader (SCARD_E_NO_SMARTCARD, 0x8010000C) on reader 'X 00 00'"
            ),
            (
                PCSCError(.init(rawValue: 0x1234), in: .transmit),
                "SCardTransmit failed: unknown code (0x00001234)"
            ),
        ]
    )
    func descriptions(error: PCSCError, text: String) {
        #expect(error.description == text)
    }

    @Test("A return value is read alike from a wide, a narrow and a negative number")
    func returnValues() {
        #expect(PCSCError.Code(returnValue: 0x8010_001D) == .noService)
        #expect(PCSCError.Code(returnValue: Int(Int32(bitPattern: 0x8010_001D))) == .noService)
    }

    @Test("Codes tell what to do next")
    func families() {
        #expect(PCSCError(.noService, in: .connect).isServiceUnavailable)
        #expect(PCSCError(.removedCard, in: .connect).isRemoval)
        #expect(PCSCError(.sharingViolation, in: .connect).isRetriable)
        #expect(!PCSCError(.cardholderVerificationBlocked, in: .connect).isRetriable)
    }
}

@Suite("Reader features")
struct ReaderFeatureTests {
    @Test("Features and properties are read from a driver's octets, and broken ends are left out")
    func features() {
        let octets: [UInt8] = [0x06, 4, 0x42, 0x33, 0x00, 0x06, 0x12, 4, 0x42, 0x00, 0x00, 0x01, 0x07, 4, 0x42]
        #expect(ReaderFeature.parse(octets) == [.verifyPINDirect: 0x4233_0006, .tlvProperties: 0x4200_0001])
        #expect(ReaderFeature.parse([0x06, 3, 1, 2, 3]) == [:])
        #expect(ReaderFeature.parse([]) == [:])
        let properties = ReaderProperties([
            0x0A, 4, 0x00, 0x00, 0x01, 0x00, 0x0B, 2, 0x89, 0x0A, 0x06, 1, 4, 0x07, 9, 1,
        ])
        #expect(properties.maximumDataLength == 65_536)
        #expect(properties.usbVendor == 0x0A89)
        #expect(properties.minimumPINLength == 4)
        #expect(properties.maximumPINLength == nil)
        #expect(ReaderProperties([0x0A, 9] + [UInt8](repeating: 1, count: 9)).maximumDataLength == nil)
    }

    @Test("T=0 units have five octets of header and no expected length behind data")
    func transportUnits() throws {
        let reader = ReaderName("X")
        #expect(try PCSCTransport.transportUnit([0, 1, 2, 3], reader: reader) == [0, 1, 2, 3, 0])
        #expect(try PCSCTransport.transportUnit([0, 1, 2, 3, 9], reader: reader) == [0, 1, 2, 3, 9])
        #expect(try PCSCTransport.transportUnit([0, 1, 2, 3, 1, 7, 0], reader: reader) == [0, 1, 2, 3, 1, 7])
        #expect(try PCSCTransport.transportUnit([0, 1, 2, 3, 1, 7], reader: reader) == [0, 1, 2, 3, 1, 7])
        for broken: [UInt8] in [[], [0, 1, 2], [0, 1, 2, 3, 2, 7], [0, 1, 2, 3, 0, 0, 1, 7]] {
            #expect(throws: PCSCError(.invalidParameter, in: .transmit)) {
                try PCSCTransport.transportUnit(broken, reader: reader)
            }
        }
    }
}
