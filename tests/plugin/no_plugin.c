/* SPDX-License-Identifier: MIT */
/* A shared object that is no plug-in. */
__attribute__((visibility("default"))) int something_else = 1;
