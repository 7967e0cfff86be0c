# Flags and the three functions that every CMakeLists.txt uses: gam_layer, gam_registry, gam_embed.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2 -g -DNDEBUG")

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS C)
find_package(ZLIB REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)

# The one warning set.
add_library(gam_flags INTERFACE)
target_compile_definitions(gam_flags INTERFACE _GNU_SOURCE)
target_include_directories(gam_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_compile_options(gam_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes
  -Wmissing-prototypes -Wundef -Wvla -Wformat=2 -Wpointer-arith -Wcast-qual -Wwrite-strings -Wno-format-truncation -fno-math-errno -fvisibility=hidden)
if(GAM_WERROR)
  target_compile_options(gam_flags INTERFACE -Werror)
endif()
if(GAM_SANITIZE)
  target_compile_options(gam_flags INTERFACE -fsanitize=${GAM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(gam_flags INTERFACE -fsanitize=${GAM_SANITIZE})
endif()
if(NOT GAM_DLOPEN)
  target_compile_definitions(gam_flags INTERFACE GAM_NO_DLOPEN=1)
endif()
target_link_libraries(gam_flags INTERFACE m)

# gam_layer(name LINKS other...): a static library gam_<name> of every .c below the folder, except folders named in EXCLUDE.
# *_avx2.c, *_avx512.c, *_neon.c get their instruction set, on their architecture only.
function(gam_layer name)
  cmake_parse_arguments(ARG "" "" "LINKS;EXCLUDE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.c")
  foreach(pattern IN LISTS ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${pattern}")
  endforeach()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(FILTER sources EXCLUDE REGEX "_neon\\.c$")
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    list(FILTER sources EXCLUDE REGEX "_avx(2|512)\\.c$")
  else()
    list(FILTER sources EXCLUDE REGEX "_(avx2|avx512|neon)\\.c$")
  endif()
  foreach(source IN LISTS sources)
    if(source MATCHES "_avx2\\.c$")
      set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS -mavx2 -mfma)
    elseif(source MATCHES "_avx512\\.c$")
      set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512)
    endif()
  endforeach()
  if(NOT sources)
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/empty.c" "typedef int gam_empty_layer;\n")
    set(sources "${CMAKE_CURRENT_BINARY_DIR}/empty.c")
  endif()
  add_library(gam_${name} STATIC ${sources})
  target_link_libraries(gam_${name} PUBLIC gam_flags ${ARG_LINKS})
  set(GAM_SOURCES "${sources}" PARENT_SCOPE)
endfunction()

# gam_registry(target TYPE gam_impl PREFIX gam_impl_ TABLE gam_impls HEADER kernels/impl.h): a table of all definitions of that
# type among the target's sources, so that adding one is adding a file.
function(gam_registry target)
  cmake_parse_arguments(ARG "" "TYPE;PREFIX;TABLE;HEADER" "" ${ARGN})
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.c$")
  list(FILTER sources EXCLUDE REGEX "_registry\\.c$")
  string(REPLACE ";" "|" joined "${sources}")
  set(out "${CMAKE_CURRENT_BINARY_DIR}/${ARG_TABLE}_registry.c")
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} "-DOUT=${out}" "-DHEADER=${ARG_HEADER}" "-DTYPE=${ARG_TYPE}" "-DPREFIX=${ARG_PREFIX}" "-DTABLE=${ARG_TABLE}"
      "-DFILES=${joined}" -P ${PROJECT_SOURCE_DIR}/cmake/registry.cmake
    DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/cmake/registry.cmake VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()

# gam_embed(target TABLE gam_embedded_suites FILES a.json b.json): data files as bytes in the program.
function(gam_embed target)
  cmake_parse_arguments(ARG "" "TABLE" "FILES" ${ARGN})
  string(REPLACE ";" "|" joined "${ARG_FILES}")
  set(out "${CMAKE_CURRENT_BINARY_DIR}/${ARG_TABLE}_embed_registry.c")
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} "-DOUT=${out}" "-DTABLE=${ARG_TABLE}" "-DFILES=${joined}" -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${ARG_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
