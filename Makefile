# Test farms of engine authors, as OpenBench, call `make EXE=name` and expect the program under that name.
EXE ?= kumataka

.PHONY: program
program:
	cargo build --release --locked --bin kumataka --target-dir target
ifeq ($(OS),Windows_NT)
	cp target/release/kumataka.exe $(EXE:.exe=).exe
else
	cp target/release/kumataka $(EXE)
endif
