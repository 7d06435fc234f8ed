/* Runs SQL in DuckDB's library, one statement a line from standard input. Prints for each the first value of its result or its
 * error, and a NUL. LD_LIBRARY_PATH has the library's folder.
 *
 * The declarations are those of DuckDB's C API. npm's package has the library without a header. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    uint64_t deprecated[3];
    void *pointers[3];
} Result;

static void *library;

static void *function(const char *name) {
    void *found = dlsym(library, name);
    if (found == NULL) {
        fprintf(stderr, "libduckdb.so has no %s\n", name);
        exit(1);
    }
    return found;
}

#define FUNCTION(result, name, ...) result (*name)(__VA_ARGS__) = (result (*)(__VA_ARGS__))function(#name)

int main(void) {
    library = dlopen("libduckdb.so", RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    FUNCTION(int, duckdb_create_config, void **);
    FUNCTION(int, duckdb_set_config, void *, const char *, const char *);
    FUNCTION(int, duckdb_open_ext, const char *, void **, void *, char **);
    FUNCTION(int, duckdb_connect, void *, void **);
    FUNCTION(int, duckdb_query, void *, const char *, Result *);
    FUNCTION(char *, duckdb_value_varchar, Result *, uint64_t, uint64_t);
    FUNCTION(const char *, duckdb_result_error, Result *);
    FUNCTION(void, duckdb_destroy_result, Result *);
    FUNCTION(void, duckdb_free, void *);
    void *config, *database, *connection;
    if (duckdb_create_config(&config) || duckdb_set_config(config, "allow_unsigned_extensions", "true") ||
        duckdb_open_ext(NULL, &database, config, NULL) || duckdb_connect(database, &connection)) {
        fprintf(stderr, "DuckDB can't be opened\n");
        return 1;
    }
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Result result = {0};
        if (duckdb_query(connection, line, &result)) {
            fputs(duckdb_result_error(&result), stdout);
        } else {
            char *value = duckdb_value_varchar(&result, 0, 0);
            fputs(value == NULL ? "" : value, stdout);
            duckdb_free(value);
        }
        fputc('\0', stdout);
        duckdb_destroy_result(&result);
    }
    return 0;
}
