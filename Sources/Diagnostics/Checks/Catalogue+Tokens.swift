// From the module to the applications, layers 6 to 10.
extension Catalogue {
    static let module: [any Check.Type] = [
        P11KitSyntax.self, P11KitCriticalModule.self, ModuleForbidden.self, ModulePathMissing.self,
        ModuleNotLibrary.self, ModuleForOtherClass.self, ModuleForOtherMachine.self, ModuleLibraryMissing.self,
        ModuleWithoutEntryPoint.self, ModuleLoadsItself.self, SoftHSMConfigurationForbidden.self,
        SoftHSMConfigurationWrong.self, SoftHSMTokenFolder.self, TPMDevice.self, TPMStore.self,
        TPMFeatureKeystore.self, OpenCryptokiConfiguration.self, OpenCryptokiService.self, OpenCryptokiGroup.self,
        ModuleCrashes.self, ModuleHangs.self,
        ModuleStartFails.self, P11KitProgramList.self, P11KitNotRegistered.self, P11KitOddSetting.self,
        ModuleRegisteredTwice.self, SlotNumberInConfiguration.self, ModuleSlow.self,
        ModuleCrashesAtExit.self, ModuleAfterFork.self, BrowserSnap.self,
        BrowserFlatpak.self,
    ]
    static let token: [any Check.Type] = [
        ChannelLibraryTooNew.self, ChannelProviderMissing.self, PairingForgotten.self, KeystoreLocked.self,
        TokenUnpaired.self,
        TokenErrorState.self,
        TPMLockout.self, UserPINLocked.self, AdministratorPINLocked.self, TokenUninitialised.self, UserPINUnset.self,
        PINChangeRequired.self, UserPINFinalTry.self, PINPadMisdetected.self, TokenMemoryFull.self,
        TokenWriteProtected.self, CloneSuspected.self, PairingUnknown.self,
        TokenFilesDamaged.self, FlagsUnreliable.self, FactoryPIN.self, BatteryLow.self,
    ]
    static let objects: [any Check.Type] = [
        CertificateExpired.self, CertificateIDMismatch.self, CertificateOfOtherKey.self, KeyUsageWrong.self,
        KeyWithoutCertificate.self, KeyWithoutPublicPart.self, AlgorithmForbidden.self, PSSNotOffered.self,
        IssuerMissing.self, NothingBeforeLogin.self, TokensOfOneName.self, LoginForEachUse.self,
        TouchRequired.self,
    ]
    static let application: [any Check.Type] = [
        OpenSSLDefaultProviderOff.self, OpenSSLEngineOfOtherVersion.self, OpenSSLEngineMissing.self,
        OpenSSLProviderMissing.self, OpenSSLEngineWithoutModule.self, FirefoxPolicyShadowed.self, NSSNotRegistered.self,
        ChromeDatabase.self,
        NSSDatabaseOwner.self, SSHAgentForeign.self, SSHAgentAllowList.self, SSHTooManyKeys.self,
        OpenVPNIdentity.self, WebSignerHost.self, BrowserWithoutNativeHosts.self, GPGReaderPort.self,
        JavaPCSCLibrary.self, CurlBackend.self, KeystoreRolledBack.self, KeystoreDamaged.self,
        ChannelEntitlements.self,
    ]
    static let environment: [any Check.Type] = [
        ContainerWithoutSocket.self, ContainerUSB.self, WSLNotAttached.self, WSLKernel.self, TokenElsewhere.self,
        GroupNotEffective.self, FlatpakWithoutSocket.self, SudoEnvironment.self, LibraryPath.self,
        SELinuxDenial.self, AppArmorDenial.self, ClockWrong.self, SharedReaderOfVM.self,
    ]
}
