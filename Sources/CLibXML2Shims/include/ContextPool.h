#ifndef CLIBXML2_SHIMS_CONTEXT_POOL_H
#define CLIBXML2_SHIMS_CONTEXT_POOL_H

// Contexts of the push parser that are used again. Included by CLibXML2Shims.h.
//
// A new context with its dictionary takes a third of the time of a small message. A context is kept only after a
// well-formed document without a document type declaration, and without any report of libxml2: up to 2.9, a context
// keeps namespaces after an error. None is kept or taken while the program has set an allocator.

/// Returns a context that was kept, with its handler and without input; NULL if there is none.
xmlParserCtxtPtr _Nullable lx_take_context(void *_Nonnull data);

/// Frees a context, or keeps it for the next document if libxml2 has reported nothing, and few contexts are kept.
///
/// `isClean` is false if the document has a document type declaration or a fault that libxml2 did not report, or if the
/// program has stopped the parse.
void lx_return_context(xmlParserCtxtPtr _Nonnull context, int isClean);

#endif
