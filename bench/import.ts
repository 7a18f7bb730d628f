import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { type ImportPlan, importLimits } from '#kit/contract/import.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { forgetPeak, peakBytes } from '#tools/memory.ts';
import { startServer } from './child.ts';
import { signIn, startBench } from './setup.ts';

// The longest way an import can go: as many rows as there may be, the file as big as it may be, and all of it undone.
const path = 'device-category';
const rows = importLimits.rows;
const noteLength = 960;

const { dataDir, postgres, started, close } = await startBench();
try {
  const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
  started.push(product);
  const headers = await signIn(product);
  const call = async <Answer>(method: string, tail: string, body?: FormData | object): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${product.url}/api/v1/${path}/${tail}`, {
      method,
      headers: {
        ...headers,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${tail} was answered ${answer.status}: ${text.slice(0, 300)}`);
    return (text.startsWith('{') ? JSON.parse(text).data : text) as Answer;
  };
  const template = await call<string>('GET', 'import/template');
  const figures: { step: string; seconds: string; peakMb: number; overMb: number }[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { rss } = await product.usage();
    forgetPeak(product.pid);
    const began = performance.now();
    const result = await work();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const peak = peakBytes(product.pid) ?? Number.NaN;
    figures.push({
      step: name,
      seconds,
      peakMb: Math.round(peak / 2 ** 20),
      overMb: Math.round((peak - rss) / 2 ** 20),
    });
    return result;
  };
  const content = fileOf(template);
  console.error(`${rows} rows, ${(content.length / 2 ** 20).toFixed(1)} MB`);
  const form = new FormData();
  form.set('file', new Blob([content]), 'devices.csv');
  const sheet = await step('read', () =>
    call<{ rows: string[][]; headings: string[]; mapping: Record<string, string>; lines: number[] }>(
      'POST',
      'import/read',
      form,
    ),
  );
  const asked = {
    mode: 'create',
    key: ['code'],
    rows: sheet.rows.map((cells, at) => ({
      line: sheet.lines[at] ?? at + 2,
      cells: Object.fromEntries(
        sheet.headings.flatMap((heading, column) => {
          const field = sheet.mapping[heading];
          return field ? [[field, cells[column] ?? '']] : [];
        }),
      ),
    })),
  };
  const plan = await step('check', () => call<ImportPlan>('POST', 'import/check', asked));
  if (plan.create !== rows)
    throw new Error(`Only ${plan.create} of ${rows} rows can be created: ${JSON.stringify(plan.rows[0])}`);
  const batch = await step('import', async () => {
    const { id } = await call<{ id: string }>('POST', 'import', { ...asked, fileName: 'devices.csv', partial: true });
    for (;;) {
      const now = await call<{ id: string; state: string; created: number }>('GET', `import/${id}`);
      if (!['waiting', 'running'].includes(now.state)) return now;
      await wait(100);
    }
  });
  if (batch.created !== rows) throw new Error(`${batch.state}: ${batch.created} of ${rows} rows were created`);
  await step('report', () => call('GET', `import/${batch.id}/report`));
  const undone = await step('undo', () => call<{ removed: number }>('POST', `import/${batch.id}/undo`));
  if (undone.removed !== rows) throw new Error(`${undone.removed} of ${rows} rows were taken back`);
  console.table(figures);
} finally {
  await close();
}

/** A file of as many rows as the limit allows, each with a long note, after the catalogue's own template. */
function fileOf(template: string): string {
  const [columns = [], cells = []] = parse(template, { bom: true }) as string[][];
  const lines = Array.from({ length: rows }, (_, at) => {
    const own: Record<string, string> = {
      Name: `Device ${at}`,
      Code: `DEVICE_${at}`,
      Note: `${at} `.padEnd(noteLength, 'measured '),
    };
    return columns.map((column, index) => own[column] ?? cells[index] ?? '');
  });
  return [columns, ...lines].map(csvLine).join('\r\n');
}
