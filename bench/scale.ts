import { randomUUID } from 'node:crypto';
import { argv } from 'node:process';
import { encodeCursor } from '#kit/server/catalogue/read/list-sql.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { startServer } from './child.ts';
import { median } from './http/report.ts';
import { addFleet, mobileNo } from './scale-rows.ts';
import { signIn, startBench } from './setup.ts';

// Lists, searches and exports of the staff and of a client over ten thousand, a hundred thousand and a million drivers and as many vehicles.
const given = argv.indexOf('--sizes');
const sizes = (
  given > 0
    ? String(argv[given + 1])
        .split(',')
        .map(Number)
    : [10_000, 100_000, 1_000_000]
) as [number];
const [asks, warm] = [24, 8];
/** At most this many times as long over the most as over the fewest. */
const goal = 1.5;

const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
try {
  const middle = (name: string, sort = 'name') =>
    encodeCursor({ name: sort, descending: false }, name, '00000000-0000-7000-8000-000000000000');
  /** Each asking is another, so that none is answered from memory; how many match is counted once, as for whoever goes from page to page. */
  const questions: Record<string, (at: number) => string> = {
    'first page': (at) => `/drivers?take=${50 + at}`,
    backwards: (at) => `/drivers?sort=-name&take=${50 + at}`,
    'who may not drive': (at) => `/drivers?verdict=RED&take=${50 + at}`,
    'page by cursor, in the middle': (at) => `/drivers?take=${50 + at}&after=${middle('lakshmi mehta')}`,
    'page by cursor, near the end': (at) => `/drivers?take=${50 + at}&after=${middle('rekha verma')}`,
    'page by number, 20th': (at) => `/drivers?take=50&skip=${950 + at}`,
    'a rare word': (at) => `/drivers?q=zorawar&take=${50 + at}`,
    'a mobile number': (at) => `/drivers?q=${mobileNo(1_100 + at * 10)}`,
    'a plate': (at) => `/vehicle?q=ZZ00&take=${50 + at}`,
    'a vehicle, by a mobile number': (at) => `/vehicle?q=${mobileNo(1_100 + at * 10)}`,
    'a vehicle, by a rare word': (at) => `/vehicle?q=zorawar&take=${50 + at}`,
    'a chooser': (at) => `/drivers/option?q=zorawar&take=${20 + at}`,
    'everywhere, a rare word': (at) => `/search?q=zorawar${['', '%20', '%20%20'][at % 3]}`,
    'everywhere, a plate': (at) => `/search?q=MH${String(at % 20).padStart(2, '0')}ZZ00`,
  };
  /** Not held to the goal: the more there are, the more match. Infinity: refused as too much. */
  const wide: Record<string, (at: number) => string> = {
    'a name that 1 in 20 has': (at) => `/drivers?q=suresh&take=${50 + at}`,
    'two letters': (at) => `/drivers?q=ra&take=${50 + at}`,
    'everywhere, a name that 1 in 20 has': (at) => `/search?q=suresh${['', '%20', '%20%20'][at % 3]}`,
    'page by number, the last that is offered': (at) => `/drivers?take=50&skip=${9_900 + at}`,
  };
  const times = new Map<string, Record<string, number>>();
  const note = (person: string, question: string, size: number, ms: number) => {
    const key = `${person} ${question}`;
    times.set(key, { ...times.get(key), [size]: ms });
  };
  // It makes the people who ask, and their organisations.
  await (await startServer('product-server.ts', { database: postgres.app, dataDir })).stop();
  let has = 0;
  for (const size of sizes) {
    const from = has;
    await withClient({ ...postgres.owner, query_timeout: 0 } as typeof postgres.owner, (client) =>
      addFleet(client, from, size),
    );
    has = size;
    // What was written behind its back a product does not know of, so each size has its own.
    const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
    started.push(product);
    const people = { staff: await signIn(product), client: await signIn(product, 'client@roadkeeper.test') };
    const api = `${product.url}/api/v1`;
    /** @returns false where it was too much, and may be. */
    const get = async (person: keyof typeof people, path: string, mayBeTooMuch = false): Promise<boolean> => {
      const answer = await fetch(`${api}${path}`, { headers: people[person] });
      const text = await answer.text();
      if (mayBeTooMuch && answer.status === 503) return false;
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
      return true;
    };
    for (const person of ['staff', 'client'] as const) {
      for (const [question, pathOf] of Object.entries({ ...questions, ...wide })) {
        const taken: number[] = [];
        for (let at = 0; at < asks; at += 1) {
          const began = performance.now();
          const isThere = await get(person, pathOf(at), question in wide);
          if (at >= warm) taken.push(isThere ? performance.now() - began : Number.POSITIVE_INFINITY);
        }
        note(person, question, size, median(taken));
      }
      // What is written makes the next list count anew.
      const began = performance.now();
      await get(
        person,
        `/drivers?take=10&createdAtFrom=2020-01-01T00:00:${String(sizes.indexOf(size)).padStart(2, '0')}Z`,
      );
      note(person, 'the first count', size, performance.now() - began);
      const { rate, lastRate } = await exportRates(api, people[person], size);
      note(person, 'export, ms for 1,000 rows', size, 1_000 / rate);
      note(person, 'export, of the last tenth', size, 1_000 / lastRate);
    }
    await product.stop();
  }
  const [few, many] = [sizes[0], sizes.at(-1) ?? sizes[0]];
  const lines = [...times].map(([question, one]) => ({
    question,
    ...Object.fromEntries(sizes.map((size) => [`${size} ms`, Number((one[size] ?? 0).toFixed(1))])),
    ratio: Number(((one[many] ?? 0) / (one[few] ?? 1)).toFixed(2)),
  }));
  console.table(lines);
  const held = lines.filter(({ question }) => !Object.keys(wide).some((name) => question.endsWith(name)));
  const missed = held.filter(({ ratio, question }) => ratio > goal && !question.endsWith('the first count'));
  if (missed.length > 0) process.exitCode = 1;
  console.log(
    missed.length === 0
      ? `All within ${goal} times, but for what grows with the number of matches.`
      : `More than ${goal} times as long: ${missed.map(({ question, ratio }) => `${question} (${ratio})`).join(', ')}`,
  );
} finally {
  await close();
}

/** Rows a millisecond of a CSV of everything: of the whole, and of its last tenth. */
async function exportRates(api: string, headers: Record<string, string>, size: number) {
  const began = performance.now();
  const answer = await fetch(`${api}/drivers/export`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ format: 'csv', filter: {}, columns: ['name', 'mobile', 'orgId'] }),
  });
  if (!answer.ok || !answer.body) throw new Error(`The export was answered ${answer.status}: ${await answer.text()}`);
  const pieces: { at: number; rows: number }[] = [];
  let rows = 0;
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    for (const byte of piece) if (byte === 10) rows += 1;
    pieces.push({ at: performance.now(), rows });
  }
  const end = pieces.at(-1) ?? { at: 0, rows: 0 };
  if (rows < size / 20) throw new Error(`The export has ${rows} rows of ${size}`);
  const tail = pieces.find((piece) => piece.rows >= end.rows * 0.9) ?? end;
  return { rate: end.rows / (end.at - began), lastRate: (end.rows - tail.rows) / Math.max(0.001, end.at - tail.at) };
}
