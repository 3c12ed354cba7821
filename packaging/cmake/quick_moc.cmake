# AUTOMOC of all targets below goes through packaging/cmake/moc.in.
get_target_property(MOC Qt6::moc IMPORTED_LOCATION)
if(NOT MOC)
  get_target_property(MOC Qt6::moc IMPORTED_LOCATION_NONE)
endif()
configure_file(packaging/cmake/moc.in ${CMAKE_BINARY_DIR}/moc @ONLY FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ WORLD_READ)
define_property(TARGET PROPERTY AUTOMOC_EXECUTABLE INITIALIZE_FROM_VARIABLE STAGESCOPE_AUTOMOC_EXECUTABLE)
set(STAGESCOPE_AUTOMOC_EXECUTABLE ${CMAKE_BINARY_DIR}/moc)
set(CMAKE_AUTOMOC ON)
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF)  # what moc reads is no product of another target
