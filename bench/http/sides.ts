import { askers } from '../askers.ts';
import { type MeasuredServer, type Order, type RecordedAnswer, startServer } from '../child.ts';
import type { Headers } from '../load.ts';
import type { Scenario } from './scenarios.ts';
import { signIn } from '../setup.ts';

/** What the scenarios are asked of, in the order of a round. */
export const sideNames = ['product', 'plain', 'sql', 'bare'] as const;
export type SideName = (typeof sideNames)[number];

export interface Side {
  name: SideName;
  server: MeasuredServer;
  /** Where the calls begin. */
  base: string;
  /** Headers of those who ask, in turn. */
  people: readonly Headers[];
  /** Names of the scenarios it takes part in. */
  scenarios: readonly string[];
}

const base = '/api/v1';
const nobody: readonly Headers[] = [{}];
const lists = ['list', 'offices', 'models'];

/** Starts every side in a process of its own; `started` is told of each at once, so that none outlives the bench. */
export async function startSides(
  order: Order,
  scenarios: readonly Scenario[],
  started: (server: MeasuredServer) => void,
): Promise<Side[]> {
  const start = async (file: string, more: Partial<Order> = {}) => {
    const server = await startServer(file, { ...order, ...more });
    started(server);
    return server;
  };
  const all = scenarios.map(({ name }) => name);
  const product = await start('product-server.ts');
  const people: Headers[] = [];
  for (const email of askers) people.push(await signIn(product, email));
  const answers = await recorded(
    product,
    people[0] ?? {},
    scenarios.filter(({ name }) => lists.includes(name)),
  );
  return [
    { name: 'product', server: product, base, people, scenarios: all },
    { name: 'plain', server: await start('http/plain-server.ts'), base: '', people: nobody, scenarios: all },
    { name: 'sql', server: await start('http/sql-server.ts'), base: '', people: nobody, scenarios: ['create'] },
    // The same request as the product's, with its token, though nobody looks at it.
    { name: 'bare', server: await start('http/bare-server.ts', { answers }), base, people, scenarios: lists },
  ];
}

/** Set by each server for itself. */
const ofConnection = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** What the product answers to each question of the scenarios. */
async function recorded(
  { url: origin }: MeasuredServer,
  headers: Record<string, string>,
  scenarios: readonly Scenario[],
): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  for (const { path } of scenarios.flatMap(({ shots }) => shots)) {
    const url = base + path;
    const answer = await fetch(origin + url, { headers });
    const kept = [...answer.headers].filter(([name]) => !ofConnection.includes(name));
    answers.push({ url, headers: Object.fromEntries(kept), body: await answer.text() });
  }
  return answers;
}
