/* SPDX-License-Identifier: MIT */
#include "fixture_tree.h"

#include "../gam_test.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

const char *tree_make(void)
{
    static char root[64];

    snprintf(root, sizeof root, "/tmp/gam-tree-XXXXXX");
    assert_non_null(mkdtemp(root));
    assert_int_equal(chmod(root, 0755), 0);
    return root;
}

static void full_path(const char *root, const char *path, char *out, size_t size)
{
    assert_true(snprintf(out, size, "%s%s", root, path) < (int)size);
}

void tree_put(const char *root, const char *path, const char *content)
{
    char full[512];
    FILE *f;

    full_path(root, path, full, sizeof full);
    for (char *p = full + strlen(root) + 1; (p = strchr(p, '/')); p++) {
        *p = '\0';
        mkdir(full, 0755);
        *p = '/';
    }
    f = fopen(full, "w");
    assert_non_null(f);
    assert_true(fputs(content, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

void tree_drop(const char *root, const char *path)
{
    char full[512];

    full_path(root, path, full, sizeof full);
    assert_int_equal(unlink(full), 0);
}

static int one_remove(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    (void)type;
    (void)at;
    return remove(path);
}

void tree_remove(const char *root)
{
    nftw(root, one_remove, 16, FTW_DEPTH | FTW_PHYS);
}
