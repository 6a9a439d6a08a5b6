# The two commands of the README. Everything else is CMake's: see CMakePresets.json.
#
#   make        install what is missing, build into build/, and show what it can do
#   make test   install what the tests need, build, and run them

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CMAKE_FLAGS ?=

.PHONY: all build test clean

all: build
	@if [ -x examples/tour.sh ]; then GRUNDY=$(CURDIR)/build/grundy examples/tour.sh; fi

build:
	@packaging/install-packages build optional
	cmake -S . -B build -G Ninja -DBUILD_TESTING=OFF $(CMAKE_FLAGS)
	cmake --build build -j $(JOBS)

test:
	@packaging/install-packages build optional test
	cmake -S . -B build -G Ninja -DBUILD_TESTING=ON $(CMAKE_FLAGS)
	cmake --build build -j $(JOBS)
	ctest --test-dir build -j $(JOBS) --output-on-failure

clean:
	rm -rf build build-*
