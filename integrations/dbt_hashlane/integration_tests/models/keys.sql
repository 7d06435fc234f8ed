select
    region,
    customer_id,
    {{ hashlane.surrogate_key(['region', 'customer_id']) }} as surrogate_key,
    {{ hashlane.surrogate_key(['region', 'customer_id'], entity="customer's") }} as entity_key,
    {{ hashlane.surrogate_key_uuid(['region', 'customer_id']) }} as uuid_key,
    {{ hashlane.row_hash(['region', 'customer_id', 'name']) }} as row_hash,
    {{ dbt_utils.generate_surrogate_key(['region', 'customer_id']) }} as dispatched_key,
    {{ hashlane.generate_surrogate_key(['region', 'customer_id']) }} as drop_in_key,
    {{ dbt_utils.default__generate_surrogate_key(['region', 'name']) }} as dbt_utils_key,
    {{ hashlane.dbt_utils_surrogate_key(['region', 'name']) }} as rebuilt_key,
    {{ dbt_utils.default__generate_surrogate_key(['name']) }} as dbt_utils_key_of_one,
    {{ hashlane.dbt_utils_surrogate_key(['name']) }} as rebuilt_key_of_one
from {{ source('raw', 'customers') }}
