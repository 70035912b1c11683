internal import CLibXML2Shims

/// The stack of the current thread.
package enum StackSpace {
    /// Whether recursion through the code of a program may go some levels deeper. The stack of a thread may have only
    /// 512 KB.
    package static var isEnough: Bool { lx_stack_has_room() != 0 }
}
