#include "CLibXML2Shims.h"
#include <limits.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#if LIBXML_VERSION >= 21400
static xmlParserErrors refuse(
    void *context, const char *url, const char *publicId, xmlResourceType type, xmlParserInputFlags flags,
    xmlParserInput **out) {
    (void)context; (void)url; (void)publicId; (void)type; (void)flags;
    *out = NULL;
    return XML_IO_ENOENT;
}
#endif

void lx_lift_amplification_limit(xmlParserCtxtPtr context) {
#if LIBXML_VERSION >= 21200
    xmlCtxtSetMaxAmplification(context, UINT_MAX);
#else
    lx_allow_expansion(context, ULONG_MAX);
#endif
}

int lx_read_ahead(xmlParserInputPtr input, long count) {
#if LIBXML_VERSION >= 21200
    // libxml2 reads input from memory in pieces of 4,000 bytes.
    xmlParserInputBufferPtr buffer = input->buf;
    if (buffer == NULL || buffer->buffer == NULL) return 1;
    long current = input->cur - input->base;
    while (xmlBufUse(buffer->buffer) < (size_t)(current + count) && xmlParserInputBufferGrow(buffer, 1 << 20) > 0) {}
    // NULL once memory has run out.
    xmlChar *content = xmlBufContent(buffer->buffer);
    input->base = content == NULL ? BAD_CAST "" : content;
    input->cur = content == NULL ? input->base : content + current;
    input->end = content == NULL ? input->base : xmlBufEnd(buffer->buffer);
    return buffer->error != XML_ERR_NO_MEMORY && content != NULL;
#else
    (void)input; (void)count;
    return 1;
#endif
}

void lx_forbid_loading(xmlParserCtxtPtr context) {
#if LIBXML_VERSION >= 21400
    xmlCtxtSetResourceLoader(context, refuse, NULL);
#else
    (void)context;
#endif
}

int lx_append_content(xmlNodePtr node, const xmlChar *bytes, long length, long used, long *capacity) {
    if (used + length + 1 > *capacity) {
        long size = 2 * (used + length) + 64;
        xmlChar *content = xmlRealloc(node->content, (size_t)size);
        if (content == NULL) return 0;
        node->content = content;
        *capacity = size;
    }
    memcpy(node->content + used, bytes, (size_t)length);
    node->content[used + length] = 0;
    return 1;
}

/// Returns the converter of an encoding; NULL if libxml2 does not know the name, or if an allocation fails.
static xmlCharEncodingHandler *find_converter(const char *name, int *lacksMemory) {
    char *copy = xmlMemStrdup(name);
    *lacksMemory = copy == NULL;
    if (copy == NULL) return NULL;
    xmlCharEncodingHandler *handler = xmlFindCharEncodingHandler(name);
    if (handler != NULL && handler->name == NULL) {
        // Up to 2.13, libxml2 may return a converter without a name, which it never frees.
        handler->name = copy;
    } else {
        xmlFree(copy);
    }
    return handler;
}

lx_converter_status lx_open_converter(const char *name, xmlCharEncodingHandler **handler, xmlBufferPtr *output) {
    lx_host_settings settings;
    lx_enter(&settings);
    int lacksMemory;
    *output = NULL;
    *handler = find_converter(name, &lacksMemory);
    // An allocation may have failed, and may now succeed.
    if (*handler == NULL) *handler = find_converter(name, &lacksMemory);
    if (*handler != NULL) *output = xmlBufferCreate();
    if (*handler != NULL && *output == NULL) *output = xmlBufferCreate();
    if (*handler != NULL && *output == NULL) {
        xmlCharEncCloseFunc(*handler);
        *handler = NULL;
        lacksMemory = 1;
    }
    lx_leave(&settings);
    return *handler != NULL ? LX_CONVERTER_OPEN : lacksMemory ? LX_CONVERTER_NO_MEMORY : LX_CONVERTER_UNKNOWN;
}

char *lx_converter_name(void) { return xmlMemStrdup("converter"); }

void lx_name_converter(xmlParserCtxtPtr context, char **name) {
    const xmlParserInput *input = context->input;
    xmlCharEncodingHandler *handler = input == NULL || input->buf == NULL ? NULL : input->buf->encoder;
    if (handler == NULL || handler->name != NULL) return;
    handler->name = *name;
    *name = NULL;
}

void lx_free_name(char *name) {
    if (name != NULL) xmlFree(name);
}

void lx_refuse_entity(xmlParserCtxtPtr context, xmlEntityPtr entity) {
#if LIBXML_VERSION < 21300
    entity->etype = XML_EXTERNAL_PARAMETER_ENTITY;
    context->options &= ~XML_PARSE_NOENT;
    context->replaceEntities = 0;
#else
    (void)context; (void)entity;
#endif
}

xmlParserCtxtPtr lx_pull_parser(
    const xmlSAXHandler *callbacks, void *data, xmlInputReadCallback read, void *source) {
#if LIBXML_VERSION < 21300
    // xmlCreateIOParserCtxt does not free the buffer if the next allocation fails.
    xmlParserCtxtPtr context = xmlNewParserCtxt();
    if (context == NULL) return NULL;
    *context->sax = *callbacks;
    context->userData = data;
    xmlParserInputBufferPtr buffer = xmlParserInputBufferCreateIO(read, NULL, source, XML_CHAR_ENCODING_NONE);
    xmlParserInputPtr input = buffer == NULL ? NULL : xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE);
    if (input != NULL && inputPush(context, input) >= 0) return context;
    if (input != NULL) xmlFreeInputStream(input);
    else if (buffer != NULL) xmlFreeParserInputBuffer(buffer);
    xmlFreeParserCtxt(context);
    return NULL;
#else
    return xmlCreateIOParserCtxt((xmlSAXHandler *)callbacks, data, read, NULL, source, XML_CHAR_ENCODING_NONE);
#endif
}

void lx_reserve_attributes(xmlParserCtxtPtr context, long length) {
#if LIBXML_VERSION < 21100
    // ` a=''` is the shortest attribute. libxml2 begins with room for eleven.
    int count = length / 5 < 256 ? (int)(length / 5) : 256;
    if (count <= 11 || context->maxatts >= count * 5) return;
    // Those of earlier documents.
    if (context->atts != NULL) xmlFree(context->atts);
    if (context->attallocs != NULL) xmlFree(context->attallocs);
    context->attallocs = NULL;
    context->maxatts = 0;
    context->atts = xmlMalloc((size_t)count * 5 * sizeof(context->atts[0]));
    if (context->atts != NULL) context->attallocs = xmlMalloc((size_t)count * sizeof(context->attallocs[0]));
    if (context->attallocs != NULL) context->maxatts = count * 5;
    else lx_this_thread.innermost->lacksMemory = 1;
#else
    (void)context; (void)length;
#endif
}

void lx_stop_reading(xmlParserCtxtPtr context) {
    xmlParserInputPtr input = context->input;
#if LIBXML_VERSION >= 21300
    // One would only suppress callbacks.
    context->disableSAX = 2;
#else
    context->disableSAX = 1;
    context->instate = XML_PARSER_EOF;
    if (context->html && input != NULL && input->cur != NULL) {
        // Loops that skip characters do not look at the state, and cannot skip one once it is this. They end at the end
        // of the input, except for one: it waits there, after a `<` that begins no tag. If this is not that one,
        // libxml2 goes on from there; otherwise it reports the same `<` again, several times with each report.
        lx_host_settings *settings = lx_this_thread.innermost;
        if (*input->cur != '<') {
            input->cur = input->end;
        } else {
            if (settings->stopPosition != input->cur) settings->stopCount = 0;
            settings->stopPosition = input->cur;
            settings->stopCount++;
            if (settings->stopCount < 64) context->instate = XML_PARSER_CONTENT;
        }
    }
#endif
#if LIBXML_VERSION < 21400
    xmlParserInputBufferPtr buffer = input == NULL ? NULL : input->buf;
    if (buffer != NULL && buffer->raw != NULL && input->cur == input->base) {
        // The buffer that cannot grow no longer has contents, which libxml2 reads without a check.
        xmlBufPtr converted = buffer->buffer;
        buffer->buffer = buffer->raw;
        buffer->raw = converted;
    }
#endif
}

/// Calls `convert` until it has taken all of `rest`. Returns 1 if it has, 0 if a call makes no progress, or with
/// `isExact` reports invalid bytes, for the reason in `reason`, and -1 if allocations fail twice.
static int convert_all(
    int (*convert)(xmlCharEncodingHandler *, xmlBufferPtr, xmlBufferPtr), xmlCharEncodingHandler *handler,
    xmlBufferPtr output, xmlBufferPtr rest, int isExact, int *reason) {
    // One call may convert only a part, and returns the number of bytes. Only a call that makes no progress returns the
    // reason.
    while (xmlBufferLength(rest) > 0) {
        int before = xmlBufferLength(rest), written = xmlBufferLength(output);
        // libxml2 makes room for the result too, but without it, it goes on, and from 2.14 on tries forever.
        unsigned int room = 4 * (unsigned int)before + 64;
        if (xmlBufferGrow(output, room) < 0 && xmlBufferGrow(output, room) < 0) return -1;
        *reason = convert(handler, output, rest);
        if (xmlBufferLength(rest) == before && xmlBufferLength(output) == written) return 0;
        if (isExact && *reason == -2) return 0;
    }
    return 1;
}

/// Returns a buffer with these bytes; NULL if allocations fail twice.
static xmlBufferPtr copy_of(const unsigned char *input, int length) {
    for (int attempt = 0; attempt < 2; attempt++) {
        xmlBufferPtr copy = xmlBufferCreateSize(length > 0 ? (size_t)length : 1);
        if (copy == NULL) continue;
        if (length == 0 || xmlBufferAdd(copy, input, length) == 0) return copy;
        xmlBufferFree(copy);
    }
    return NULL;
}

int lx_uses_icu(const xmlCharEncodingHandler *handler) {
#if defined(LIBXML_ICU_ENABLED) && LIBXML_VERSION < 21400
    return handler != NULL && handler->uconv_in != NULL;
#else
    (void)handler;
    return 0;
#endif
}

/// The most bytes of one character, or of an invalid sequence.
enum { LARGEST_SEQUENCE = 8 };

/// Replaces what is in `output` with the text of `input` and perhaps a line feed, converted from the initial state.
/// Returns its length; -1 if some of the first `*taken` bytes are invalid, and -2 if an allocation fails. If the input
/// ends inside a character, text before it may be lacking.
static int convert_alone(
    const char *name, xmlBufferPtr output, const unsigned char *input, int length, int addsLineFeed, int *taken) {
    int lacksMemory, reason = 0, result = -2;
    xmlCharEncodingHandler *handler = find_converter(name, &lacksMemory);
    xmlBufferPtr rest = handler == NULL ? NULL : copy_of(input, length);
    xmlBufferEmpty(output);
    if (rest != NULL && (!addsLineFeed || xmlBufferAdd(rest, (const xmlChar *)"\n", 1) == 0)) {
        result = convert_all(xmlCharEncInFunc, handler, output, rest, 1, &reason);
        *taken = length - xmlBufferLength(rest);
        result = result < 0 ? -2 : result == 0 ? -1 : xmlBufferLength(output);
    }
    if (rest != NULL) xmlBufferFree(rest);
    if (handler != NULL) xmlCharEncCloseFunc(handler);
    return result;
}

/// The same as `lx_convert` with a converter of ICU. That has taken invalid bytes before it reports them, and does not
/// report the beginning of a character at the end, before which text may then be lacking. A character ends where the
/// text is longer with a line feed after it.
static lx_convert_status convert_with_icu(
    const char *name, xmlBufferPtr output, const unsigned char *input, int length, int *consumed) {
    int end = length, taken = 0;
    int written = convert_alone(name, output, input, length, 0, &taken);
    int isInvalid = written == -1;
    if (isInvalid) end = taken;
    for (int first = end; written != -2 && first - end <= LARGEST_SEQUENCE && end >= 0; end--) {
        int ignored, longer = convert_alone(name, output, input, end, 1, &ignored);
        written = longer < 0 ? longer : convert_alone(name, output, input, end, 0, &ignored);
        if (written < 0 || longer <= written) continue;
        *consumed = end;
        return isInvalid ? LX_CONVERT_INVALID : end < length ? LX_CONVERT_INCOMPLETE : LX_CONVERT_DONE;
    }
    xmlBufferEmpty(output);
    return written == -2 ? LX_CONVERT_NO_MEMORY : LX_CONVERT_FAILED;
}

lx_convert_status lx_convert(
    xmlCharEncodingHandler *handler, xmlBufferPtr output, const unsigned char *input, int length, int isExact,
    int *consumed) {
    lx_host_settings settings;
    lx_enter(&settings);
    lx_convert_status status = LX_CONVERT_NO_MEMORY;
    int usesICU = isExact && length > 0 && lx_uses_icu(handler);
    xmlBufferPtr rest = usesICU ? NULL : copy_of(input, length);
    *consumed = 0;
    if (usesICU) status = convert_with_icu(handler->name, output, input, length, consumed);
    if (rest != NULL) {
        int reason = 0;
        int result = convert_all(xmlCharEncInFunc, handler, output, rest, 0, &reason);
        if (result > 0) status = LX_CONVERT_DONE;
        else if (result == 0 && reason == -2) status = LX_CONVERT_INVALID;
        else if (result == 0 && (reason == 0 || reason == -3)) status = LX_CONVERT_INCOMPLETE;
        else if (result == 0) status = LX_CONVERT_FAILED;
        *consumed = length - xmlBufferLength(rest);
    }
    if (rest != NULL) xmlBufferFree(rest);
    lx_leave(&settings);
    return status;
}

int lx_encode(
    xmlCharEncodingHandler *handler, xmlBufferPtr output, const unsigned char *input, int length) {
    lx_host_settings settings;
    lx_enter(&settings);
    int result = -1, reason = 0;
    xmlBufferPtr rest = copy_of(input, length);
    if (rest != NULL) {
        result = convert_all(xmlCharEncOutFunc, handler, output, rest, 0, &reason);
    }
    if (rest != NULL) xmlBufferFree(rest);
    lx_leave(&settings);
    return result;
}

const char *lx_version(void) { return xmlParserVersion; }
