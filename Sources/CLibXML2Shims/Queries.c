#define _GNU_SOURCE
#include "CLibXML2Shims.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libxml2's own functions compare each place of a text with all of another one, and no limit of operations ends that.

/// A character that `translate` replaces: its bytes as a number, and its place among the others.
typedef struct {
    uint32_t character;
    int place;
} mapping;

/// Reads a character of UTF-8 as a number. Returns its length; 0 at the end.
static int read_character(const xmlChar *text, uint32_t *character) {
    int length = 0;
    for (*character = 0; text[length] != 0 && (length == 0 || (text[length] & 0xC0) == 0x80); length++)
        *character = *character << 8 | text[length];
    return length;
}

static int compare(const void *left, const void *right) {
    const mapping *first = left, *second = right;
    if (first->character != second->character) return first->character < second->character ? -1 : 1;
    return first->place < second->place ? -1 : first->place > second->place;
}

/// The first mapping of a character; NULL if it is not mapped.
static const mapping *find(uint32_t character, const mapping *mappings, int count) {
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (mappings[middle].character < character) low = middle + 1;
        else high = middle;
    }
    return low < count && mappings[low].character == character ? &mappings[low] : NULL;
}

/// Returns a text with its characters replaced; NULL if there is no memory.
static xmlChar *translate(const xmlChar *text, const xmlChar *from, const xmlChar *to) {
    size_t length = strlen((const char *)text), size = strlen((const char *)from);
    mapping *mappings = malloc((size + 1) * sizeof(mapping));
    // The start of each character that replaces another one.
    const xmlChar **replacements = malloc((size + 1) * sizeof(xmlChar *));
    xmlChar *output = xmlMalloc(4 * length + 1);
    int count = 0;
    if (mappings == NULL || replacements == NULL || output == NULL) goto failed;
    for (int bytes; (bytes = read_character(from, &mappings[count].character)) > 0; from += bytes, count++) {
        uint32_t replacement;
        mappings[count].place = count;
        replacements[count] = to;
        to += read_character(to, &replacement);
    }
    qsort(mappings, (size_t)count, sizeof(mapping), compare);
    xmlChar *next = output;
    uint32_t character;
    for (int bytes; (bytes = read_character(text, &character)) > 0; text += bytes) {
        const mapping *found = find(character, mappings, count);
        const xmlChar *source = found == NULL ? text : replacements[found->place];
        int copied = found == NULL ? bytes : read_character(source, &character);
        memcpy(next, source, (size_t)copied);
        next += copied;
    }
    *next = 0;
    free(mappings);
    free(replacements);
    return output;
failed:
    free(mappings);
    free(replacements);
    xmlFree(output);
    return NULL;
}

/// Removes the last argument of a function from the stack. Returns it as a text; NULL if there is no memory.
static xmlChar *pop_text(xmlXPathParserContextPtr context) {
    xmlXPathObjectPtr value = lx_pop_value(context);
    xmlChar *text = value == NULL ? NULL : xmlXPathCastToString(value);
    xmlXPathFreeObject(value);
    return text;
}

void lx_search(xmlXPathParserContextPtr context, int count) {
    const char *name = (const char *)context->context->function;
    int isTranslate = strcmp(name, "_ranslate") == 0;
    xmlChar *replacements = isTranslate ? pop_text(context) : NULL;
    xmlChar *part = pop_text(context), *text = pop_text(context), *copy = NULL;
    xmlXPathObjectPtr result = NULL;
    // It was checked how many arguments there are.
    (void)count;
    if (text != NULL && part != NULL && (!isTranslate || replacements != NULL)) {
        size_t length = strlen((const char *)text), size = strlen((const char *)part);
        const xmlChar *found = isTranslate ? NULL : size == 0 ? text : memmem(text, length, part, size);
        if (strcmp(name, "_ontains") == 0) {
            result = xmlXPathNewBoolean(found != NULL);
        } else if (isTranslate) {
            copy = translate(text, part, replacements);
        } else if (found == NULL) {
            copy = xmlStrdup((const xmlChar *)"");
        } else {
            int isAfter = strcmp(name, "_ubstring-after") == 0;
            copy = isAfter ? xmlStrdup(found + size) : xmlStrndup(text, (int)(found - text));
        }
        if (copy != NULL) {
            result = xmlXPathWrapString(copy);
            if (result == NULL) xmlFree(copy);
        }
    }
    xmlFree(text);
    xmlFree(part);
    xmlFree(replacements);
    if (result == NULL) {
        lx_this_thread.innermost->lacksMemory = 1;
        xmlXPatherror(context, NULL, 0, XPATH_MEMORY_ERROR);
    } else {
        // There is room for it, since its arguments have been removed.
        lx_push_value(context, result);
    }
}
