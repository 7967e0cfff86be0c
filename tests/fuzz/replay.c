/* SPDX-License-Identifier: MIT */
/* Feeds files to a fuzz target where there is no libFuzzer. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILE_MOST = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static int file_replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(FILE_MOST), *exact;
    size_t n;

    if (!file || !bytes) {
        fprintf(stderr, "cannot read %s\n", path);
        return 1;
    }
    n = fread(bytes, 1, FILE_MOST, file);
    fclose(file);
    exact = realloc(bytes, n ? n : 1); /* so that a sanitizer sees reads beyond the end */
    if (!exact)
        return 1;
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;

    for (int i = 1; i < argc; i++)
        failed |= file_replay(argv[i]);
    printf("%d inputs\n", argc - 1);
    return failed;
}
