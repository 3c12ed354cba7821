# cmake -DRESOURCES=<folder> -DOUT=<file> -P resource_texts.cmake: what of resources/ is built into the program, as one source, which lupdate
# reads, too.

cmake_minimum_required(VERSION 3.25)

# Files as they are.
set(folders "")
foreach(folder dialects rules settings views words)
  file(GLOB files ${RESOURCES}/${folder}/*.json ${RESOURCES}/${folder}/*.sql ${RESOURCES}/${folder}/*.tsv ${RESOURCES}/${folder}/*.txt)
  string(APPEND folders "    if (folder == \"${folder}\") {\n        static constexpr std::string_view kFiles[] = {\n")
  foreach(file ${files})
    file(READ ${file} text)
    string(APPEND folders "            R\"resource(${text})resource\",\n")
  endforeach()
  string(APPEND folders "        };\n        return kFiles;\n    }\n")
endforeach()

# Sentences of rules are translated like texts.
set(sentences "")
file(GLOB files ${RESOURCES}/rules/*.sql)
foreach(file ${files})
  file(READ ${file} text)
  # One separates the elements of a list, the others keep it from doing so.
  string(REPLACE ";" "<semicolon>" text "${text}")
  string(REPLACE "[" "<opening>" text "${text}")
  string(REPLACE "]" "<closing>" text "${text}")
  string(REGEX MATCHALL "-- (says|topic|formula|unless|source|remedy)[a-z0-9_, ]*: [^\n]+" lines "${text}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^[^:]*: (.*)$" line "${line}")
    string(REPLACE "\\" "\\\\" line "${CMAKE_MATCH_1}")
    string(REPLACE "\"" "\\\"" line "${line}")
    string(APPEND sentences "    QT_TRANSLATE_NOOP(\"Message\", \"${line}\"),\n")
  endforeach()
endforeach()
string(REPLACE "<semicolon>" ";" sentences "${sentences}")
string(REPLACE "<opening>" "[" sentences "${sentences}")
string(REPLACE "<closing>" "]" sentences "${sentences}")

# Texts by id: resources/texts/README.md says what a line is.
set(texts "\n")
file(GLOB files ${RESOURCES}/texts/*.tsv)
foreach(file ${files})
  file(READ ${file} lines)
  string(APPEND texts "${lines}\n")
endforeach()
string(REPLACE "\"" "\\\"" texts "${texts}")
string(REGEX REPLACE "\n#[^\n]*" "" texts "${texts}")
string(REGEX REPLACE "\n(command\\.[^\t\n]*)\t([^\n]*)" "\n    {\"\\1\", \"\\2\"}," texts "${texts}")
string(REGEX REPLACE "\n([^\t\n]+)\t([^\n]*)" "\n    {\"\\1\", QT_TRANSLATE_NOOP(\"Message\", \"\\2\")}," texts "${texts}")
string(REGEX REPLACE "TRANSLATE_(NOOP[^\n]*%n)" "TRANSLATE_N_\\1" texts "${texts}")

file(WRITE ${OUT} "// Made from resources by packaging/cmake/resource_texts.cmake.
#include \"core/base/words/message_list.h\"
#include \"core/base/words/resource_texts.h\"

#define QT_TRANSLATE_NOOP(context, text) text
#define QT_TRANSLATE_N_NOOP(context, text) text

namespace stagescope {

std::span<const std::string_view> resourceTexts(std::string_view folder) {
${folders}    return {};
}

std::span<const MessageEntry> messageEntries() {
    static constexpr MessageEntry kEntries[] = {${texts}    };
    return kEntries;
}

/// For lupdate, which reads no other files.
[[maybe_unused]] constexpr const char *kSentences[] = {
${sentences}};

}  // namespace stagescope
")
