/* A plugin of qemu-user: the number of instructions between every two calls of getppid(), a line for each pair.
 *
 * The declarations are those of qemu-plugin.h, version 1 of the interface, which Debian's packages don't contain. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t id_t_of_plugin;
struct qemu_plugin_tb;

void qemu_plugin_register_vcpu_tb_trans_cb(id_t_of_plugin, void (*)(id_t_of_plugin, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int operation, void *, uint64_t);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
void qemu_plugin_register_vcpu_syscall_cb(
    id_t_of_plugin,
    void (*)(id_t_of_plugin, unsigned, int64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

/* getppid on 64-bit ARM. */
enum { GETPPID = 173, ADD_U64 = 0 };

static uint64_t executed, started;
static bool is_counting;
static FILE *out;

/* A block runs from its start to its end, and a system call ends it. */
static void translated(id_t_of_plugin id, struct qemu_plugin_tb *block) {
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &executed, qemu_plugin_tb_n_insns(block));
}

static void called(id_t_of_plugin id, unsigned cpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                   uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
    if (number != GETPPID) {
        return;
    }
    if (is_counting) {
        fprintf(out, "%" PRIu64 "\n", executed - started);
        fflush(out);
    }
    is_counting = !is_counting;
    started = executed;
}

/* The argument is the file that the counts go to. */
__attribute__((visibility("default"))) int qemu_plugin_install(id_t_of_plugin id, const void *info, int argc, char **argv) {
    if (argc != 1 || strncmp(argv[0], "out=", 4) != 0 || !(out = fopen(argv[0] + 4, "w"))) {
        fprintf(stderr, "count: give the plugin the argument out=FILE, a file that can be written\n");
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
