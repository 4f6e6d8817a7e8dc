import Cryptoki
import Foundation
import JetonDiagnostics
import JetonPCSC
import TestRig
import Testing
import TokenKit

@Suite("Hints that lead to the doctor")
struct DoctorHintTests {
    private static let names = Set(
        Catalogue.pages.map(\.id.rawValue) + Catalogue.pages.map(\.layer.name)
    )

    @Test("Every hint names a check, or a layer of checks, that there is", arguments: DoctorHint.allCases)
    func exists(_ hint: DoctorHint) {
        #expect(Self.names.contains(hint.rawValue))
        #expect(hint.command().text == "jeton doctor --only \(hint.rawValue)")
        #expect(hint.command(module: "/a b.so").text == "jeton doctor --only \(hint.rawValue) --module '/a b.so'")
    }

    @Test("No source names a check that is not there")
    func sources() throws {
        let sources = BuildProducts.packageDirectory.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for part in text.components(separatedBy: "doctor --only ").dropFirst() {
                let name = part.prefix { $0.isLowercase || $0.isNumber || $0 == "-" }
                // What is interpolated is a hint's own name.
                guard !part.hasPrefix("\\(") else { continue }
                #expect(Self.names.contains(String(name)), "\(file.lastPathComponent) names '\(name)'")
            }
        }
    }

    @Test(
        "What keeps a module from being loaded has its check",
        arguments: [
            (.notFound, .modulePath), (.danglingLink, .modulePath), (.notReadable, .moduleForbidden),
            (.notELF, .moduleFile), (.wrongClass, .moduleClass), (.wrongMachine, .moduleMachine),
            (.missingDependency, .moduleNeeds), (.noEntryPoint, .moduleEntryPoint), (.badFunctionList, .moduleCrash),
            (.functionListFailed, .moduleStart), (.outOfMemory, nil),
        ] as [(ModuleLoadError.Code, DoctorHint?)]
    )
    func loading(_ code: ModuleLoadError.Code, _ hint: DoctorHint?) {
        #expect(DoctorHint(ModuleLoadError(code, path: "/m.so")) == hint)
        #expect(DoctorHint(SurveyFailure.notLoaded(ModuleLoadError(code, path: "/m.so"))) == hint)
    }

    @Test(
        "What a module answers has its check, if there is one",
        arguments: [
            (.pinLocked, .login, .pinLocked), (.generalError, .initialize, .moduleStart),
            (.functionNotSupported, .openSession, .unpaired), (.functionNotSupported, .sign, nil),
            (.pinIncorrect, .login, nil), (.deviceMemory, .createObject, .memory),
        ] as [(ReturnValue, Function, DoctorHint?)]
    )
    func answers(_ code: ReturnValue, _ function: Function, _ hint: DoctorHint?) {
        #expect(DoctorHint(CryptokiError(code, function)) == hint)
    }

    @Test("How a child ended, what pairing failed of and what PC/SC says have their checks")
    func others() {
        #expect(DoctorHint(ChildEnd.crashedInModule(path: "/m.so", function: "C_Sign", signal: 11)) == .moduleCrash)
        #expect(DoctorHint(ChildEnd.hungInModule(path: "/m.so", function: "C_Sign", seconds: 5)) == .moduleHang)
        #expect(DoctorHint(ChildEnd.crashed(signal: 11)) == nil)
        #expect(DoctorHint(PairingError(.libraryTooNew)) == .libraryTooNew)
        #expect(DoctorHint(PairingError(.unreadable)) == .card)
        #expect(DoctorHint(PairingError(.wrongPassword)) == nil)
        #expect(DoctorHint(PCSCError(.noService, in: .establishContext)) == .service)
        #expect(DoctorHint(PCSCError(.sharingViolation, in: .connect)) == .access)
    }
}
