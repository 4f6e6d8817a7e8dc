import Glibc

/// chmod(2).
func chmodForTests(_ path: String, _ mode: mode_t) -> Int32 { unsafe chmod(path, mode) }
