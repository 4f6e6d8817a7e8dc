// The names of the keys and values of SecItem dictionaries, with the texts that stand for them, so that code that was
// written for iOS compiles as it is.
// One table: the constants are documented by their groups.
// swift-format-ignore-file

public import FoundationEssentials

/// A status number; 0 is success.
public typealias OSStatus = Int32
/// A text; the constants of this module are.
public typealias CFString = String
/// Bytes.
public typealias CFData = Data
/// A truth value.
public typealias CFBoolean = Bool
/// A dictionary of a SecItem call: the constants of this module to `String`, `Data`, numbers and `Bool`.
public typealias CFDictionary = [String: Any]
/// A result of a SecItem call: `Data`, a dictionary, or an array of either.
public typealias CFTypeRef = Any

// MARK: - Truth values

/// True, of the type that iOS has for it: `kCFBooleanTrue`, `kCFBooleanTrue!` and `kCFBooleanTrue as Any` are the same.
public let kCFBooleanTrue: CFBoolean! = true
/// False; see ``kCFBooleanTrue``.
public let kCFBooleanFalse: CFBoolean! = false

// MARK: - Item classes

/// The item's class; every call needs it.
public let kSecClass = "class"
/// A small secret named by service and account.
public let kSecClassGenericPassword = "genp"
/// A password of a server; not offered here: ``errSecNoSuchClass``, as for the classes that follow.
public let kSecClassInternetPassword = "inet"
/// A certificate; not offered here.
public let kSecClassCertificate = "cert"
/// A key; not offered here.
public let kSecClassKey = "keys"
/// A certificate with its key; not offered here.
public let kSecClassIdentity = "idnt"

// MARK: - Attributes

/// The account: `String`; part of the primary key.
public let kSecAttrAccount = "acct"
/// The service: `String`; part of the primary key.
public let kSecAttrService = "svce"
/// The access group: `String`; part of the primary key.
public let kSecAttrAccessGroup = "agrp"
/// Whether the item may be synchronized: `Bool` or ``kSecAttrSynchronizableAny``; part of the primary key.
public let kSecAttrSynchronizable = "sync"
/// Matches synchronizable items and others; in queries only.
public let kSecAttrSynchronizableAny = "syna"
/// The name for people: `String`.
public let kSecAttrLabel = "labl"
/// Octets of the application's own: `Data`.
public let kSecAttrGeneric = "gena"
/// A remark: `String`.
public let kSecAttrComment = "icmt"
/// The kind in words: `String`.
public let kSecAttrDescription = "desc"
/// The creator's number: an integer of 32 bits.
public let kSecAttrCreator = "crtr"
/// The type's number: an integer of 32 bits.
public let kSecAttrType = "type"
/// Whether lists for people leave the item out: `Bool`.
public let kSecAttrIsInvisible = "invi"
/// Whether there is no valid password on purpose: `Bool`.
public let kSecAttrIsNegative = "nega"
/// When the item was added: `Date`; in results only.
public let kSecAttrCreationDate = "cdat"
/// When the item was last changed: `Date`; in results only.
public let kSecAttrModificationDate = "mdat"
/// When the secret can be read: one of the accessibilities.
public let kSecAttrAccessible = "pdmn"
/// Constraints on use; not offered here.
public let kSecAttrAccessControl = "accc"

// MARK: - Accessibilities

/// Readable while unlocked.
public let kSecAttrAccessibleWhenUnlocked = "ak"
/// Readable from the first unlock on.
public let kSecAttrAccessibleAfterFirstUnlock = "ck"
/// Readable always.
public let kSecAttrAccessibleAlways = "dk"
/// Readable while unlocked, on this device.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly = "aku"
/// Readable from the first unlock on, on this device.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = "cku"
/// Readable always, on this device.
public let kSecAttrAccessibleAlwaysThisDeviceOnly = "dku"
/// Readable while unlocked, on this device, as long as a passphrase slot exists.
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly = "akpu"

// MARK: - Search

/// How many items a search answers with: ``kSecMatchLimitOne``, ``kSecMatchLimitAll`` or an integer.
public let kSecMatchLimit = "m_Limit"
/// One item, answered bare; what a search does that says nothing.
public let kSecMatchLimitOne = "m_LimitOne"
/// All items, answered as an array.
public let kSecMatchLimitAll = "m_LimitAll"

// MARK: - Results

/// Answer with the secret: `Bool`.
public let kSecReturnData = "r_Data"
/// Answer with a dictionary of the attributes: `Bool`.
public let kSecReturnAttributes = "r_Attributes"
/// Answer with the persistent reference: `Bool`.
public let kSecReturnPersistentRef = "r_PersistentRef"
/// Answer with a reference that lives in memory; passwords have none.
public let kSecReturnRef = "r_Ref"

// MARK: - Values

/// The secret: `Data`.
public let kSecValueData = "v_Data"
/// A persistent reference: `Data` of 20 octets.
public let kSecValuePersistentRef = "v_PersistentRef"
/// A reference that lives in memory; passwords have none.
public let kSecValueRef = "v_Ref"
/// Which of macOS's keychains to use: accepted and without effect, as there is one.
public let kSecUseDataProtectionKeychain = "nleg"

// MARK: - Status numbers

/// Done; the old name of ``errSecSuccess``.
public let noErr: OSStatus = 0
/// Done.
public let errSecSuccess: OSStatus = 0
/// An item has this primary key already.
public let errSecDuplicateItem: OSStatus = -25299
/// No item matches.
public let errSecItemNotFound: OSStatus = -25300
/// The program lacks the access group.
public let errSecMissingEntitlement: OSStatus = -34018
/// The item's class is locked.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// A wrong secret, or no passphrase is set.
public let errSecAuthFailed: OSStatus = -25293
/// The dictionary makes no sense.
public let errSecParam: OSStatus = -50
/// An unknown attribute.
public let errSecNoSuchAttr: OSStatus = -25303
/// An unknown item class.
public let errSecNoSuchClass: OSStatus = -25306
/// The store cannot be used.
public let errSecNotAvailable: OSStatus = -25291
/// The store cannot be written.
public let errSecReadOnly: OSStatus = -25292
/// The file system failed.
public let errSecIO: OSStatus = -36
/// Not enough memory.
public let errSecAllocate: OSStatus = -108
/// Not offered here.
public let errSecUnimplemented: OSStatus = -4
/// A file of the store is damaged.
public let errSecDecode: OSStatus = -26275
/// The user canceled; never returned here, as nothing is asked.
public let errSecUserCanceled: OSStatus = -128
