opstrata_test(NAME graph_es_base_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/es/es_base_test.cc LIBS eager_style_graph_builder_base graph opstrata_base LABELS graph)
