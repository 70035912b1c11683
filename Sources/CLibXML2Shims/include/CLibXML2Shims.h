#ifndef CLIBXML2_SHIMS_H
#define CLIBXML2_SHIMS_H

#include "../../CLibXML2/CLibXML2.h"

// Code that Swift cannot express for every libxml2 from 2.9 to 2.15: members that newer versions mark as deprecated,
// and option bits and functions that older versions do not have. Each comment says which.

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

/// A parser's position in its document.
typedef struct {
    /// The bytes that libxml2 still holds: [begin, end). If a pointer that a callback receives is in this range, it
    /// points to bytes of the document.
    const xmlChar *_Nullable begin;
    const xmlChar *_Nullable current;
    const xmlChar *_Nullable end;
    /// How many bytes of the document come before `begin`.
    unsigned long consumed;
    /// Whether the replacement text of an entity is being parsed.
    int isInsideEntity;
} lx_position;

/// Returns the position in the document entity, even while the replacement text of an entity is parsed.
///
/// Up to 2.12, such text is parsed by a context of its own, and `depth` (deprecated since) counts these contexts. From
/// 2.13 on, it is pushed as an additional input of the same context.
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

/// Whether the replacement text of an entity is being computed. The member is deprecated in newer versions.
static inline int lx_is_expanding(xmlParserCtxtPtr _Nonnull context) { return context->depth > 0; }

/// Returns the stack of the names of open elements. The member is deprecated in newer versions.
static inline const xmlChar *_Nullable *_Nullable lx_open_names(xmlParserCtxtPtr _Nonnull context) {
    return context->nameTab;
}

/// Restores that stack, which an HTML parser up to 2.13 loses, and then reads, if it cannot make it larger.
static inline void lx_restore_open_names(
    xmlParserCtxtPtr _Nonnull context, const xmlChar *_Nullable *_Nullable names) {
    if (context->nameTab == NULL) context->nameTab = names;
}

/// Whether an undeclared entity may be declared in a DTD or parameter entity that was not read, so that a reference to
/// it is not an error (XML 1.0, section 4.1, "Entity Declared"). The members are deprecated from 2.14 on.
static inline int lx_may_be_declared_elsewhere(xmlParserCtxtPtr _Nonnull context) {
    return context->standalone != 1 && (context->hasExternalSubset != 0 || context->hasPErefs != 0);
}

/// Returns how many references to entities a context has counted, including those in an entity that is about to be
/// used. Returns 0 from 2.11 on, where the number has no effect.
static inline unsigned long lx_reference_count(xmlParserCtxtPtr _Nonnull context, xmlEntityPtr _Nullable entity) {
#if LIBXML_VERSION < 21100
    return context->nbentities + (entity == NULL ? 0 : (unsigned long)entity->checked / 2);
#else
    (void)context; (void)entity;
    return 0;
#endif
}

/// Returns the option bits for a parser that expands internal entities and loads nothing. `XML_PARSE_NO_XXE` exists
/// from 2.13 on, `XML_PARSE_NO_SYS_CATALOG` from 2.14 on.
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

/// Returns the option bits for an HTML parser that is fed UTF-8, whatever encoding the page declares.
/// `HTML_PARSE_HUGE`, which lifts libxml2's own limits in favor of ours, exists from 2.14 on.
static inline int lx_html_options(int impliesElements) {
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_NODEFDTD | HTML_PARSE_IGNORE_ENC;
    if (!impliesElements) options |= HTML_PARSE_NOIMPLIED;
#if LIBXML_VERSION >= 21400
    options |= HTML_PARSE_HUGE;
#endif
    return options;
}

/// Ends a parse after a report of `--` in a comment, so that libxml2 does not report the others: for each of them, it
/// copies the comment up to there. `xmlStopParser` must not be called while libxml2 reports an error, because up to
/// 2.13 that frees the input. The members are deprecated in newer versions.
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

/// Makes a context continue to report. From 2.11 on, libxml2 stops reporting after 100 errors and 100 warnings. Do not
/// call this for a parse that has failed: 2.13 then continues to report each `--` of a comment, and copies the comment
/// up to there each time.
static inline void lx_keep_reporting(const xmlError *_Nonnull error) {
#if LIBXML_VERSION >= 21100
    xmlParserCtxtPtr context = error->ctxt;
    int isOfParser = error->domain == XML_FROM_PARSER || error->domain == XML_FROM_NAMESPACE
        || error->domain == XML_FROM_HTML;
    if (context != NULL && isOfParser) context->nbErrors = context->nbWarnings = 0;
#else
    (void)error;
#endif
}

/// Lifts libxml2's own limits on the length of one construct, or restores them. Sets the member directly, as
/// `xmlCtxtUseOptions` does, and nothing else.
static inline void lx_set_huge(xmlParserCtxtPtr _Nonnull context, int isHuge) {
    if (isHuge) context->options |= XML_PARSE_HUGE; else context->options &= ~XML_PARSE_HUGE;
}

/// Makes a context treat its input as UTF-8, whatever its first bytes look like. Otherwise libxml2 guesses in spite of
/// `XML_PARSE_IGNORE_ENC`, and converts input that looks like UTF-16. Up to 2.11, the two engines use two different
/// members for that.
static inline void lx_assume_utf8(xmlParserCtxtPtr _Nonnull context) {
    xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8);
#if LIBXML_VERSION < 21200
    if (context->encoding == NULL) context->encoding = xmlStrdup((const xmlChar *)"UTF-8");
#endif
}

/// Returns the version of the loaded libxml2, as digits; `LIBXML_VERSION` is that of the headers. A macro up to 2.13.
static inline const char *_Nonnull lx_loaded_version(void) { return xmlParserVersion; }

/// Allows entities to add five times `bytes` more than a context's own limit (2.11 and newer).
static inline void lx_allow_expansion(xmlParserCtxtPtr _Nonnull context, unsigned long bytes) {
#if LIBXML_VERSION >= 21100
    // The size of external entities; internal entities may add a multiple of it.
    context->sizeentities = bytes;
#else
    (void)context; (void)bytes;
#endif
}

/// Returns how deep elements may nest in libxml2's pull engine and its trees: a variable of the process, which newer
/// versions mark as deprecated.
static inline long lx_largest_depth(void) { return (long)xmlParserMaxDepth; }

/// Returns how many namespace declarations are in scope.
static inline long lx_namespace_count(xmlParserCtxtPtr _Nonnull context) {
#if LIBXML_VERSION < 21200
    return context->nsNr / 2;
#else
    return context->nsNr;
#endif
}

/// Returns 1 if the stack of this thread has room for recursion through the code of a program, 0 if it is almost full.
int lx_stack_has_room(void);

#pragma clang diagnostic pop

/// Lifts libxml2's own limit on entity expansion in favor of ours (2.11 and newer). Up to 2.12, the limit still applies
/// inside of entities, which have a context of their own.
void lx_lift_amplification_limit(xmlParserCtxtPtr _Nonnull context);

/// Whether a report of the HTML parser is not about the page, but an effect of how libxml2 reads it (2.11 and 2.12).
/// The context then continues.
int lx_html_is_spurious(const xmlError *_Nonnull error);

/// Reads the part of a page that such a report has kept libxml2 from reading. Returns 0 if memory runs out.
int lx_html_parse_rest(xmlParserCtxtPtr _Nonnull context);

/// Creates a parser that requests its input. Returns NULL if an allocation fails.
xmlParserCtxtPtr _Nullable lx_pull_parser(
    const xmlSAXHandler *_Nonnull callbacks, void *_Nonnull data, xmlInputReadCallback _Nonnull read,
    void *_Nonnull source);

/// Gives a parser room for the attributes of one tag of a document of at most `length` bytes. Up to 2.10, libxml2 reads
/// freed memory if it cannot make the second of two arrays larger, which then happens to tags of more than 256
/// attributes only.
void lx_reserve_attributes(xmlParserCtxtPtr _Nonnull context, long length);

/// Reads a page in UTF-8 with a context that was not used before. Does not begin if memory runs out.
void lx_read_page(xmlParserCtxtPtr _Nonnull context, const char *_Nonnull text, int length, int options);

/// Makes a parser stop after a failed allocation. Unlike `xmlStopParser`, it frees nothing, and may be called while
/// libxml2 reports an error.
void lx_stop_reading(xmlParserCtxtPtr _Nonnull context);

/// Makes an input hold the next `count` bytes of its document, or all that remain (2.12 and newer; otherwise does
/// nothing). Returns 0 if memory runs out.
int lx_read_ahead(xmlParserInputPtr _Nonnull input, long count);

/// Makes a context refuse to load anything, as a second safeguard behind the entity policy (2.14 and newer; does
/// nothing in older versions, which have no such hook for a single context).
void lx_forbid_loading(xmlParserCtxtPtr _Nonnull context);

/// Appends bytes to the content of a node, which has `used` bytes so far in a buffer of `capacity` bytes. The buffer
/// grows in proportion to its size, which it does not in libxml2's own function. Returns 0 if memory runs out.
///
/// libxml2's allocator is a variable, which Swift cannot read.
int lx_append_content(
    xmlNodePtr _Nonnull node, const xmlChar *_Nonnull bytes, long length, long used, long *_Nonnull capacity);

/// How many settings are numbers. They include the growth of buffers up to 2.13, and the counting of lines up to 2.14.
#if LIBXML_VERSION < 21400
#define LX_HOST_NUMBER_COUNT 9
#elif LIBXML_VERSION < 21500
#define LX_HOST_NUMBER_COUNT 7
#else
#define LX_HOST_NUMBER_COUNT 6
#endif

/// The settings that a host program has made for libxml2 in one thread, and the last error that libxml2 reported there.
///
/// libxml2 keeps all of this in variables of the thread, which are macros and therefore unavailable in Swift.
typedef struct lx_host_settings {
    xmlStructuredErrorFunc _Nullable structuredError;
    void *_Nullable structuredErrorContext;
    xmlGenericErrorFunc _Nullable genericError;
    void *_Nullable genericErrorContext;
    xmlRegisterNodeFunc _Nullable registerNode;
    xmlDeregisterNodeFunc _Nullable deregisterNode;
    int numbers[LX_HOST_NUMBER_COUNT];
    int isChanged;
    /// Whether the host program's error handlers are in place, because its code has run during a parse and will run
    /// again.
    int isLent;
    int hasError;
    /// Whether libxml2 has reported since `lx_enter` that an allocation failed, other than to the handler of a parser.
    int lacksMemory;
    /// The parser that stops when that happens.
    xmlParserCtxtPtr _Nullable parser;
    /// Where that parser has been asked to stop, and how often: see `lx_stop_reading`.
    const xmlChar *_Nullable stopPosition;
    int stopCount;
    xmlError lastError;
    struct lx_host_settings *_Nullable outer;
} lx_host_settings;

/// Replaces the host program's settings by libxml2's own defaults, and its error handlers by silent ones, in this
/// thread and until `lx_leave`. Calls may be nested.
void lx_enter(lx_host_settings *_Nonnull settings);

/// Reverts the effect of `lx_enter` with the same settings.
void lx_leave(lx_host_settings *_Nonnull settings);

/// The settings of this thread.
typedef struct lx_host_thread {
    /// The settings that the innermost call of `lx_enter` has saved.
    lx_host_settings *_Nullable innermost;
    /// The address of libxml2's last error, once `lx_enter` has been called.
    xmlError *_Nullable lastError;
} lx_host_thread;

extern _Thread_local lx_host_thread lx_this_thread;

/// Whether libxml2 has reported an error that has not been reset.
static inline int lx_has_error(void) {
    const xmlError *error = lx_this_thread.lastError;
    return error->code != XML_ERR_OK || error->message != NULL;
}

/// Whether an allocation has failed since the innermost `lx_enter`. libxml2 reports it to a parser's own handler, to
/// the handler of the thread, or only in the thread's last error.
static inline int lx_lacks_memory(void) {
    const lx_host_settings *settings = lx_this_thread.innermost;
    return settings != NULL && (settings->lacksMemory || lx_this_thread.lastError->code == XML_ERR_NO_MEMORY);
}

/// Makes a parser stop when an allocation fails, until the next call or the end of the innermost `lx_enter`. NULL
/// before the parser is freed. Up to 2.13, libxml2 does not stop if that happens in a function that does not know the
/// parser. It may then read the same tag of a page forever.
static inline void lx_stop_without_memory(xmlParserCtxtPtr _Nullable context) {
    if (lx_this_thread.innermost != NULL) lx_this_thread.innermost->parser = context;
}

/// Parts of the two functions below.
void lx_give_back(lx_host_settings *_Nonnull settings);
void lx_take_again(lx_host_settings *_Nonnull settings);

/// Restores the host program's settings in this thread while its own code runs between `lx_enter` and `lx_leave`.
/// Returns the argument for `lx_resume`; NULL outside of such calls.
static inline lx_host_settings *_Nullable lx_suspend(void) {
    lx_host_settings *suspended = lx_this_thread.innermost;
    if (suspended != NULL && (!suspended->isLent || lx_has_error())) lx_give_back(suspended);
    lx_this_thread.innermost = NULL;
    return suspended;
}

/// Reverts the effect of `lx_suspend`. Settings that the host program has changed in between become its settings.
///
/// Event handlers run between the two calls, so this does little work. The host program's error handlers stay in place
/// until `lx_restore_defaults` is called, because a parser reports errors in content to its own handlers.
static inline void lx_resume(lx_host_settings *_Nullable suspended) {
    lx_this_thread.innermost = suspended;
    if (suspended == NULL) return;
    // An error that the host program has left is saved.
    suspended->isLent = !suspended->isChanged && !lx_has_error();
    if (!suspended->isLent) lx_take_again(suspended);
}

/// Saves the settings that `lx_resume` may have left in place: error handlers, numbers, which affect new contexts, and
/// hooks, which are called for nodes. Called before libxml2 reads declarations or creates a context for an entity.
void lx_restore_defaults(void);

/// The result of one call of `lx_convert`.
typedef enum {
    /// All of the input was converted.
    LX_CONVERT_DONE = 0,
    /// The rest of the input is the beginning of a character.
    LX_CONVERT_INCOMPLETE = 1,
    /// The next bytes of the input are not a character of the encoding.
    LX_CONVERT_INVALID = 2,
    /// The converter failed.
    LX_CONVERT_FAILED = 3,
    /// An allocation failed.
    LX_CONVERT_NO_MEMORY = 4,
} lx_convert_status;

/// The result of `lx_open_converter`.
typedef enum {
    /// libxml2 does not know the name.
    LX_CONVERTER_UNKNOWN = 0,
    LX_CONVERTER_OPEN = 1,
    /// Allocations failed.
    LX_CONVERTER_NO_MEMORY = 2,
} lx_converter_status;

/// Finds the converter of an encoding, and creates a buffer for its output; both become NULL unless it is open.
///
/// `xmlFindCharEncodingHandler` returns NULL for an unknown name and after a failed allocation alike. Single failures
/// have no effect, because not all users of a converter can report an error.
lx_converter_status lx_open_converter(
    const char *_Nonnull name, xmlCharEncodingHandler *_Nullable *_Nonnull handler,
    xmlBufferPtr _Nullable *_Nonnull output);

/// Whether a converter is one of ICU, with which `lx_convert` converts each input from the initial state to be exact.
int lx_uses_icu(const xmlCharEncodingHandler *_Nullable handler);

/// Returns a name for a converter; NULL if an allocation fails.
char *_Nullable lx_converter_name(void);

/// Gives this name to the converter of a parser if it has none, and sets `name` to NULL. Up to 2.13, libxml2 may create
/// a converter without a name if an allocation fails, and never frees that.
void lx_name_converter(xmlParserCtxtPtr _Nonnull context, char *_Nullable *_Nonnull name);

/// Frees a name that no converter has received.
void lx_free_name(char *_Nullable name);

/// Makes a parser that has run out of memory not read a parameter entity that it is about to read: up to 2.12, it would
/// free the input for that twice. Such a parser reads no external entity.
void lx_refuse_entity(xmlParserCtxtPtr _Nonnull context, xmlEntityPtr _Nonnull entity);

/// Converts as much as possible of `input` to UTF-8 into `output`, which is empty, and sets `consumed` to the number of
/// input bytes that were converted. Without `isExact`, a converter of ICU goes on from the state that it is in, and may
/// lose bytes.
///
/// Up to 2.11, libxml2 reports a conversion error through the handler of the thread: see `lx_enter`.
lx_convert_status lx_convert(
    xmlCharEncodingHandler *_Nonnull handler, xmlBufferPtr _Nonnull output,
    const unsigned char *_Nullable input, int length, int isExact, int *_Nonnull consumed);

/// Converts UTF-8 to another encoding, and appends the result to `output`.
///
/// libxml2 writes a decimal character reference for a character that the encoding cannot represent, and does not report
/// it. The function is deprecated in newer versions, which have no other one for a buffer.
///
/// Returns 0 if not all of the input could be converted, and -1 if an allocation failed.
int lx_encode(
    xmlCharEncodingHandler *_Nonnull handler, xmlBufferPtr _Nonnull output,
    const unsigned char *_Nullable input, int length);

/// The version of the library that was loaded. Swift does not import the variable, which is a macro in some versions.
const char *_Nonnull lx_version(void);

#include "ContextPool.h"
#include "Queries.h"
#include "Validation.h"

#endif
