import type { Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import { tokenProblems } from './map-setting.policy.ts';
import { endingTokens, keepProblem, keepToken, storedSecret } from './map-settings.store.ts';
import type { TokenSource } from './mappls-tokens.ts';

/** Name of the job that renews tokens of map providers. */
export const mapTokenJob = 'map-token';
const everyMs = 5 * 60_000;
/** Before its end: two tries may fail. */
const aheadMs = 15 * 60_000;

export const planMapTokens = (db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> => {
  const runAt = new Date(Math.floor(now.getTime() / everyMs + 1) * everyMs);
  return jobs.add(db, { name: mapTokenJob, runAt, key: runAt.toISOString() });
};

/** Renews tokens that end soon. */
export const mapTokenTask =
  (
    { jobs, versions, sealed }: { jobs: Pick<Jobs, 'add'>; versions: Versions; sealed: SealedTexts },
    fetchToken: TokenSource,
  ): Task =>
  async (db, _, now) => {
    const writer = productWriter(now);
    for (const { id, clientId } of await endingTokens(db, new Date(now.getTime() + aheadMs))) {
      const secret = await storedSecret(db, sealed, id);
      if (secret === undefined) continue;
      const answer = await fetchToken(clientId, secret, now);
      if (answer.is === 'given') await keepToken(db, { sealed }, writer, id, answer.token);
      else await keepProblem(db, writer, id, tokenProblems[answer.is]);
    }
    await planMapTokens(db, jobs, now);
    await markAll(versions, db, writer.touched);
    return () => bumpAll(versions, writer.touched);
  };
