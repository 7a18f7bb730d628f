-- Counters that tell processes which share this database when something was written: see kit/server/versions.ts.
create table catalogue_version (
  -- Table name, or table name, colon and organisation.
  key text not null,
  line smallint not null,
  version bigint not null,
  primary key (key, line)
) with (fillfactor = 50);
grant select, insert, update on catalogue_version to :app;
