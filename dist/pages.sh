#!/usr/bin/env bash
# Publishes the documentation, and below /duckdb the repository of signed extensions, as the project's pages: the branch gh-pages.
# Needs build/repository, and in a workflow GH_TOKEN and GITHUB_REPOSITORY.
set -euo pipefail
cd "$(dirname "$0")/.."
make docs
cp -R build/docs/book build/pages
# Without it, GitHub leaves out folders whose names start with a dot.
touch build/pages/.nojekyll
if [ -d build/repository ]; then cp -R build/repository build/pages/duckdb; fi
git -C build/pages init --quiet --initial-branch gh-pages
git -C build/pages add --all
git -C build/pages -c user.name=release -c user.email=release@localhost commit --quiet --message "The pages of ${GITHUB_REF_NAME:-this commit}"
git -C build/pages push --quiet --force "https://x-access-token:$GH_TOKEN@github.com/$GITHUB_REPOSITORY" gh-pages
