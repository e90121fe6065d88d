"""One rule source for three targets: interpreted, native and CUDA."""
