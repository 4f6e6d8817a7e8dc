internal import CHost
package import Glibc

/// What holds for programs that are started beside this one.
package enum StartedProgram {
    /// Gives a program none of this process's descriptors but the standard streams.
    package static func closeInherited(_ actions: inout posix_spawn_file_actions_t) {
        unsafe host_close_from(&actions, 3)
    }
}
