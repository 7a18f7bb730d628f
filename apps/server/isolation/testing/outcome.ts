import type { CallAnswer } from '#apps/server/testing.ts';
import { ask, type Asked } from './call.ts';
import { saidBy } from './scan.ts';
import type { Caller } from './callers.ts';
import type { World } from './world.ts';

/** Calls after which something is done that their caller sees later. */
export const startsWork = /\/(import|export\/job)$/;

/** What came of an import or an export: its state, its report, its file. Exports are removed again. */
export async function outcomeOf(
  world: World,
  caller: Caller,
  { method, url }: Asked,
  answer: CallAnswer,
): Promise<string> {
  const id = answer.status === 201 ? (answer.json?.data?.id as string) : undefined;
  if (method !== 'POST' || id === undefined || !startsWork.test(url)) return '';
  const stuck = await runJobs(world);
  if (stuck) return stuck;
  const below = url.endsWith('/import')
    ? [`${url}/${id}`, `${url}/${id}/report`]
    : [`/export/${id}`, `/export/${id}/file`];
  let said = '';
  for (const one of below) said += await saidBy(await ask(world.test, caller, { method: 'GET', url: one }));
  // What was planted in a file would come back in its report, as what one typed oneself.
  if (url.endsWith('/import'))
    await world.behind.query('delete from import_batch where id = $1', [id], caller.orgId ?? '');
  else await ask(world.test, caller, { method: 'DELETE', url: `/export/${id}` });
  return said;
}

/** Does what is due. Gives what kept it from being done, when that is not over after some tries. */
async function runJobs({ test }: World): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1)
    try {
      await test.product.jobs.runDue();
      return undefined;
    } catch (error) {
      if (tries === 3) return `503 jobs: ${error instanceof Error ? error.message : String(error)}`;
    }
}
