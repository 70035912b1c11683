#ifndef CLIBXML2_SHIMS_QUERIES_H
#define CLIBXML2_SHIMS_QUERIES_H

// What queries need. Included by CLibXML2Shims.h.

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

/// Sets the version of a document, whose type is not the same in all versions of libxml2.
static inline void lx_set_version(xmlDocPtr _Nonnull document) { document->version = (xmlChar *)"1.0"; }

/// Ends an evaluation, also from another thread: libxml2 reads the limit of operations at each step.
static inline void lx_stop_evaluation(xmlXPathContextPtr _Nonnull context) {
    __atomic_store_n(&context->opLimit, 1, __ATOMIC_RELAXED);
}

/// Removes the last argument of a function from the stack, and adds its result. Later versions have other names.
static inline xmlXPathObjectPtr _Nullable lx_pop_value(xmlXPathParserContextPtr _Nonnull context) {
    return valuePop(context);
}
static inline int lx_push_value(xmlXPathParserContextPtr _Nonnull context, xmlXPathObjectPtr _Nonnull value) {
    return valuePush(context, value);
}

/// The functions `_ontains`, `_ubstring-before`, `_ubstring-after` and `_ranslate`: those of XPath whose first letters
/// are others, so that places in an expression remain. Their time is proportional to the lengths of their arguments.
void lx_search(xmlXPathParserContextPtr _Nonnull context, int count);

/// Frees memory of libxml2, through its function pointer.
static inline void lx_free(void *_Nullable memory) { xmlFree(memory); }

/// Returns the names of text and comment nodes, which libxml2 compares by pointer. Swift cannot import these arrays.
static inline const xmlChar *_Nonnull lx_text_name(void) { return xmlStringText; }
static inline const xmlChar *_Nonnull lx_comment_name(void) { return xmlStringComment; }

/// Returns the option bits for a parser that reads the declarations of an internal subset again. Without
/// `XML_PARSE_NOENT`, libxml2 up to 2.12 does not load an external parameter entity.
static inline int lx_declaration_options(void) { return (lx_safe_options() & ~XML_PARSE_NOENT) | XML_PARSE_HUGE; }

#pragma clang diagnostic pop

#endif
