import { organisationOf } from '../callers.ts';
import type { Case, CaseMakings } from './case.ts';

/** Alibis are asked for of a vehicle that the caller has, on a day of long ago; undefined for other routes. */
export async function alibiCases({ world, caller, pattern, url, one }: CaseMakings): Promise<Case[] | undefined> {
  if (pattern === 'GET /alibi/places') return [one({ url: `${url}?q=Pune` })];
  if (pattern !== 'POST /alibi' && pattern !== 'POST /alibi/save') return undefined;
  const [row] = await world.behind.query<{ plate: string }>(
    `select v.registration_no as plate from vehicle v join vehicle_owner o on o.vehicle_id = v.id and o.to_at is null
     where v.deleted_at is null and (v.org_id = $1 or $1::uuid is null) order by v.id limit 1`,
    [organisationOf(caller)],
  );
  return [one({ body: { plate: row?.plate ?? 'MH12ZZ9999', lat: 18.52, lon: 73.85, from: '2026-11-20T09:05:00Z' } })];
}
