import { expect } from 'vitest';
import type { TestProduct } from '#apps/server/testing.ts';
import type { ImportRow } from '#kit/contract/import.ts';

/** The calls of an import as the screens make them, for tests. */
export function importing(product: TestProduct, token: () => string) {
  const get = (path: string, as = token()) => product.call('GET', path, { token: as });
  const post = (path: string, body?: unknown, as = token()) =>
    product.call('POST', path, { token: as, ...(body === undefined ? {} : { body }) });
  async function upload(path: string, content: string | Buffer, name = 'rows.csv', as = token()) {
    const form = new FormData();
    form.append('file', new File([content as string], name));
    const sent = new Response(form);
    return product.call('POST', `/${path}/import/read`, {
      token: as,
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': String(sent.headers.get('content-type')) },
    });
  }
  /** Rows under the names of fields, by the mapping that was suggested. */
  async function rowsOf(path: string, content: string | Buffer, name?: string): Promise<ImportRow[]> {
    const { status, json, text } = await upload(path, content, name);
    expect(status, text).toBe(200);
    const { headings, rows, mapping, lines } = json.data;
    return rows.map((cells: string[], at: number) => ({
      line: lines[at],
      cells: Object.fromEntries(
        headings.flatMap((heading: string, column: number) =>
          mapping[heading] ? [[mapping[heading], cells[column]]] : [],
        ),
      ),
    }));
  }
  const check = async (path: string, rows: readonly ImportRow[], order: object = { mode: 'upsert', key: ['id'] }) => {
    const checked = await post(`/${path}/import/check`, { ...order, rows });
    expect(checked.status, checked.text.slice(0, 300)).toBe(200);
    return checked.json.data as {
      rows: { line: number; action: string; messages: Record<string, string> }[];
      create: number;
      update: number;
      same: number;
      error: number;
    };
  };
  const start = async (path: string, body: object) => {
    const order = { fileName: 'rows.csv', mode: 'create', key: ['id'], partial: true, ...body };
    const started = await post(`/${path}/import`, order);
    expect(started.status, started.text).toBe(201);
    return started.json.data.id as string;
  };
  const run = async (path: string, body: object) => {
    const id = await start(path, body);
    await product.product.jobs.runDue();
    return (await get(`/${path}/import/${id}`)).json.data;
  };
  const count = async (query: string) => (await get(query)).json.count as number;
  return { get, post, upload, rowsOf, check, start, run, count };
}
