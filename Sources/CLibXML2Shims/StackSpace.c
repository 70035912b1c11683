#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CLibXML2Shims.h"
#include <pthread.h>
#include <stdint.h>

// A thread's stack does not change. Finding it takes a system call.
static _Thread_local uintptr_t limit;

/// The address below which half of the stack is left, or 256 KB of a large one: the program's code and an error need
/// some.
static uintptr_t find_limit(void) {
    size_t size = 0;
#ifdef __APPLE__
    size = pthread_get_stacksize_np(pthread_self());
    uintptr_t end = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - size;
#else
    pthread_attr_t attributes;
    void *start = NULL;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
    uintptr_t end = (uintptr_t)start;
#endif
    return end + (size / 2 < (256 << 10) ? size / 2 : 256 << 10);
}

int lx_stack_has_room(void) {
    if (limit == 0) limit = find_limit();
    return (uintptr_t)__builtin_frame_address(0) > limit;
}
