import { startServer } from '../child.ts';
import { signIn, startBench } from '../setup.ts';
import { mobileNo } from '../scale-rows.ts';
import { fillEverything } from './search-rows.ts';

// The search over everything, over a million records of all kinds under row security, as staff who see all and as a client of one
// organisation. Every asking is another, so that nothing is answered from memory.
const size = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 40);
const warm = 5;
/** Milliseconds that 95 of 100 searches may take. */
const goalMs = 100;

const pad = (at: number, digits: number) => String(at).padStart(digits, '0');
/** What is asked, and whether staff must find something. */
const questions: Record<string, { ask: (at: number) => string; finds: boolean }> = {
  'exact: a plate': { ask: (at) => `MH${pad((at * 10) % 50, 2)}BA${pad(at * 10, 4)}`, finds: false },
  'exact: a challan': { ask: (at) => `MH12/2401/${pad(at * 997, 7)}`, finds: true },
  'exact: a ticket': { ask: (at) => `HD-2401-${pad(1 + at * 991, 7)}`, finds: true },
  'exact: a policy': { ask: (at) => `SPEC/INS/2026/${pad(((1 + at) * 7_919) % 1_000_000, 6)}`, finds: true },
  'part: of a plate': { ask: (at) => `ZZ00${pad(1 + (at % 20), 2)}`, finds: true },
  'part: of a number': { ask: (at) => pad(100_000 + at * 97, 6), finds: true },
  'part: of a name': { ask: (at) => `zorawa${['', ' p', ' s', ' k'][at % 4]}`, finds: false },
  'a name that 1 in 300 has': {
    ask: (at) =>
      `${['suresh', 'asha', 'mohan', 'gita'][at % 4]} ${['kulkarni', 'patil', 'iyer', 'naik'][(at >> 2) % 4]}`,
    finds: true,
  },
  'a name that 1 in 20 has': {
    ask: (at) => ['suresh', 'lakshmi', 'deepak', 'farhan', 'imran'][at % 5] ?? '',
    finds: true,
  },
  phone: { ask: (at) => `+91 ${mobileNo(1_100 + at * 10)}`, finds: true },
  'phone: the last digits': { ask: (at) => mobileNo(1_100 + at * 10).slice(-6), finds: true },
  'typing errors: a rare name': {
    ask: (at) => ['zoravar', 'zorawr', 'zorwaar', 'zzorawar', 'zorawra'][at % 5] ?? '',
    finds: true,
  },
  'typing errors: names that many have': {
    ask: (at) =>
      `${['suersh', 'laxmi', 'dipak', 'farhaan', 'emran'][at % 5] ?? ''} ${['kulkarnee', 'patill', 'ayyar', 'raddy'][(at >> 1) % 4]}`,
    finds: true,
  },
  'typing errors: in Hindi letters': { ask: (at) => ['कुलकर्णी', 'सुरेश पाटील', 'लक्ष्मी'][at % 3] ?? '', finds: true },
  'nothing found': { ask: (at) => `qzxv${'abcdefghij'[at % 10]}${'klmnopqrst'[(at >> 1) % 10]}`, finds: false },
};

const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
try {
  // It makes the people who ask, and their organisations.
  await (await startServer('product-server.ts', { database: postgres.app, dataDir })).stop();
  await fillEverything(postgres.owner, size);
  const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
  started.push(product);
  const lines = [];
  for (const [person, headers] of [
    ['admin', await signIn(product)],
    ['client', await signIn(product, 'client@roadkeeper.test')],
  ] as const)
    for (const [question, { ask, finds }] of Object.entries(questions)) {
      const times: number[] = [];
      let rows = 0;
      for (let at = 0; at < rounds + warm; at += 1) {
        const began = performance.now();
        const answer = await fetch(`${product.url}/api/v1/search?q=${encodeURIComponent(ask(at))}`, { headers });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${ask(at)} was answered ${answer.status}: ${text.slice(0, 300)}`);
        if (at >= warm) times.push(performance.now() - began);
        rows += (JSON.parse(text) as { data: unknown[] }).data.length;
      }
      if (finds && person === 'admin' && rows === 0) throw new Error(`Nothing was found by “${ask(0)}”`);
      times.sort((a, b) => a - b);
      const at = (share: number) => Number((times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1));
      lines.push({
        person,
        question,
        'p50 ms': at(0.5),
        'p95 ms': at(0.95),
        rows: Number((rows / (rounds + warm)).toFixed(1)),
      });
    }
  console.table(lines);
  const missed = lines.filter((line) => line['p95 ms'] > goalMs);
  console.log(
    missed.length === 0
      ? `All within ${goalMs} ms.`
      : `More than ${goalMs} ms: ${missed.map(({ person, question }) => `${person}, ${question}`).join('; ')}`,
  );
} finally {
  await close();
}
