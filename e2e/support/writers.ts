import { randomUUID } from 'node:crypto';

/** One record that a writer made or tried to make. */
interface Entry {
  key: string;
  name: string;
  /** Set once the create was acknowledged. */
  id?: string;
  /** Status after the last acknowledged flip; undefined while a flip has no answer. */
  status?: 0 | 1;
  /** Acknowledged writes, one history row each. */
  writes: number;
}

export interface Journal {
  entries: Entry[];
  acknowledged: number;
  /** Every status code that was answered, with its count. */
  answers: Map<number, number>;
}

export const newJournal = (): Journal => ({ entries: [], acknowledged: 0, answers: new Map() });

export async function login(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@roadkeeper.test', password: 'Demo-Roadkeeper-2026' }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

export interface CallAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
  json: any;
}

/** One request; undefined when no answer came. */
export async function call(
  url: string,
  token: string,
  method: string,
  path: string,
  options: { body?: unknown; key?: string } = {},
): Promise<CallAnswer | undefined> {
  try {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      signal: AbortSignal.timeout(20_000),
      headers: {
        authorization: `Bearer ${token}`,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.key ? { 'idempotency-key': options.key } : {}),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    return { status: answer.status, json: await answer.json() };
  } catch {
    return undefined;
  }
}

/** Creates and flips records one after the other until told to stop; notes what was acknowledged before the next step. */
export async function write(
  url: string,
  token: string,
  journal: Journal,
  prefix: string,
  stopped: () => boolean,
): Promise<void> {
  const note = (answer: CallAnswer | undefined) => {
    const status = answer?.status ?? 0;
    journal.answers.set(status, (journal.answers.get(status) ?? 0) + 1);
  };
  while (!stopped()) {
    const key = randomUUID();
    const entry: Entry = { key, name: `${prefix} ${key}`, writes: 0 };
    journal.entries.push(entry);
    const made = await call(url, token, 'POST', '/vehicle-brand', { body: { name: entry.name }, key });
    note(made);
    if (made?.status !== 201) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      continue;
    }
    entry.id = made.json.data.id;
    entry.status = 1;
    entry.writes = 1;
    journal.acknowledged += 1;
    if (stopped()) return;
    delete entry.status;
    const flipped = await call(url, token, 'PUT', `/vehicle-brand/status/${entry.id}`);
    note(flipped);
    if (flipped?.status !== 200) continue;
    entry.status = flipped.json.data.status;
    entry.writes = 2;
    journal.acknowledged += 1;
  }
}

export interface Comparison {
  acknowledged: number;
  lost: number;
  doubled: number;
}

/** Asks again while the database is away, as a client told to retry would; the key makes a repeated write count once. */
async function patiently(...request: Parameters<typeof call>): Promise<CallAnswer | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await call(...request);
    if (answer?.status !== 503 || attempt >= 20) return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/**
 * Repeats what had no answer with its own key, then holds the journal against what the product has: every acknowledged
 * create is there once with the acknowledged status, and has one history row for each acknowledged write.
 */
export async function compare(url: string, token: string, journal: Journal, prefix: string): Promise<Comparison> {
  for (const entry of journal.entries)
    if (!entry.id) {
      const made = await patiently(url, token, 'POST', '/vehicle-brand', {
        body: { name: entry.name },
        key: entry.key,
      });
      if (made?.status !== 201)
        throw new Error(`A repeated create was answered ${made?.status}: ${JSON.stringify(made?.json)}`);
    }
  const found = new Map<string, { id: string; status: number }[]>();
  for (let skip = 0; ; skip += 100) {
    const page = await patiently(
      url,
      token,
      'GET',
      `/vehicle-brand?q=${encodeURIComponent(prefix)}&take=100&skip=${skip}`,
    );
    if (page?.status !== 200) throw new Error(`The list was answered ${page?.status}`);
    for (const row of page.json.data as { id: string; name: string; status: number }[])
      found.set(row.name, [...(found.get(row.name) ?? []), row]);
    if (page.json.data.length < 100) break;
  }
  let lost = 0;
  let doubled = 0;
  for (const entry of journal.entries) {
    const rows = found.get(entry.name) ?? [];
    if (rows.length === 0) lost += 1;
    if (rows.length > 1) doubled += 1;
    if (entry.id && rows[0]?.id !== entry.id) lost += 1;
    if (entry.status !== undefined && rows[0]?.status !== entry.status) lost += 1;
  }
  // History is asked for one by one, so a spread of them stands for all.
  const step = Math.max(1, Math.floor(journal.entries.length / 15));
  for (const entry of journal.entries.filter(
    (one, index) => one.id && one.status !== undefined && index % step === 0,
  )) {
    const history = await patiently(url, token, 'GET', `/vehicle-brand/${entry.id}/history`);
    if ((history?.json.count ?? 0) < entry.writes) lost += 1;
    if ((history?.json.count ?? 0) > entry.writes) doubled += 1;
  }
  return { acknowledged: journal.acknowledged, lost, doubled };
}
