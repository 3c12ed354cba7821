# Two packages: `stagescope` with the window, `stagescope-cli` for machines that have none of Qt's Gui libraries.
function(stagescope_install program component)
  install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component})
  # The program itself writes what its commands and options are; one for another machine in its emulator.
  foreach(page "man;${program}.1;${CMAKE_INSTALL_MANDIR}/man1" "bash;${program};${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
      "zsh;_${program};${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
    list(GET page 0 kind)
    list(GET page 1 name)
    list(GET page 2 folder)
    set(written ${CMAKE_BINARY_DIR}/manual/${kind}/${name})
    install(CODE "execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${program}> manual ${kind} OUTPUT_FILE ${written}
      COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/manual/${kind})
    if(kind STREQUAL "man")
      install(CODE "execute_process(COMMAND gzip -9nf ${written} COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
      string(APPEND written .gz)
    endif()
    install(FILES ${written} DESTINATION ${folder} COMPONENT ${component})
  endforeach()
  set(documents ${CMAKE_INSTALL_DATADIR}/doc/${program})
  set(changes ${CMAKE_BINARY_DIR}/manual/changelog.gz)
  install(CODE "execute_process(COMMAND gzip -9nc ${CMAKE_SOURCE_DIR}/packaging/changelog OUTPUT_FILE ${changes} COMMAND_ERROR_IS_FATAL ANY)"
    COMPONENT ${component})
  install(FILES README.md packaging/copyright ${changes} DESTINATION ${documents} COMPONENT ${component})
  install(DIRECTORY resources/manual DESTINATION ${documents} COMPONENT ${component} FILES_MATCHING PATTERN "*.md")
  install(FILES packaging/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${program}
    COMPONENT ${component})
endfunction()

if(TARGET stagescope-cli)
  stagescope_install(stagescope-cli cli)
  install(PROGRAMS resources/slurm/stagescope-digest.sbatch DESTINATION ${CMAKE_INSTALL_DATADIR}/stagescope/slurm COMPONENT cli)
endif()
set(CPACK_COMPONENTS_ALL cli)
if(STAGESCOPE_VIEWS)
  stagescope_install(stagescope window)
  install(FILES packaging/stagescope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT window)
  install(FILES packaging/stagescope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT window)
  install(FILES packaging/stagescope-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME stagescope.xml COMPONENT window)
  install(DIRECTORY resources/icons/hicolor DESTINATION ${CMAKE_INSTALL_DATADIR}/icons COMPONENT window)
  list(APPEND CPACK_COMPONENTS_ALL window)
endif()

# cpack -G DEB, in the build folder of the preset release (packaging/deb). The window links Qt Charts: its package is GPL-3
# (packaging/copyright).
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME stagescope)
set(CPACK_DEBIAN_CLI_PACKAGE_NAME stagescope-cli)
set(CPACK_PACKAGE_CONTACT "The Stagescope authors <stagescope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_COMPONENT_WINDOW_DESCRIPTION "viewer for profiles of large-model training
 Opens a folder of training profiles as it was collected, from Ascend NPUs or
 GPUs, and shows where the time of the steps goes: pipeline chart, timeline,
 communication, memory and operators, with one selection through all of them.")
set(CPACK_COMPONENT_CLI_DESCRIPTION "profiles of large-model training, without a window
 The commands of Stagescope that print tables and findings, check settings,
 cut and copy profiles; for compute nodes without Qt's Gui libraries.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS "qt6-wayland, fonts-noto-cjk")
set(CPACK_DEBIAN_WINDOW_PACKAGE_SUGGESTS "rclone")
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "rclone")
# gzip: what an older dpkg reads, too.
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
include(CPack)
