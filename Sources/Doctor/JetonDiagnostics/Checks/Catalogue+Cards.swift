// The way to a card, layers 1 to 5.
extension Catalogue {
    static let usb: [any Check.Type] = [
        KernelDriverNfcClaims.self, UsbGnomeLockProtection.self, UsbNotAuthorized.self, UsbCapturedByVm.self,
        TokenBootloaderMode.self, TokenCcidInterfaceDisabled.self, TokenMassStorageMode.self, UsbNodePermPcscdUser.self,
        UsbUndervoltage.self, UsbAutosuspend.self, UsbNodePermUser.self, ModemmanagerProbe.self,
        UsbEnumerationError.self, UsbDeviceAbsent.self,
    ]
    static let driver: [any Check.Type] = [
        DriverReaderconfLibMissing.self, DriverReaderNotStarted.self, DriverDirMismatch.self, DriverLibccidMissing.self,
        DriverPlistStaleConffile.self, DriverVendorRequired.self, DriverReaderNotInPlist.self, DriverWrongElf.self,
        DriverTwoClaimSameReader.self, DriverCompositeInterface.self, DriverTooOld.self,
    ]
    static let service: [any Check.Type] = [
        PcscdLibpcscliteMissing.self, PcscdSocketEnvWrong.self, PcscdNotInstalled.self, PcscdBadArgs.self,
        PcscdUnitWrong.self, PcscdSocketUnitDisabled.self, PcscdSocketStale.self, PcscdNotRunning.self,
        PcscdSocketEacces.self,
        PcscdHung.self, PcscdTwoLibpcsclite.self, PcscdProtocolMismatch.self, PcscdClientLimit.self,
        PcscdPolkitDaemonMissing.self, PcscdHidepid.self, PcscdPolkitNoLogind.self, PcscdPolkitServiceUser.self,
        PcscdPolkitInactiveSession.self, PcscdPolkitAccessCard.self, PcscdReaderArrayMismatch.self,
        PcscdReaderLimit.self, PcscdRestartLostContext.self, PcscdAfterSuspend.self, PcscdStaleReaderState.self,
    ]
    static let access: [any Check.Type] = [
        ExclScdaemonCcid.self, ExclLibusbOther.self, ExclGnomeSmartcard.self, ExclAppExclusive.self,
        ExclTransactionHeld.self, ExclPcscdBlocksGpg.self, ExclAppletSwitched.self,
    ]
    static let card: [any Check.Type] = [
        CardAbsent.self, CardMute.self, CardHangs.self, CardMemoryCard.self, CardProtocolMismatch.self,
        CardUnpowered.self,
        CardNoModule.self, CardOpenscDriverDisabled.self, CardOpenscSlotLimit.self, CardContactlessCan.self,
        CardWrongModuleForCard.self, CardNotRecognizedOpensc.self, CardOpenscAppletChoice.self, CardExtendedApdu.self,
        CardWrongSlotDual.self,
    ]
}
