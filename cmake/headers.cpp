// Nothing: the source that the precompiled standard headers of options.cmake belong to.
