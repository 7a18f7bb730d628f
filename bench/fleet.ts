import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportPlan } from '#kit/contract/import.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { startServer } from './child.ts';
import { median } from './http/report.ts';
import { signIn, startBench } from './setup.ts';

// The fleet as it is: vehicles come in by the thousand, and a list of 100,000 answers as one of 1,000 does.
const imported = 5_000;
const [few, many] = [1_000, 100_000];

const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
try {
  const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
  started.push(product);
  const headers = await signIn(product);
  const call = async <Answer>(method: string, path: string, body?: FormData | object): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${product.url}/api/v1${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as Answer;
  };
  const figures: Record<string, string>[] = [];
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    figures.push({ step, seconds: ((performance.now() - began) / 1_000).toFixed(1) });
    return result;
  };

  const models = (await call<{ data: { label: string }[] }>('GET', '/vehicle-model?option=true&take=100')).data;
  const organisation = (await call<{ data: { name: string }[] }>('GET', '/organisation?take=1')).data[0]?.name ?? '';
  const lines = Array.from({ length: imported }, (_, at) => [
    `MH${String(1 + (at % 50)).padStart(2, '0')}XY${at + 1}`,
    organisation,
    models[at % models.length]?.label ?? '',
    `MA3EWDE1S${String(at).padStart(8, '0')}`,
    `K12MN${String(at).padStart(7, '0')}`,
    '2025-01-10',
    String(at),
  ]);
  const heads = [
    'Registration number',
    'Owner',
    'Model',
    'Chassis number',
    'Engine number',
    'Registered on',
    'Odometer',
  ];
  const form = new FormData();
  form.set('file', new Blob([[heads, ...lines].map(csvLine).join('\r\n')]), 'vehicles.csv');
  const sheet = await timed(`read ${imported}`, () =>
    call<{ data: { rows: string[][]; headings: string[]; mapping: Record<string, string>; lines: number[] } }>(
      'POST',
      '/vehicle/import/read',
      form,
    ),
  );
  const { rows, headings, mapping, lines: numbers } = sheet.data;
  const asked = {
    mode: 'upsert',
    key: ['registrationNo'],
    rows: rows.map((cells, at) => ({
      line: numbers[at] ?? at + 2,
      cells: Object.fromEntries(headings.map((heading, column) => [mapping[heading] ?? '', cells[column] ?? ''])),
    })),
  };
  const plan = await timed('check', () => call<{ data: ImportPlan }>('POST', '/vehicle/import/check', asked));
  if (plan.data.create !== imported) throw new Error(`Not all can be created: ${JSON.stringify(plan.data.rows[0])}`);
  await timed('import', async () => {
    const { data } = await call<{ data: { id: string } }>('POST', '/vehicle/import', {
      ...asked,
      fileName: 'vehicles.csv',
      partial: true,
    });
    for (;;) {
      const now = await call<{ data: { state: string; created: number } }>('GET', `/vehicle/import/${data.id}`);
      if (!['waiting', 'running'].includes(now.data.state)) {
        if (now.data.created !== imported) throw new Error(`${now.data.state}: ${now.data.created} were created`);
        return;
      }
      await wait(100);
    }
  });
  console.table(figures);

  // Lists: the same questions over a small fleet and a large one.
  const questions = {
    'may not run, by number': 'verdict=RED&sort=registrationNo',
    'of one model, latest number first': `modelId=${(await call<{ data: { id: string }[] }>('GET', '/vehicle-model?option=true&take=1')).data[0]?.id}&sort=-registrationNo`,
    'insurance ends, soonest first': 'insuranceUptoFrom=2026-11-21&insuranceUptoTo=2026-12-21&sort=insuranceUpto',
    'words and state': 'q=MH12&state=DRAFT&sort=registrationNo',
  };
  const times: Record<string, Record<string, number>> = {};
  for (const size of [few, many]) {
    await fill(size);
    for (const [name, query] of Object.entries(questions)) {
      const taken: number[] = [];
      for (let at = 0; at < 40; at += 1) {
        // Another page each time, so that none is answered from memory; how many match is counted once, as for whoever leafs.
        const path = `/vehicle?${query}&take=50&skip=${at}`;
        const began = performance.now();
        await call('GET', path);
        if (at >= 10) taken.push(performance.now() - began);
      }
      (times[name] ??= {})[`${size} ms`] = Number(median(taken).toFixed(2));
    }
  }
  console.table(
    Object.entries(times).map(([question, one]) => ({
      question,
      ...one,
      ratio: ((one[`${many} ms`] ?? 0) / (one[`${few} ms`] ?? 1)).toFixed(2),
    })),
  );
} finally {
  await close();
}

/** So many vehicles, whatever was there before; a tenth of each question's answers whatever their number. */
async function fill(size: number): Promise<void> {
  await withClient(postgres.owner, async (client) => {
    await client.query(`select set_config('app.scope', 'staff', false)`);
    await client.query('truncate vehicle cascade');
    await client.query(
      `with m as (select array_agg(id order by lower(concat_ws(' ', b, name))) as ids from (select v.id, v.name, r.name as b from vehicle_model v join vehicle_brand r on r.id = v.brand_id) named), o as (select id from organisation order by id limit 1),
         c as (select id from vehicle_category order by id limit 1)
       insert into vehicle (id, registration_no, org_id, registration_kind, model_id, category_id, chassis_no, chassis_no_hash, engine_no,
         engine_no_hash, verdict, verdict_line, state, insurance_upto)
       select overlay(overlay(md5('fleet' || n) placing '7' from 13) placing '8' from 17)::uuid, 'MH' || lpad((n % 50)::text, 2, '0') || 'AB' || n, o.id,
         'PERMANENT', m.ids[1 + n % 10], c.id, '•••• ' || n, 'c' || n, '•••• ' || n, 'e' || n,
         (array['RED', 'AMBER', 'GREEN', 'GREEN'])[1 + n % 4], null, (array['DRAFT', 'ACTIVE', 'ACTIVE', 'ACTIVE'])[1 + n % 4],
         date '2026-11-01' + (n * 7 % 200)
       from generate_series(1, ${size}) n, m, o, c`,
    );
    await client.query('vacuum analyze vehicle');
  });
}
