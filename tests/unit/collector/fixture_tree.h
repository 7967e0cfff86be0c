/* SPDX-License-Identifier: MIT */
/* A folder that stands for / : files of /sys and /proc by path and content. */
#ifndef GAM_TESTS_UNIT_COLLECTOR_FIXTURE_TREE_H
#define GAM_TESTS_UNIT_COLLECTOR_FIXTURE_TREE_H

/* An empty one that others may look into; the path lives until tree_remove. */
const char *tree_make(void);
void tree_put(const char *root, const char *path, const char *content); /* with its folders; replaces what is there */
void tree_drop(const char *root, const char *path);
void tree_remove(const char *root);

#endif
