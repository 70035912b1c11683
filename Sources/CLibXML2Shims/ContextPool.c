#include "CLibXML2Shims.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

enum {
    LARGEST_POOL = 64,
    /// How much memory a dictionary may use for strings, those of all documents that its context has parsed.
    LARGEST_DICTIONARY = 64 << 10,
};

/// The contexts that are kept. A thread takes one by exchanging it for NULL: a lock might be held when another thread
/// forks, and would then never be released in the new process.
static _Atomic(xmlParserCtxtPtr) kept[LARGEST_POOL];

/// How many contexts are kept at most: as many as there are processors.
static unsigned int pool_size(void) {
    static _Atomic(unsigned int) size;
    unsigned int known = atomic_load_explicit(&size, memory_order_relaxed);
    if (known != 0) return known;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    known = count < 1 ? 1 : count > LARGEST_POOL ? LARGEST_POOL : (unsigned int)count;
    atomic_store_explicit(&size, known, memory_order_relaxed);
    return known;
}

/// Where a thread begins to search, so that threads rarely use the same context in turn.
static unsigned int first_slot(unsigned int size) { return (unsigned int)((uintptr_t)&errno >> 12) % size; }

/// Whether a context that was made before can be freed now, and one that is made now can be freed later.
static int has_usual_allocator(void) { return xmlMalloc == malloc && xmlFree == free && xmlRealloc == realloc; }

xmlParserCtxtPtr lx_take_context(void *data) {
    if (!has_usual_allocator()) return NULL;
    unsigned int size = pool_size(), first = first_slot(size);
    for (unsigned int index = 0; index < size; index++) {
        _Atomic(xmlParserCtxtPtr) *slot = &kept[(first + index) % size];
        if (atomic_load_explicit(slot, memory_order_relaxed) == NULL) continue;
        xmlParserCtxtPtr context = atomic_exchange_explicit(slot, NULL, memory_order_acquire);
        if (context == NULL) continue;
        // Not reset. It counts the inputs of a context, which may be many.
        context->input_id = 1;
        if (xmlCtxtResetPush(context, NULL, 0, NULL, NULL) != 0) {
            xmlFreeParserCtxt(context);
            return NULL;
        }
#if LIBXML_VERSION < 21100
        // xmlCtxtResetPush leaves the state of the last search for the end of a construct.
        context->progressive = 0;
#endif
        context->userData = data;
        return context;
    }
    return NULL;
}

/// Whether libxml2 has reported nothing, and left nothing in the context that xmlCtxtResetPush does not reset.
static int is_as_new(xmlParserCtxtPtr context) {
    return context->wellFormed && context->nsWellFormed && context->disableSAX == 0
        && context->errNo == XML_ERR_OK && context->lastError.code == XML_ERR_OK
        && (context->options & XML_PARSE_HUGE) == 0
        && context->nsNr == 0 && context->nameNr == 0 && context->attsDefault == NULL && context->attsSpecial == NULL
        && context->catalogs == NULL && context->inputNr == 1 && xmlDictGetUsage(context->dict) <= LARGEST_DICTIONARY;
}

void lx_return_context(xmlParserCtxtPtr context, int isClean) {
    if (isClean && has_usual_allocator() && is_as_new(context)) {
        context->userData = context;
        context->sax->serror = NULL;
        unsigned int size = pool_size(), first = first_slot(size);
        for (unsigned int index = 0; index < size; index++) {
            _Atomic(xmlParserCtxtPtr) *slot = &kept[(first + index) % size];
            xmlParserCtxtPtr none = NULL;
            if (atomic_compare_exchange_strong_explicit(
                    slot, &none, context, memory_order_release, memory_order_relaxed)) return;
        }
    }
    xmlFreeParserCtxt(context);
}
