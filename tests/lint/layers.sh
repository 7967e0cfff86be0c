#!/bin/sh
# SPDX-License-Identifier: MIT
# The house rules that a script can see: who includes whom, third-party headers where they belong, calls that only cli/ makes.
# Prints a line per fault; exit 1 if there is one.
set -u
cd "$(dirname "$0")/../.."
faults=0
fault() {
    echo "$1"
    faults=$((faults + 1))
}

# layer: folders that it may include from, beside itself
layers="common:
ops:common
hwdb:common
store:common
kernels:common ops
collector:common ops kernels
comm:common ops kernels collector
analyzer:common ops
reports:common ops analyzer
web:common
cli:common ops hwdb store kernels collector comm analyzer reports web"

for line in $(echo "$layers" | tr ' ' ',' ); do
    layer=${line%%:*} may=${line#*:}
    for file in $(find "$layer" -name '*.[ch]' -o -name '*.inc' -path "$layer/*"); do
        for include in $(sed -n 's/^ *# *include "\([^"]*\)".*/\1/p' "$file"); do
            other=${include%%/*}
            [ "$other" != "$include" ] || continue
            [ "$other" != "$layer" ] || continue
            case ",$may," in
                *",$other,"*) ;;
                *) [ ! -d "$other" ] || fault "$file includes $include: $layer/ may not depend on $other/" ;;
            esac
            case $include in *_priv.h) fault "$file includes $include, which is private to $other/" ;; esac
        done
    done
done

only() { # only HEADER-REGEX PLACE-REGEX: the header may be included only there
    for file in $(grep -rlE "# *include [<\"]$1[>\"]" common ops kernels collector comm analyzer store reports hwdb cli --include='*.[ch]'); do
        echo "$file" | grep -qE "$2" || fault "$file includes $1, which belongs to $2"
    done
}
only 'sqlite3.h' '^store/'
only '(cjson/)?cJSON.h' '^common/json'
only 'hwloc.h' '^collector/'
only 'dlfcn.h' '^common/vendor/'
only 'mpi.h' '^comm/'
for file in $(grep -rl GAM_NO_DLOPEN common ops kernels collector comm analyzer store reports hwdb web/CMakeLists.txt cli include --include='*.[ch]' --include=CMakeLists.txt); do
    case $file in
        common/vendor/dl.c | common/CMakeLists.txt) ;;
        *) fault "$file depends on GAM_NO_DLOPEN, which is for common/vendor/dl.c: tests that lack it are left out where it is set" ;;
    esac
done

sources=$(find common ops kernels collector comm analyzer store reports hwdb cli -name '*.[ch]' -o -name '*.inc')
banned() { # banned REGEX WHY FILES...
    regex=$1 why=$2
    shift 2
    hits=$(awk -v re="(^|[^a-zA-Z0-9_>.])($regex) *\\\\(" '
        { gsub(/"([^"\\]|\\.)*"/, "\"\"") }
        /^ *(\/?\*|\/\/)/ { next }
        $0 ~ re { print FILENAME ":" FNR }' "$@")
    for hit in $hits; do
        fault "$hit: $why"
    done
}
banned 'strcpy|strcat|strncpy|strncat|sprintf|vsprintf|strtok|gets|atoi|atol|atof|system|popen' 'banned call' $sources
banned 'exit|abort|_exit|printf|puts|perror|getenv' 'only cli/ may call this' $(echo "$sources" | grep -v '^cli/')

for file in $sources; do
    head -1 "$file" | grep -q 'SPDX-License-Identifier: MIT' || fault "$file: the first line is no SPDX line"
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || case $file in *_table.c) ;; *) fault "$file: $lines lines (at most 500)" ;; esac
done
if command -v ctags >/dev/null && ctags --version 2>/dev/null | grep -q 'Universal Ctags'; then
    ctags -x --_xformat='%{input}:%{line} %{name} %{end} %{line}' --kinds-C=f --fields=+ne $(echo "$sources" | grep '\.c$') 2>/dev/null |
        awk '$3 - $4 + 1 > 60 { print $1 ": " $2 "() is " $3 - $4 + 1 " lines (at most 60)" }' >build/lint-functions 2>/dev/null || true
    while read -r line; do fault "$line"; done <build/lint-functions
fi
[ $faults -eq 0 ] && echo "layers: no faults in $(echo "$sources" | wc -l) files"
[ $faults -eq 0 ]
