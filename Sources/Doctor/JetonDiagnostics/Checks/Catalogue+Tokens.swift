// From the module to the applications, layers 6 to 10.
extension Catalogue {
    static let module: [any Check.Type] = [
        P11kitSyntaxKillsAll.self, P11kitCriticalMissingKillsAll.self, ModNoPermission.self, ModPathMissing.self,
        ModNotElf.self, ModElfClass.self, ModElfMachine.self, ModMissingNeeded.self, ModLoaderRefuses.self,
        ModNoGetfunctionlist.self,
        ModOpensslRecursion.self, SofthsmConfUnreadable.self, SofthsmConfWrong.self, SofthsmTokendir.self,
        StoreDamaged.self,
        Tpm2Device.self, Tpm2Store.self, Tpm2Fapi.self, OckConfig.self, OckSlotdDown.self, OckGroup.self,
        ModCrashes.self, ModHangs.self, ModInitGeneralError.self, P11kitEnableDisableIn.self, P11kitNotRegistered.self,
        P11kitOddSetting.self, ModOthersCanChange.self, ModDuplicate.self, SlotIdNotStable.self, ModSlowSlot.self,
        ModExitCrash.self,
        ModDoubleInitFork.self, ModSnapSandbox.self, ModFlatpakSandbox.self,
    ]
    static let token: [any Check.Type] = [
        ChannelLibraryTooNew.self, ChannelGostprovMissing.self, ChannelPairingForgotten.self, ChannelMissing.self,
        KeystoreLocked.self,
        TokenSecureChannel.self, TokenErrorState.self, TokenTpmLockout.self, TokenUserPinLocked.self,
        TokenSoPinLocked.self, TokenUninitialized.self, TokenUserPinUnset.self, TokenPinChangeRequired.self,
        TokenUserPinFinalTry.self, TokenPinpadMisdetected.self, TokenMemoryFull.self, TokenWriteProtected.self,
        ChannelCloneSuspected.self, ChannelPairingUnknown.self, TokenFilesystemDamaged.self, TokenFlagsUnreliable.self,
        TokenDefaultPin.self, TokenBatteryLow.self,
    ]
    static let objects: [any Check.Type] = [
        ObjCertExpired.self, ObjCertIdMismatch.self, ObjCertKeyMismatch.self, ObjKeyUsage.self, ObjNoCertForKey.self,
        ObjNoPublicKey.self, ObjMechPolicy.self, ObjMechPss.self, ObjChainMissing.self, ObjNoneVisibleBeforeLogin.self,
        ObjAmbiguous.self, ObjAlwaysAuthenticate.self, ObjTouchRequired.self, ObjOpenscCacheStale.self,
        ObjCertWaiting.self,
    ]
    static let application: [any Check.Type] = [
        OsslProviderNoDefault.self, OsslEngineWrongAbi.self, OsslEngineMissing.self, OsslProviderMissing.self,
        OsslEngineNoModule.self, NssPolicyShadowed.self, NssNotRegistered.self, ChromeNssdb.self, NssdbOwner.self,
        SshAgentForeign.self, SshAgentAllowlist.self, SshTooManyKeys.self, OpenvpnPkcs11.self, WebeidNativeHost.self,
        BrowserSandboxNativeMessaging.self, GpgReaderPort.self, JavaPcscLib.self, CurlBackend.self,
        SettingUnknown.self, KeystoreRolledBack.self, KeystoreDamaged.self, EntitlementsChannel.self,
    ]
    static let environment: [any Check.Type] = [
        EnvContainerNoSocket.self, EnvContainerUsb.self, EnvWslNotAttached.self, EnvWslKernel.self,
        EnvTokenElsewhere.self, EnvGroupNotEffective.self, EnvFlatpakSocket.self, EnvSudoDifferentEnv.self,
        EnvLibraryPath.self, EnvSelinux.self, EnvApparmor.self, EnvClockSkew.self, EnvVmSharedReader.self,
        EnvLowLimits.self, EnvBluetoothLink.self,
    ]

    /// The network, looked at only where the user names servers.
    static let network: [any Check.Type] = [
        NetworkProxy.self, NetworkName.self, NetworkConnection.self, NetworkClock.self, NetworkTls.self,
        NetworkClientCertificate.self, NetworkRevocation.self,
    ]
}
