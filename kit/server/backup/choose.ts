import { join } from 'node:path';
import { partNames } from './base.ts';
import { chainFrom, listPieces, type Piece, readReached, readSeries, type Series } from './log-pieces.ts';
import { formatLsn, type Lsn, parseLsn } from './lsn.ts';
import { baseFolder, fingerprint, listBases, logFolder, type Manifest, namesIn } from './place.ts';

/** What a restore takes: a base backup, and the log of writes after it. */
export interface Choice {
  base: Manifest;
  /** Left out when the backup holds no database. */
  log?: { folder: string; series: Series; pieces: Piece[]; from: Lsn; end: Lsn };
  /** Moment up to which the log is known to reach. */
  reachesTo: string;
}

/**
 * Finds what leads to a moment, or to the end, and sees that all of it is there.
 * @param incomplete takes the log as far as it goes.
 * @throws Error of one line when there is no such backup, or something of it is missing or damaged.
 */
export async function chooseBackup(place: string, to: Date | undefined, incomplete: boolean): Promise<Choice> {
  const bases = await listBases(place);
  const [first] = bases;
  if (!first) throw new Error(await nothingIn(place));
  const base = to ? bases.findLast(({ finishedAt }) => Date.parse(finishedAt) <= to.getTime()) : bases.at(-1);
  if (!base)
    throw new Error(
      `The oldest backup in ${place} leads to ${first.finishedAt} and later, not to ${to?.toISOString()}`,
    );
  await checkParts(place, base);
  if (!base.database) return { base, reachesTo: base.finishedAt };

  const { series: id, from, to: least } = base.database;
  const series = await readSeries(place, id);
  if (!series)
    throw new Error(`The log of writes of the backup ${base.id} is missing: there is no ${logFolder(place, id)}`);
  const reached = await readReached(place, id);
  const start = parseLsn(from);
  const begin = start - (start % BigInt(series.segmentBytes));
  const { chain, end } = chainFrom(await listPieces(logFolder(place, id)), begin);
  if (end < parseLsn(least))
    throw new Error(
      `The backup ${base.id} is incomplete: the log of writes in ${logFolder(place, id)} ends at ${formatLsn(end)}, before ${least}`,
    );
  if (reached && end < parseLsn(reached.to) && !incomplete)
    throw new Error(
      `A part of the log of writes is missing in ${logFolder(place, id)}, from ${formatLsn(end)} on: add --incomplete to restore what is before it`,
    );
  const reachesTo = reached?.at ?? base.finishedAt;
  if (to && to.getTime() > Date.parse(reachesTo) && !incomplete)
    throw new Error(`The backup in ${place} reaches to ${reachesTo}, not to ${to.toISOString()}`);
  return { base, log: { folder: logFolder(place, id), series, pieces: chain, from: begin, end }, reachesTo };
}

async function nothingIn(place: string): Promise<string> {
  const drafts = (await namesIn(baseFolder(place))).length;
  return drafts > 0
    ? `There is no whole backup in ${place}: what is there was broken off`
    : `There is no backup in ${place}`;
}

async function checkParts(place: string, base: Manifest): Promise<void> {
  const wanted = base.database ? [partNames.cluster, partNames.installation] : [partNames.installation];
  for (const name of wanted) {
    const expected = base.parts[name];
    const path = join(baseFolder(place, base.id), name);
    const found = await fingerprint(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!found || !expected) throw new Error(`The backup ${base.id} is incomplete: ${name} is missing`);
    if (found.bytes !== expected.bytes)
      throw new Error(`The backup ${base.id} is damaged: ${name} has ${found.bytes} bytes, not ${expected.bytes}`);
    if (found.sha256 !== expected.sha256) throw new Error(`The backup ${base.id} is damaged: ${name} was changed`);
  }
}
