#include "Comparators.h"
#include <pugixml.hpp>

int comparator_pugixml(const char *bytes, size_t length) {
    pugi::xml_document document;
    return document.load_buffer(bytes, length) ? 1 : 0;
}
