import { type AnyCatalogue, columnOf, inSentence } from '#kit/contract/catalogue.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { hashColumn, hashOf } from '#kit/server/catalogue/sealed-fields.ts';

import { type Database, overall, type Param, type Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { askerOf, scopeOfWriter } from '../drivers/driver-lookup.store.ts';

/**
 * Answers that tell that another organisation has a vehicle or a device, for a person and for an organisation together. More
 * than of people: a fleet that was bought is many numbers at once.
 */
export const assetLimits = { anHour: 100, aDay: 300 };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When whom was told, oldest first. In memory: a restart forgives, and is not in the hands of who asks. */
type Told = Map<string, number[]>;
const toldBy = new WeakMap<Database, Told>();

function waitOf(told: Told, key: string | null, now: number): number | undefined {
  const times = (key === null ? [] : (told.get(key) ?? [])).filter((at) => at > now - dayMs);
  if (times.length >= assetLimits.aDay) return hourMs / 1_000;
  const recent = times.filter((at) => at > now - hourMs);
  if (recent.length < assetLimits.anHour) return undefined;
  return Math.max(60, Math.ceil(((recent[0] as number) + hourMs - now) / 1_000));
}

function note(told: Told, keys: readonly (string | null)[], now: number): void {
  for (const [key, times] of told) if ((times.at(-1) as number) <= now - dayMs) told.delete(key);
  for (const key of keys) {
    if (key === null) continue;
    told.set(key, [...(told.get(key) ?? []).filter((at) => at > now - dayMs), now]);
  }
}

/**
 * A number of a vehicle or a device stands for one record on the whole platform, so whoever gives one that another organisation
 * has must be told. It is told so many times; afterwards all are refused alike, those that are free as well.
 */
export function refuseAssetElsewhere(database: Database, sealed: SealedTexts, definition: AnyCatalogue) {
  const told = toldBy.get(database) ?? new Map<string, number[]>();
  toldBy.set(database, told);
  const names = definition.unique.flatMap((set: readonly string[]) => (set.length === 1 ? (set as [string]) : []));
  const check: NonNullable<RowPolicy['check']> = async (db, writer, change) => {
    if (change.action !== 'create' && change.action !== 'update') return;
    const { before, values } = change;
    const changed = names.filter((name) => values[name] && values[name] !== before?.[name]);
    if (changed.length === 0) return;
    const scope = await scopeOfWriter(db, writer);
    // Who may see every record is told nothing new.
    if (writer.actorId === null || (scope.orgId === null && !scope.orgIds)) return;
    const now = writer.now.getTime();
    const { accountId, orgId } = askerOf(writer);
    const waitS = waitOf(told, accountId, now) ?? waitOf(told, orgId, now);
    if (waitS !== undefined)
      throw refuse.tooMany('Too many numbers that belong to other organisations were entered. Try again later', waitS);
    const { orgId: ownOrgId } = values as { orgId?: string | null };
    const mayKnow = [ownOrgId, ...(scope.orgIds ?? [])];
    const found = await overall(db, scope, () => holdersOf(db, sealed, definition, changed, values));
    const other = found.find((one) => !mayKnow.includes(one.orgId));
    if (!other) return;
    note(told, [accountId, orgId], now);
    const message = `Another ${inSentence(definition.one)} has this ${inSentence(definition.fields[other.name].label)}`;
    throw refuse.conflict(message, { [other.name]: message });
  };
  return { check };
}

/** Whose live records have one of the values. */
async function holdersOf(
  db: Queryable,
  sealed: SealedTexts,
  definition: AnyCatalogue,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Promise<{ name: string; orgId: string }[]> {
  const params: Param[] = [];
  const matches = names.flatMap((name) => {
    const isHashed = isSealed(definition.fields[name]);
    const value = isHashed ? hashOf(sealed, definition, name, values[name]) : values[name];
    if (typeof value !== 'string') return [];
    const at = params.push(value);
    const match = isHashed ? `t.${hashColumn(name)} = $${at}` : `lower(t.${columnOf(name)}) = lower($${at})`;
    return [
      `select '${name}' as name, t.org_id as "orgId" from ${definition.base} t where t.deleted_at is null and ${match}`,
    ];
  });
  return matches.length === 0 ? [] : db.query(matches.join(' union all '), params);
}
