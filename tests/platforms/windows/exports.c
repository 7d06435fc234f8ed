/* Loads a library of Windows and looks up a function in it.
 *
 * usage: exports.exe LIBRARY FUNCTION
 *
 * A module of Python needs python3.dll. Where there is none, the library is mapped without the libraries that it needs, and its
 * function is looked up but not called. */
#include <stdio.h>
#include <windows.h>

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: exports.exe LIBRARY FUNCTION\n");
        return 2;
    }
    HMODULE library = LoadLibraryExA(arguments[1], NULL, DONT_RESOLVE_DLL_REFERENCES);
    if (library == NULL) {
        fprintf(stderr, "%s can't be loaded: error %lu\n", arguments[1], GetLastError());
        return 1;
    }
    if (GetProcAddress(library, arguments[2]) == NULL) {
        fprintf(stderr, "%s has no %s\n", arguments[1], arguments[2]);
        return 1;
    }
    printf("%s has %s\n", arguments[1], arguments[2]);
    return 0;
}
