import { expect } from 'vitest';
import type { TestProduct } from '#apps/server/testing.ts';
import { roadFileLimits, type OneRoadImport } from '../road-import.contract.ts';

/** The calls of an import of roads as the screen makes them, for tests. */
export function importingRoads(product: TestProduct, token: () => string) {
  const get = (path: string) => product.call('GET', path, { token: token() });
  const post = (path: string, body?: unknown) =>
    product.call('POST', path, { token: token(), ...(body === undefined ? {} : { body }) });
  const one = async (id: string): Promise<OneRoadImport> => (await get(`/road-import/${id}`)).json.data;

  async function piece(id: string, from: number, content: Uint8Array) {
    const form = new FormData();
    form.append('file', new File([Buffer.from(content)], 'piece'));
    const sent = new Response(form);
    return product.call('PUT', `/road-import/${id}/piece?from=${from}`, {
      token: token(),
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': String(sent.headers.get('content-type')) },
    });
  }
  const begin = (bytes: number, over: object = {}) =>
    post('/road-import', { fileName: 'pune.osm.pbf', bytes, dataSet: 'Pune', ...over });

  /** Sends a whole file. @returns the id of its import */
  async function upload(content: Buffer, over: object = {}, pieceBytes = roadFileLimits.pieceBytes): Promise<string> {
    const begun = await begin(content.length, over);
    expect(begun.status, begun.text).toBe(201);
    const { id } = begun.json.data;
    for (let from = 0; from < content.length; from += pieceBytes) {
      const sent = await piece(id, from, content.subarray(from, from + pieceBytes));
      expect(sent.status, sent.text).toBe(200);
    }
    return id;
  }
  /** Does what is due until the import is in one of some states. */
  async function until(id: string, ...states: string[]): Promise<OneRoadImport> {
    let found: OneRoadImport | undefined;
    await expect
      .poll(
        async () => {
          await product.product.jobs.runDue();
          found = await one(id);
          return found.state;
        },
        { timeout: 60_000, interval: 20 },
      )
      .toSatisfy((state) => states.includes(state as string));
    return found as OneRoadImport;
  }
  const check = async (content: Buffer, over?: object) => until(await upload(content, over), 'CHECKED', 'FAILED');
  const act = async (id: string, path: string, body?: object) => {
    const answer = await post(`/road-import/${id}/${path}`, body);
    expect(answer.status, answer.text).toBe(200);
  };
  /** Brings a file in. */
  async function bringIn(content: Buffer, over?: object): Promise<OneRoadImport> {
    const { id } = await check(content, over);
    await act(id, 'start', { withoutFaulty: true });
    return until(id, 'DONE');
  }
  return { get, post, one, piece, begin, upload, until, check, act, bringIn };
}
