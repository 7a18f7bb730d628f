import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TrackedOrder } from './tracked-process.ts';

/** The product in a process of its own, which can be killed and started anew. It listens on the same ports each time. */
export function productProcess(where: Pick<TrackedOrder, 'database' | 'dataDir'>) {
  let child: ChildProcess | undefined;
  let ports: Readonly<Record<string, number>> = {};
  const ask = async <Answer>(kind: TrackedOrder['kind']): Promise<Answer> => {
    const asked = child;
    if (!asked) throw new Error('The product does not run');
    const given =
      Object.keys(ports).length > 0
        ? ports
        : { gt06: 'auto' as const, teltonika: 'auto' as const, osmand: 'auto' as const };
    asked.send({ kind, ...where, ports: given } satisfies TrackedOrder);
    const ended = once(asked, 'exit').then(() => undefined);
    const answer = await Promise.race([once(asked, 'message'), ended]);
    if (!answer) throw new Error(`The product ended when it was to ${kind}`);
    return answer[0] as Answer;
  };
  const start = async () => {
    child = fork(join(import.meta.dirname, 'tracked-process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    ports = await ask('start');
  };
  return {
    start,
    ask,
    ports: () => ports,
    /** As kill -9 does; ends with the process. Gives false when none ran. */
    async kill(): Promise<boolean> {
      const killed = child;
      if (!killed) return false;
      const ended = once(killed, 'exit');
      killed.kill('SIGKILL');
      await ended;
      return true;
    },
    async close(): Promise<void> {
      const ended = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child?.kill('SIGKILL');
      await ended;
    },
  };
}
