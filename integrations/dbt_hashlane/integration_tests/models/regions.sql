{{ config(materialized='ephemeral') }}
select distinct region from {{ source('raw', 'customers') }}
