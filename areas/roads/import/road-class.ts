/**
 * Which type a road of a file has: the one that has its highway value, unless its lanes and carriageways make it another road by law. A trunk road with
 * one lane each way is none of four lanes, and a link takes the lower of the roads that it joins, which its tags do not name. A type that lawfully has less
 * is left to whoever set it up, and so is one for roads within municipal limits.
 */

/** What the law takes a road `f` for. Of a one-way road the lanes are those of one direction. */
const lawSql = `case
   when right(f.highway, 5) = '_link' then 'OTHER'
   when f.highway = 'motorway' then 'EXPRESSWAY'
   when f.is_divided and f.lanes >= case f.one_way when 'BOTH' then 4 else 2 end then 'DIVIDED_4L'
   else 'OTHER' end`;

/** The id of the type of a road `f`; what no type names is another road. */
export const typeSql = `(
  select case
    when (base.statutory_kind = 'EXPRESSWAY' and law.kind <> 'EXPRESSWAY')
      or (base.statutory_kind = 'DIVIDED_4L' and law.kind = 'OTHER')
      or (base.code = 'OTHER' and law.kind = 'DIVIDED_4L')
    then coalesce((select t.id from road_type t where t.code = law.kind and t.deleted_at is null limit 1), base.id)
    else base.id end
  from (select ${lawSql} as kind) law, lateral (
    select t.id, t.code, t.statutory_kind from road_type t, lateral (select coalesce(f.highway = any(t.osm_highway), false) as has) own
    where t.deleted_at is null order by own.has desc, not own.has and t.code = 'OTHER' desc, t.status desc, t.created_at, t.id limit 1
  ) base)`;
