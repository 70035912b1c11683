#include "CLibXML2Shims.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

void lx_read_page(xmlParserCtxtPtr context, const char *text, int length, int options) {
#if LIBXML_VERSION < 21200
    // As htmlCtxtReadMemory, which makes room for more input than there is, before each read that reaches the end of
    // the page. If it cannot, it reads the buffer without a check, or stays where it is.
    xmlParserInputBufferPtr buffer = xmlParserInputBufferCreateMem(text, length, XML_CHAR_ENCODING_NONE);
    xmlParserInputPtr input = buffer == NULL ? NULL : xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE);
    if (input == NULL && buffer != NULL) xmlFreeParserInputBuffer(buffer);
    if (input == NULL) return;
    // A new context has room for it.
    inputPush(context, input);
    buffer->readcallback = NULL;
    htmlCtxtUseOptions(context, options);
    context->html = 1;
    xmlCharEncodingHandler *handler = xmlFindCharEncodingHandler("UTF-8");
    if (handler == NULL || xmlSwitchToEncoding(context, handler) < 0) return;
    if (input->encoding == NULL) input->encoding = xmlStrdup(BAD_CAST "UTF-8");
    if (input->encoding != NULL && !lx_lacks_memory()) htmlParseDocument(context);
#else
    htmlCtxtReadMemory(context, text, length, NULL, "UTF-8", options);
#endif
}

// If all elements of a page have ended, 2.11 and 2.12 mistake that for a lack of memory: they report code 2, and stop
// reading. If elements are implied, this happens at the end of a page that ends in a start tag; otherwise after each
// outermost element.

#if LIBXML_VERSION >= 21100 && LIBXML_VERSION < 21300

int lx_html_is_spurious(const xmlError *error) {
    xmlParserCtxtPtr context = error->ctxt;
    if (context == NULL || context->input == NULL) return 0;
    if (context->inputNr > 1) {
        xmlFreeInputStream(inputPop(context));
        xmlResetLastError();
        return 1;
    }
    if (error->code != XML_ERR_NO_MEMORY || context->name != NULL) return 0;
    xmlResetLastError();
    context->disableSAX = 0;
    context->instate = XML_PARSER_CONTENT;
    return 1;
}

int lx_html_parse_rest(xmlParserCtxtPtr context) {
    const xmlChar *read = NULL;
    while (context->errNo == XML_ERR_NO_MEMORY && !context->disableSAX && *context->input->cur != 0) {
        if (context->input->cur == read) return 0;
        read = context->input->cur;
        // htmlParseDocument skips leading white space and reads a document type. It reads a stray end tag as content,
        // and the report of that tag removes this input, so that the page continues as content.
        xmlParserInputPtr tag = xmlNewStringInputStream(context, BAD_CAST "</x>");
        if (tag == NULL || inputPush(context, tag) < 0) return 0;
        context->errNo = XML_ERR_OK;
        htmlParseDocument(context);
    }
    return 1;
}

#else

int lx_html_is_spurious(const xmlError *error) { (void)error; return 0; }
int lx_html_parse_rest(xmlParserCtxtPtr context) { (void)context; return 1; }

#endif
