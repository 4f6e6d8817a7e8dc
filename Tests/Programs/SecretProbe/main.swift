import JetonOctets
import UnmapWatch

// Prints how many pages secrets gave back to the system, and how many octets in them were not zero.

func use() {
    for count in [1, 4096, 5000] {
        var octets = [UInt8](repeating: 0x5A, count: count)
        let secret = Secret(wiping: &octets)
        precondition(secret.equals(secret.clone()))
    }
}

unmap_watch_begin()
use()
print("\(unmap_watch_pages() > 0 ? "pages" : "no pages"), \(unmap_watch_octets()) octets")
