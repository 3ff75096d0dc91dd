# find_package(tikicpulib): the simulator of AI Core kernels. Builds with unit tests ask for the package in any case and use its targets
# only for kernel tests, which a CPU toolkit does not build.
set(tikicpulib_FOUND TRUE)
