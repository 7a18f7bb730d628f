import { withClient } from '#kit/server/postgres/roles.ts';
import { startServer } from './child.ts';
import { median } from './http/report.ts';
import { signIn, startBench } from './setup.ts';
import { fillTrips } from './trip-rows.ts';

// Lists of trips over a few and over a million, and where ten thousand vehicles are.
const sizes = [
  { vehicles: 1_000, trips: 10_000 },
  { vehicles: 10_000, trips: 1_000_000 },
] as const;
const [asks, ofThem] = [12, 4];

const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
try {
  const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
  started.push(product);
  const people = {
    staff: await signIn(product),
    client: await signIn(product, 'client@roadkeeper.test'),
  };
  type Person = keyof typeof people;
  const get = async (person: Person, path: string): Promise<string> => {
    const answer = await fetch(`${product.url}/api/v1${path}`, { headers: people[person] });
    const text = await answer.text();
    if (answer.status === 503) return '';
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  };
  const days = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const lines: Record<string, string | number>[] = [];
  for (const { vehicles, trips } of sizes) {
    await withClient(postgres.owner, (client) => fillTrips(client, vehicles, trips));
    for (const person of ['staff', 'client'] as const) {
      const page = JSON.parse(await get(person, '/vehicle-trips?take=100')) as {
        data: { rows: { id: string; vehicleId: string; vehicle: string }[]; count: number };
        next: string;
      };
      const [row] = page.data.rows;
      if (!row) throw new Error('There are no trips');
      const questions: Record<string, (at: number) => string> = {
        'latest 50': (at) => `/vehicle-trips?take=50&skip=${at}`,
        'page by cursor': (at) => `/vehicle-trips?take=${50 + at}&after=${page.next}`,
        'of one vehicle': (at) => `/vehicle-trips?vehicleId=${row.vehicleId}&skip=${at}`,
        'by number': (at) => `/vehicle-trips?q=${row.vehicle}&skip=${at}`,
        'going on': (at) => `/vehicle-trips?state=LIVE&skip=${at}`,
        'of one day': (at) => `/vehicle-trips?from=${days(9)}&to=${days(9)}&skip=${at}`,
        'longest way first': (at) => `/vehicle-trips?sort=-distanceM&skip=${at}`,
        'faster than 100': (at) => `/vehicle-trips?maxKmhFrom=100&skip=${at}`,
        'one trip': () => `/vehicle-trips/${row.id}`,
        'where all are': () => '/current-patch',
        'where 50 are': (at) => `/current-patch?take=50&skip=${at}`,
        'what is new': () => `/current-patch?updatedSince=${new Date(Date.now() + 3_600_000).toISOString()}`,
      };
      for (const [question, pathOf] of Object.entries(questions)) {
        const taken: number[] = [];
        let [bytes, tooLong] = [0, 0];
        for (let at = 0; at < asks; at += 1) {
          const began = performance.now();
          const text = await get(person, pathOf(at));
          if (text === '') tooLong += 1;
          bytes = text.length;
          if (at >= ofThem) taken.push(performance.now() - began);
        }
        lines.push({ trips: page.data.count, person, question, ms: Number(median(taken).toFixed(1)), bytes, tooLong });
      }
    }
  }
  console.table(lines);
} finally {
  await close();
}
