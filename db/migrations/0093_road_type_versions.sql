-- What road types were, so that past moments keep the limits that applied then. The row of a type is what comes after the last of them.
create table road_type_version (
  road_type_id uuid not null references road_type (id) on delete cascade,
  version integer not null,
  -- The last day on which it was in force.
  to_day date not null,
  statutory_kind text not null,
  limit_m1_kmh integer,
  limit_m2_m3_kmh integer,
  limit_n_kmh integer,
  limit_motorcycle_kmh integer,
  limit_quadricycle_kmh integer,
  limit_three_wheeler_kmh integer,
  primary key (road_type_id, to_day)
);
grant select, insert, update, delete on road_type_version to :app;
