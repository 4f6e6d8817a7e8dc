import JetonASN1
import Testing

@testable import XMLSignature

@Suite("What checks of XML signatures leave behind")
struct ReleaseTests {
    @Test("A check that has ended is gone from memory, with the buffers of its references")
    func checkup() throws {
        let rig = try SignatureRig()
        let document = try rig.sign("<a>text</a>", rig.format(.enveloped))
        let root = try XMLTree.read(MemorySource(Array(document.utf8)))
        let signature = try #require(root.only("Signature", XMLNames.signature))
        weak var part: XMLPart?
        weak var digestion: SignatureCheckup.Digestion?
        do {
            let checkup = SignatureCheckup(signature)
            (part, digestion) = (checkup.parts.first, checkup.digestions.first?.digestion)
            #expect(checkup.digestions.first?.part != nil && digestion?.part === part)
            withExtendedLifetime(checkup) {}
        }
        #expect(part == nil && digestion == nil)
    }
}
