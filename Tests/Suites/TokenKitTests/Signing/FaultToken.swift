import Cryptoki
import TestRig

/// A fault module of a test's own, loaded.
struct FaultToken {
    let copy: FaultModuleCopy
    let module: Module
    let slot: Slot

    init(_ settings: String = "") throws {
        copy = try FaultModuleCopy(settings)
        module = try Module(path: copy.path)
        slot = Slot(module: module, id: SlotID(rawValue: 0))
    }
}
