-- The twelve bits behind the version are the fraction of the millisecond (RFC 9562, 6.2, method 3; as PostgreSQL 18 has it
-- built in): rows written together keep their order, also with equal created_at.
create or replace function app_uuid_v7() returns uuid language sql volatile set search_path = pg_catalog as $$
  select encode(overlay(uuid_send(gen_random_uuid())
                        placing substring(int8send(microseconds / 1000) from 3)
                                || int2send((28672 + microseconds % 1000 * 4096 / 1000)::smallint)
                        from 1 for 8), 'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint) as clock (microseconds)
$$;
