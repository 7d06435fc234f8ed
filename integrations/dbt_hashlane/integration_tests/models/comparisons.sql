{% set everybody = source('raw', 'customers') %}
{% set queries = {
    'shuffled': hashlane.quick_are_relations_equal(everybody, source('raw', 'customers_shuffled')),
    'duplicate': hashlane.quick_are_relations_equal(everybody, source('raw', 'customers_with_a_duplicate')),
    'no_rows': hashlane.quick_are_relations_equal(source('raw', 'nobody'), source('raw', 'nobody')),
    'one_column': hashlane.quick_are_relations_equal(everybody, source('raw', 'nobody'), ['region']),
    'audit_helper_equal': audit_helper.quick_are_queries_identical(
        'select * from ' ~ everybody, 'select * from ' ~ source('raw', 'customers_shuffled'), ['region', 'name']),
    'audit_helper_different': audit_helper.quick_are_queries_identical(
        'select * from ' ~ everybody, 'select * from ' ~ source('raw', 'customers_with_a_duplicate'), ['region', 'name']),
} %}
{% for name, query in queries.items() %}
select '{{ name }}' as name, * from ({{ query }}) as comparison(equal)
{% if not loop.last %}union all{% endif %}
{% endfor %}
