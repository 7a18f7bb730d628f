import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockHolder } from '../postgres/data-lock.ts';

/**
 * How a command asks the product that runs for a base backup: by files in the data folder, because it may not reach the database's
 * socket, which a service has in a folder for temporary files of its own.
 */
const files = { request: 'backup.request', answer: 'backup.answer' } as const;
export const requestFiles: readonly string[] = Object.values(files);

/** What became of a request: the id of the base backup, or why there is none. */
export type Answer = { id: string } | { problem: string };
type Kept = Answer & { request: string };

/** A product that carries its log over looks for a request every second. */
const takenWithinMs = 15_000;

/**
 * Asks the product that runs on a data folder, and waits.
 * @returns undefined when none runs, or one that makes no backups.
 * @throws Error of one line when it ends meanwhile.
 */
export async function askForBase(dataDir: string): Promise<Answer | undefined> {
  const asked = lockHolder(dataDir);
  if (asked === undefined) return undefined;
  const request = randomUUID();
  const path = join(dataDir, files.request);
  await put(path, request);
  const until = performance.now() + takenWithinMs;
  let isTaken = false;
  for (;;) {
    const answer = await readAnswer(dataDir);
    if (answer?.request === request) {
      await rm(join(dataDir, files.answer), { force: true });
      return answer;
    }
    if (lockHolder(dataDir) !== asked) {
      await rm(path, { force: true });
      throw new Error('Roadkeeper ended while it made the backup');
    }
    isTaken ||= (await readRequest(dataDir)) !== request;
    if (!isTaken && performance.now() > until) {
      await rm(path, { force: true });
      return undefined;
    }
    await sleep(100);
  }
}

/** The request that waits, if there is one; it waits no longer. */
export async function takeRequest(dataDir: string): Promise<string | undefined> {
  const request = await readRequest(dataDir);
  if (request !== undefined) await rm(join(dataDir, files.request), { force: true });
  return request;
}

export async function answerRequest(dataDir: string, request: string, answer: Answer): Promise<void> {
  await put(join(dataDir, files.answer), JSON.stringify({ ...answer, request }));
}

/** Nothing secret: the other side may be another user. */
async function put(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o644 });
  await rename(`${path}.new`, path);
}

const readRequest = (dataDir: string) => readFile(join(dataDir, files.request), 'utf8').catch(() => undefined);

async function readAnswer(dataDir: string): Promise<Kept | undefined> {
  const text = await readFile(join(dataDir, files.answer), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
}
