# One INTERFACE target carries what every target of ours is compiled with.
add_library(stagescope_options INTERFACE)
target_include_directories(stagescope_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(stagescope_options INTERFACE -Wall -Wextra
  $<IF:$<STREQUAL:$<TARGET_PROPERTY:STAGESCOPE_SHADOW>,>,-Wshadow,$<TARGET_PROPERTY:STAGESCOPE_SHADOW>> -Wnon-virtual-dtor -Wold-style-cast -Wimplicit-fallthrough
  -Woverloaded-virtual -Wconversion -Wno-sign-conversion)
target_compile_definitions(stagescope_options INTERFACE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_NO_KEYWORDS)
if(STAGESCOPE_WERROR)
  target_compile_options(stagescope_options INTERFACE -Werror)
endif()
if(STAGESCOPE_ASSERTIONS)
  target_compile_options(stagescope_options INTERFACE -UNDEBUG)
  target_compile_definitions(stagescope_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  # What files of strangers could break is closed: packaging/package-test reads each of these from the programs.
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(branches -mbranch-protection=standard)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(branches -fcf-protection=full)
  endif()
  target_compile_options(stagescope_options INTERFACE -fstack-protector-strong -fstack-clash-protection ${branches})
  target_compile_definitions(stagescope_options INTERFACE _FORTIFY_SOURCE=2 _GLIBCXX_ASSERTIONS)
  target_link_options(stagescope_options INTERFACE -Wl,-z,relro,-z,now)
endif()
if(STAGESCOPE_SANITIZE)
  # What is undefined ends the program: a test that went on after it would pass.
  target_compile_options(stagescope_options INTERFACE -fsanitize=${STAGESCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(stagescope_options INTERFACE -fsanitize=${STAGESCOPE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND STAGESCOPE_SANITIZE MATCHES "undefined")
    # It stops at an instruction, and ASan tells the stack (handle_sigill). Calls that print the values take longer to compile, and what
    # they print is most of the 4 million relocations that each test began with. vptr cannot trap: without the second option clang
    # leaves it out.
    target_compile_options(stagescope_options INTERFACE -fsanitize-trap=undefined -fno-sanitize-trap=vptr)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND STAGESCOPE_SANITIZE MATCHES "address")
    # Checks of addresses as calls: a quarter less to compile.
    target_compile_options(stagescope_options INTERFACE -fsanitize-address-outline-instrumentation)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc collects its garbage as soon as it holds 128 MB: without that a unit takes a seventh less, and at most 1.7 GB.
  target_compile_options(stagescope_options INTERFACE "SHELL:--param ggc-min-expand=1000" "SHELL:--param ggc-min-heapsize=1000000")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # ccache finds what was compiled with the same precompiled header.
  target_compile_options(stagescope_options INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()
if(STAGESCOPE_LIBFUZZER)
  # The fuzzer follows the readers in core, too, not the targets alone. Named from where Ninja compiles, so that other clones find it.
  file(RELATIVE_PATH followed ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/tests/fuzz/followed.txt)
  target_compile_options(stagescope_options INTERFACE -fsanitize=fuzzer-no-link
    -fsanitize-coverage-allowlist=${followed})
endif()
find_program(LLD ld.lld)
if(STAGESCOPE_TESTS AND LLD)
  # A hundred test programs: lld links in a quarter of the time.
  target_link_options(stagescope_options INTERFACE -fuse-ld=lld)
endif()
