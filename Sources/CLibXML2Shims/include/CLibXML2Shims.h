#ifndef CLIBXML2_SHIMS_H
#define CLIBXML2_SHIMS_H

#include "../../CLibXML2/CLibXML2.h"

// What Swift cannot write against every libxml2 from 2.9 to 2.15: members that newer versions mark as deprecated,
// option bits and functions that older versions lack. Each function says which.

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

/// Where a parser stands in its document.
typedef struct {
    /// The bytes that libxml2 still holds: [begin, end). Pointers that a callback receives and that lie in it are
    /// bytes of the document.
    const xmlChar *_Nullable begin;
    const xmlChar *_Nullable current;
    const xmlChar *_Nullable end;
    /// How many bytes of the document come before `begin`.
    unsigned long consumed;
    /// Whether what is being parsed is the replacement text of an entity.
    int isInsideEntity;
} lx_position;

/// The place in the document entity, also while the replacement text of an entity is parsed.
///
/// Up to 2.12 such text is parsed by a context of its own, and `depth` (deprecated since) counts that; from 2.13 on
/// it is pushed as one more input of the same context.
static inline lx_position lx_current_position(xmlParserCtxtPtr _Nonnull context) {
    const xmlParserInput *input = context->inputNr > 1 ? context->inputTab[0] : context->input;
    lx_position position = {0};
    if (input == NULL) return position;
    position.begin = input->base;
    position.current = input->cur;
    position.end = input->end;
    position.consumed = input->consumed;
#if LIBXML_VERSION < 21300
    position.isInsideEntity = context->depth > 0 || context->inputNr > 1;
#else
    position.isInsideEntity = context->inputNr > 1;
#endif
    return position;
}

/// Whether an entity that nothing declares may be declared in a DTD or parameter entity that was not read, so that a
/// reference to it is no error (XML 1.0, section 4.1, "Entity Declared"). The members are deprecated from 2.14 on.
static inline int lx_may_be_declared_elsewhere(xmlParserCtxtPtr _Nonnull context) {
    return context->standalone != 1 && (context->hasExternalSubset != 0 || context->hasPErefs != 0);
}

/// How many references to entities a context has counted, with those in an entity that is about to be used; 0 from 2.11
/// on, where nothing depends on it.
static inline unsigned long lx_reference_count(xmlParserCtxtPtr _Nonnull context, xmlEntityPtr _Nullable entity) {
#if LIBXML_VERSION < 21100
    return context->nbentities + (entity == NULL ? 0 : (unsigned long)entity->checked / 2);
#else
    (void)context; (void)entity;
    return 0;
#endif
}

/// Option bits for a parser that expands internal entities and loads nothing: `XML_PARSE_NO_XXE` exists from 2.13 on,
/// `XML_PARSE_NO_SYS_CATALOG` from 2.14 on.
static inline int lx_safe_options(void) {
    int options = XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_IGNORE_ENC;
#if LIBXML_VERSION >= 21300
    options |= XML_PARSE_NO_XXE;
#endif
#if LIBXML_VERSION >= 21400
    options |= XML_PARSE_NO_SYS_CATALOG;
#endif
    return options;
}

/// Option bits for a parser of HTML that is fed UTF-8, whatever the page says: `HTML_PARSE_HUGE`, which lifts libxml2's
/// own limits beside ours, exists from 2.14 on.
static inline int lx_html_options(int impliesElements) {
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_NODEFDTD | HTML_PARSE_IGNORE_ENC;
    if (!impliesElements) options |= HTML_PARSE_NOIMPLIED;
#if LIBXML_VERSION >= 21400
    options |= HTML_PARSE_HUGE;
#endif
    return options;
}

/// Ends a parse after a report of `--` in a comment, so that libxml2 does not report the others: for each it copies the comment up to there. `xmlStopParser` must
/// not be called from where it reports, because up to 2.13 that frees the input. The members are deprecated in newer versions.
static inline void lx_end_comment(const xmlError *_Nonnull error) {
    xmlParserCtxtPtr context = error->ctxt;
    if (error->code != XML_ERR_HYPHEN_IN_COMMENT || context == NULL) return;
#if LIBXML_VERSION < 21400
    context->disableSAX = 1;
    context->instate = XML_PARSER_EOF;
#else
    xmlStopParser(context);
#endif
}

/// Has a context go on reporting: from 2.11 on it reports 100 errors and 100 warnings, and no more. Not for one that has failed: of a
/// comment 2.13 goes on to report each `--`, and copies it up to there.
static inline void lx_keep_reporting(const xmlError *_Nonnull error) {
#if LIBXML_VERSION >= 21100
    xmlParserCtxtPtr context = error->ctxt;
    int isOfParser = error->domain == XML_FROM_PARSER || error->domain == XML_FROM_NAMESPACE || error->domain == XML_FROM_HTML;
    if (context != NULL && isOfParser) context->nbErrors = context->nbWarnings = 0;
#else
    (void)error;
#endif
}

/// Lifts libxml2's own limits on the length of one construct, or puts them back. Setting the member, which is what
/// `xmlCtxtUseOptions` does, changes nothing else.
static inline void lx_set_huge(xmlParserCtxtPtr _Nonnull context, int isHuge) {
    if (isHuge) context->options |= XML_PARSE_HUGE; else context->options &= ~XML_PARSE_HUGE;
}

/// Has a context take its input for UTF-8, whatever its first bytes look like: otherwise it guesses, in spite of
/// `XML_PARSE_IGNORE_ENC`, and converts what looks like UTF-16. Up to 2.11 the two engines look at two members for that.
static inline void lx_assume_utf8(xmlParserCtxtPtr _Nonnull context) {
    xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8);
#if LIBXML_VERSION < 21200
    if (context->encoding == NULL) context->encoding = xmlStrdup((const xmlChar *)"UTF-8");
#endif
}

/// The version of the libxml2 that is loaded, as digits; `LIBXML_VERSION` is that of the headers. Up to 2.13 it is a macro.
static inline const char *_Nonnull lx_loaded_version(void) { return xmlParserVersion; }

/// Has a context allow entities to add five times as many bytes more than its own limit (2.11 and newer).
static inline void lx_allow_expansion(xmlParserCtxtPtr _Nonnull context, unsigned long bytes) {
#if LIBXML_VERSION >= 21100
    // The bytes of external entities, which allow internal ones to add a multiple of them.
    context->sizeentities = bytes;
#else
    (void)context; (void)bytes;
#endif
}

/// How deep elements may nest for libxml2's pulling engine and its trees: a variable of the process, which newer versions mark as
/// deprecated.
static inline long lx_largest_depth(void) { return (long)xmlParserMaxDepth; }

/// How many declarations of namespaces are in scope.
static inline long lx_namespace_count(xmlParserCtxtPtr _Nonnull context) {
#if LIBXML_VERSION < 21200
    return context->nsNr / 2;
#else
    return context->nsNr;
#endif
}

#pragma clang diagnostic pop

/// Lifts libxml2's own limit on what entities may add, beside ours (2.11 and newer). Up to 2.12 it stays inside of entities, whose
/// context is not ours.
void lx_lift_amplification_limit(xmlParserCtxtPtr _Nonnull context);

/// Whether a report of the HTML parser is not about the page, but results from how it is read (2.11 and 2.12). The
/// context then goes on.
int lx_html_is_spurious(const xmlError *_Nonnull error);

/// Reads what such a report has kept from being read. Returns 0 when memory ran out.
int lx_html_parse_rest(xmlParserCtxtPtr _Nonnull context);

/// Has an input hold the next `count` bytes of its document, or all that are left.
void lx_read_ahead(xmlParserInputPtr _Nonnull input, long count);

/// Makes a context refuse to load anything, as a second lock behind the entity filter (2.14 and newer; does nothing in
/// older versions, which have no such hook for one context).
void lx_forbid_loading(xmlParserCtxtPtr _Nonnull context);

/// Appends to the content of a node that was made of `used` bytes, of which the memory holds `capacity`; that grows in
/// steps of its own size, as libxml2's own function does not. Returns 0 when memory ran out.
///
/// libxml2's allocator is a variable, which Swift does not let be read.
int lx_append_content(
    xmlNodePtr _Nonnull node, const xmlChar *_Nonnull bytes, long length, long used, long *_Nonnull capacity);

/// How many settings are numbers: up to 2.13 how buffers grow is among them, up to 2.14 whether lines are counted.
#if LIBXML_VERSION < 21400
#define LX_HOST_NUMBER_COUNT 9
#elif LIBXML_VERSION < 21500
#define LX_HOST_NUMBER_COUNT 7
#else
#define LX_HOST_NUMBER_COUNT 6
#endif

/// What a host program has set for libxml2 in one thread, and the last error that libxml2 reported there.
///
/// All of this is kept in variables of the thread, which Swift sees as macros.
typedef struct lx_host_settings {
    xmlStructuredErrorFunc _Nullable structuredError;
    void *_Nullable structuredErrorContext;
    xmlGenericErrorFunc _Nullable genericError;
    void *_Nullable genericErrorContext;
    xmlRegisterNodeFunc _Nullable registerNode;
    xmlDeregisterNodeFunc _Nullable deregisterNode;
    int numbers[LX_HOST_NUMBER_COUNT];
    int isChanged;
    /// Whether the host program's handlers are in place, because its code has run in the middle of a parse and will again.
    int isLent;
    int hasError;
    xmlError lastError;
    struct lx_host_settings *_Nullable outer;
} lx_host_settings;

/// Puts libxml2's own settings, and silent handlers of errors, in the place of those of the host program, in this thread and
/// until `lx_leave`. Calls may be nested.
void lx_enter(lx_host_settings *_Nonnull settings);

/// Ends what `lx_enter` began with the same settings.
void lx_leave(lx_host_settings *_Nonnull settings);

/// The settings of this thread.
typedef struct lx_host_thread {
    /// Those that the innermost call of `lx_enter` has set aside.
    lx_host_settings *_Nullable innermost;
    /// Where libxml2 keeps its last error, once `lx_enter` has been called.
    xmlError *_Nullable lastError;
} lx_host_thread;

extern _Thread_local lx_host_thread lx_this_thread;

/// Whether libxml2 has reported an error that nobody has reset.
static inline int lx_has_error(void) {
    const xmlError *error = lx_this_thread.lastError;
    return error->code != XML_ERR_OK || error->message != NULL;
}

/// Parts of the two functions below.
void lx_give_back(lx_host_settings *_Nonnull settings);
void lx_take_again(lx_host_settings *_Nonnull settings);

/// Gives the thread back the host program's settings while its own code runs between `lx_enter` and `lx_leave`, and returns
/// what `lx_resume` takes; NULL outside of such calls.
static inline lx_host_settings *_Nullable lx_suspend(void) {
    lx_host_settings *suspended = lx_this_thread.innermost;
    lx_this_thread.innermost = NULL;
    if (suspended != NULL && (!suspended->isLent || lx_has_error())) lx_give_back(suspended);
    return suspended;
}

/// Ends what `lx_suspend` began. Settings that the host program has changed in between are its settings from then on.
///
/// Handlers of events run between the two, so that this does little: the host program's handlers of errors stay, because a
/// parser reports what it finds in content to its own, until `lx_restore_defaults` is called.
static inline void lx_resume(lx_host_settings *_Nullable suspended) {
    lx_this_thread.innermost = suspended;
    if (suspended == NULL) return;
    // An error that the host program has left is put aside.
    suspended->isLent = !suspended->isChanged && !lx_has_error();
    if (!suspended->isLent) lx_take_again(suspended);
}

/// Sets aside again what `lx_resume` may have left: handlers, numbers, which count for contexts that are made, and hooks, which
/// are called for nodes. Called before libxml2 reads declarations, or makes a context for an entity.
void lx_restore_defaults(void);

/// What one call of `lx_convert` came to.
typedef enum {
    /// All of the input was converted.
    LX_CONVERT_DONE = 0,
    /// The rest of the input is the beginning of a character.
    LX_CONVERT_INCOMPLETE = 1,
    /// The next bytes of the input are no character of the encoding.
    LX_CONVERT_INVALID = 2,
    /// Memory ran out, or the converter failed.
    LX_CONVERT_FAILED = 3,
} lx_convert_status;

/// Converts as much as possible of `input` to UTF-8, appending to `output`, and sets `consumed` to the number of input
/// bytes that were used.
///
/// libxml2 up to 2.11 reports a conversion error through the handler of the thread: see `lx_enter`.
lx_convert_status lx_convert(
    xmlCharEncodingHandler *_Nonnull handler, xmlBufferPtr _Nonnull output,
    const unsigned char *_Nullable input, int length, int *_Nonnull consumed);

#endif
