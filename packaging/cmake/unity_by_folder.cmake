# Where CMAKE_UNITY_BUILD is on, the sources of one folder are compiled as one: the headers that they share are read
# once. Folders, not batches of any files, so that a name in an anonymous namespace must be unique where people look
# for it, and no further.
function(stagescope_unity_by_folder target)
  if(NOT CMAKE_UNITY_BUILD)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  # gcc takes a source inside of another one for a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    if(source MATCHES "\\.cpp$")
      cmake_path(GET source PARENT_PATH folder)
      file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
      string(REPLACE "/" "_" group ${folder})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
