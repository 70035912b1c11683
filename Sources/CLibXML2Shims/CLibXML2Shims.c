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

void lx_read_ahead(xmlParserInputPtr input, long count) {
#if LIBXML_VERSION >= 21200
    // libxml2 reads input from memory in pieces of 4,000 bytes.
    xmlParserInputBufferPtr buffer = input->buf;
    if (buffer == NULL || buffer->buffer == NULL) return;
    long current = input->cur - input->base;
    while (xmlBufUse(buffer->buffer) < (size_t)(current + count) && xmlParserInputBufferGrow(buffer, 1 << 20) > 0) {}
    // NULL once memory has run out.
    xmlChar *content = xmlBufContent(buffer->buffer);
    input->base = content == NULL ? BAD_CAST "" : content;
    input->cur = content == NULL ? input->base : content + current;
    input->end = content == NULL ? input->base : xmlBufEnd(buffer->buffer);
#else
    (void)input; (void)count;
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


lx_convert_status lx_convert(
    xmlCharEncodingHandler *handler, xmlBufferPtr output, const unsigned char *input, int length, int *consumed) {
    lx_host_settings settings;
    lx_enter(&settings);
    lx_convert_status status = LX_CONVERT_DONE;
    xmlBufferPtr rest = xmlBufferCreateSize(length > 0 ? (size_t)length : 1);
    if (rest == NULL || (length > 0 && xmlBufferAdd(rest, input, length) != 0)) {
        status = LX_CONVERT_FAILED;
    }
    // xmlCharEncInFunc may convert only a part, and returns the number of bytes. Only a call that makes no progress
    // returns the reason.
    while (status == LX_CONVERT_DONE && xmlBufferLength(rest) > 0) {
        int before = xmlBufferLength(rest), written = xmlBufferLength(output);
        int result = xmlCharEncInFunc(handler, output, rest);
        if (xmlBufferLength(rest) < before || xmlBufferLength(output) > written) continue;
        status = LX_CONVERT_FAILED;
        if (result == -2) status = LX_CONVERT_INVALID;
        if (result == 0 || result == -3) status = LX_CONVERT_INCOMPLETE;
    }
    *consumed = rest == NULL ? 0 : length - xmlBufferLength(rest);
    if (rest != NULL) xmlBufferFree(rest);

    lx_leave(&settings);
    return status;
}

int lx_encode(
    xmlCharEncodingHandler *handler, xmlBufferPtr output, const unsigned char *input, int length) {
    lx_host_settings settings;
    lx_enter(&settings);
    xmlBufferPtr rest = xmlBufferCreateSize(length > 0 ? (size_t)length : 1);
    int is_done = rest != NULL && (length == 0 || xmlBufferAdd(rest, input, length) == 0);
    // One call may convert only a part.
    while (is_done && xmlBufferLength(rest) > 0) {
        int before = xmlBufferLength(rest), written = xmlBufferLength(output);
        xmlCharEncOutFunc(handler, output, rest);
        if (xmlBufferLength(rest) == before && xmlBufferLength(output) == written) is_done = 0;
    }
    if (rest != NULL) xmlBufferFree(rest);
    lx_leave(&settings);
    return is_done;
}

const char *lx_version(void) { return xmlParserVersion; }
