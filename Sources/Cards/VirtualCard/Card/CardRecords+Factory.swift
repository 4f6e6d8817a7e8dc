import JetonOctets
import SecureChannel

extension CardRecords {
    /// What a new card's channel remembers: a password of one suite in every slot, and pairing mode.
    static func factory(
        _ serialNumber: UInt32,
        _ suite: ChannelSuite,
        _ onPassword: (_ slot: Int, _ password: borrowing Secret) -> Void
    ) throws(ChannelError) -> CardRecords {
        var records = try CardRecords(
            factory: serialNumber,
            suite,
            label: PeerLabel(truncating: "Jeton \(serialNumber)"),
            isChannelRequired: true
        )
        for place in records.slots.indices {
            let password = try ActivationPassword(generatingFor: suite)
            records.slots[place] = try PasswordSlot(password)
            onPassword(place + 1, password.printed())
        }
        records.beginPairingMode(at: SystemTime().seconds())
        return records
    }
}
