# Texts of views, app and resources. `cmake --build . --target update_translations` reads the sources again.
set(TS_FILES ${CMAKE_SOURCE_DIR}/translations/stagescope_en.ts ${CMAKE_SOURCE_DIR}/translations/stagescope_zh_CN.ts)
set(LUPDATE $<TARGET_FILE:Qt6::lupdate> -no-obsolete -locations none -I .)
add_custom_target(update_translations
  COMMAND ${LUPDATE} -pluralonly app views core/advice core/settings ${CMAKE_BINARY_DIR}/core/resources -ts translations/stagescope_en.ts
  COMMAND ${LUPDATE} app views core/advice core/settings ${CMAKE_BINARY_DIR}/core/resources -ts translations/stagescope_zh_CN.ts
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)
add_dependencies(update_translations resource_texts)
qt_add_lrelease(views TS_FILES ${TS_FILES} QM_FILES_OUTPUT_VARIABLE QM_FILES)
qt_add_resources(views translations PREFIX /i18n BASE ${CMAKE_CURRENT_BINARY_DIR} FILES ${QM_FILES})
