import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addCarriers } from '#areas/tracking/testing/many-devices.ts';
import { loadReference } from '#db/seed/run.ts';
import { openDatabase } from '#kit/server/db/database.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { childrenOf, signal } from '#kit/server/postgres/processes.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { cityLines } from '#telematics/simulator/city-lines.ts';
import { Drive } from '#telematics/simulator/drive.ts';
import { createFleet } from '#telematics/simulator/fleet.ts';
import type { Place } from '#telematics/simulator/place.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { roadOf } from '#telematics/simulator/road.ts';
import { speeches } from '#telematics/simulator/speeches.ts';
import type { TrackedOrder } from './tracked-process.ts';

/** Back-offs of trackers pass so many times as fast. */
const haste = 4;
/** So many seconds of driving pass in a millisecond: a day in less than a minute. */
const rushSeconds = 2;

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** The product in a process of its own, a durable PostgreSQL of its own, and trackers that remember what was acknowledged to them. */
export async function startRig({ devices, seed }: { devices: number; seed: number }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadkeeper-test-faults-'));
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const database = postgres.app;
  await migrate(postgres.owner, {
    directory: join(import.meta.dirname, '../../../db/migrations'),
    appRole: database.user,
  });
  const db = openDatabase(database, { log: () => undefined });
  await loadReference(db, new Date());
  await db.close();
  const identifiers = await addCarriers(postgres.owner, devices);

  let child: ChildProcess | undefined;
  let ports: Readonly<Record<string, number>> = {};
  const ask = async <Answer>(kind: TrackedOrder['kind']): Promise<Answer> => {
    const asked = child;
    if (!asked) throw new Error('The product does not run');
    const given =
      Object.keys(ports).length > 0
        ? ports
        : { gt06: 'auto' as const, teltonika: 'auto' as const, osmand: 'auto' as const };
    asked.send({ kind, database, dataDir, ports: given } satisfies TrackedOrder);
    const ended = once(asked, 'exit').then(() => undefined);
    const answer = await Promise.race([once(asked, 'message'), ended]);
    if (!answer) throw new Error(`The product ended when it was to ${kind}`);
    return answer[0] as Answer;
  };
  const startProduct = async () => {
    child = fork(join(import.meta.dirname, 'tracked-process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    ports = await ask('start');
  };
  await startProduct();

  const random = randomFrom(seed);
  const acknowledged: { identifier: string; time: number }[] = [];
  const start = Date.now() - 30 * 86_400_000;
  const began = performance.now();
  let isOver = false;
  const reached = () => start + (performance.now() - began) * rushSeconds * 1_000;
  const roads = cityLines.map(roadOf);
  const fleet = createFleet({
    host: '127.0.0.1',
    now: () => Date.now() * haste,
    random,
    until: () => (isOver ? Number.NEGATIVE_INFINITY : reached()),
    trackers: identifiers.map((identifier, at) => {
      const protocol = at % 4 === 1 ? 'teltonika' : at % 4 === 3 ? 'osmand' : 'gt06';
      const [speak, road, port] = [speeches[protocol], roads[at % roads.length], ports[protocol]];
      if (!speak || !road || !port) throw new Error(`No door for ${protocol}`);
      return {
        journey: new Drive(road, { start, everyS: 5, random: randomFrom(seed + 1 + at) }),
        speak: () => speak(identifier),
        port,
        // A request at a time takes its time.
        memory: protocol === 'osmand' ? 40 : 200,
        onStored: ({ time }: Place) => void acknowledged.push({ identifier, time }),
      };
    }),
  });
  fleet.start(5);

  const until = async (what: string, holds: () => boolean | Promise<boolean>, withinMs = 30_000) => {
    for (const end = performance.now() + withinMs; !(await holds()); await wait(20))
      if (performance.now() > end)
        throw new Error(`Not within ${withinMs / 1000} s: ${what}. ${JSON.stringify(fleet.score)}`);
  };
  const query = <Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> =>
    withClient(
      { ...postgres.superuser, database: database.database },
      async (client) => (await client.query(text, [...params])).rows as Row[],
    );
  const allOf = () => {
    const pid = postgres.pid();
    return pid === undefined ? [] : [pid, ...childrenOf(pid)];
  };

  return {
    acknowledged,
    fleet,
    random,
    until,
    query,
    ports: () => ports,
    startProduct,
    /** As kill -9 does; ends when every connection is gone, so that nothing more is acknowledged. */
    async killProduct() {
      const killed = child;
      if (!killed) return;
      const ended = once(killed, 'exit');
      killed.kill('SIGKILL');
      await ended;
      await until('trackers notice', () => fleet.score.connected === 0);
    },
    async killPostgres() {
      const pid = postgres.pid();
      if (pid === undefined) throw new Error('There is no database to kill');
      process.kill(pid, 'SIGKILL');
      await until('another database', () => ![undefined, pid].includes(postgres.pid()));
      await until('it answers', () =>
        query('select 1').then(
          () => true,
          () => false,
        ),
      );
    },
    freezePostgres: () => allOf().forEach((pid) => signal(pid, 'SIGSTOP')),
    thawPostgres: () => allOf().forEach((pid) => signal(pid, 'SIGCONT')),
    settle: () => ask('settle'),
    /** No further reports; ends when all that were taken are acknowledged. */
    async drain() {
      isOver = true;
      await until('everything is acknowledged', () => fleet.owed === 0, 60_000);
    },
    /** How many of these are not stored exactly once. */
    async missing(some: readonly { identifier: string; time: number }[]): Promise<number> {
      const [row] = await query<{ missing: number }>(
        `select count(*)::int as missing from unnest($1::text[], $2::bigint[]) as a (identifier, ms)
         where (select count(*) from device d join position p on p.device = d.slot and p.fix_at = to_timestamp(a.ms / 1000.0)
           where d.identifier = a.identifier) <> 1`,
        [some.map(({ identifier }) => identifier), some.map(({ time }) => time)],
      );
      return row?.missing ?? Number.NaN;
    },
    async close() {
      await fleet.finish(0);
      for (const pid of allOf()) signal(pid, 'SIGCONT');
      const ended = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child?.kill('SIGKILL');
      await ended;
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
