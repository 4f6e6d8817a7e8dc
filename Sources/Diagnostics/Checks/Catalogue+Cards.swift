// The way to a card, layers 1 to 5.
extension Catalogue {
    static let usb: [any Check.Type] = [
        KernelDriverClaims.self, USBLockProtection.self, USBNotAuthorized.self, USBCaptured.self,
        TokenBootloaderMode.self, TokenInterfaceDisabled.self, TokenMassStorage.self, USBNodeOfService.self,
        Undervoltage.self, USBAutosuspend.self, USBNodeOfUser.self, ModemManagerProbe.self, USBEnumerationError.self,
        USBDeviceAbsent.self,
    ]
    static let driver: [any Check.Type] = [
        ReaderConfigurationLibrary.self, DriverFolderMismatch.self, CCIDDriverMissing.self, DriverListNotMerged.self,
        VendorDriverRequired.self, ReaderNotListed.self, DriverForOtherMachine.self, TwoDriversForReader.self,
        DriverTakesOtherInterface.self, DriverTooOld.self,
    ]
    static let service: [any Check.Type] = [
        PCSCLibraryMissing.self, SocketVariableWrong.self, PCSCDNotInstalled.self, ServiceArguments.self,
        SocketUnitDisabled.self, PCSCDSocketStale.self, PCSCDNotRunning.self, SocketForbidden.self, PCSCDHung.self,
        TwoLibraries.self, ProtocolMismatch.self, ClientLimit.self, PolkitMissing.self, ProcessesHidden.self,
        PolkitWithoutLogind.self, PolkitServiceUser.self, PolkitSessionInactive.self, PolkitCardDenied.self,
        ReaderTableMismatch.self, ReaderLimit.self, ContextOfEarlierService.self, CardAfterSleep.self,
        StaleReaderState.self,
    ]
    static let access: [any Check.Type] = [
        SmartCardDaemonOwnsUSB.self, OtherProgramOwnsUSB.self, DesktopHoldsCard.self, HeldExclusively.self,
        TransactionHeld.self, GPGDoesNotShare.self, ApplicationSwitched.self,
    ]
    static let card: [any Check.Type] = [
        CardAbsent.self, CardMute.self, MemoryCard.self, CardProtocolMismatch.self, CardUnpowered.self,
        CardWithoutModule.self, OpenSCDriverDisabled.self, OpenSCSlotLimit.self, CardAccessNumber.self,
        CardNeedsMakersModule.self, CardNotRecognised.self, OpenSCOtherApplication.self, ShortCommandsOnly.self,
        CardInOtherSlot.self,
    ]
}
