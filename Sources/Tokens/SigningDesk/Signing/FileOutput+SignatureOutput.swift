public import JetonFiles
public import VerificationDesk

extension FileOutput: SignatureOutput {}
