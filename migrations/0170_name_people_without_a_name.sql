-- Lists name a person without a name by e-mail, so that null means a deleted account. This changes every view that selects the
-- name alone; a view with the e-mail of the person beside it stays as it is. `create or replace view` needs the options of the
-- view again.
do $$
declare
  listed record;
  person text;
  definition text;
begin
  for listed in
    select v.oid, v.relname, array_to_string(v.reloptions, ', ') as options, pg_get_viewdef(v.oid) as body,
           exists (select from pg_attribute a where a.attrelid = v.oid and a.attname = 'email') as has_email
      from pg_class v
     where v.relkind = 'v' and v.relnamespace = 'public'::regnamespace and v.relname <> 'audit_log'
  loop
    definition := listed.body;
    for person in select distinct (regexp_matches(listed.body, '\mpeople (\w+)', 'g'))[1] loop
      definition := regexp_replace(definition, '^( +)' || person || '\.full_name AS (\w+)(,?)$',
                                   '\1COALESCE(' || person || '.full_name, ' || person || '.email) AS \2\3', 'gn');
      continue when listed.has_email;
      definition := regexp_replace(definition, '^( +)' || person || '\.full_name(,?)$',
                                   '\1COALESCE(' || person || '.full_name, ' || person || '.email) AS full_name\2', 'gn');
      definition := regexp_replace(definition, '^( +\( SELECT )' || person || '\.full_name$',
                                   '\1COALESCE(' || person || '.full_name, ' || person || '.email)', 'gn');
    end loop;
    continue when definition = listed.body;
    execute format('create or replace view %I %s as %s', listed.relname, coalesce('with (' || listed.options || ')', ''), definition);
  end loop;
end
$$;
