import { open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';

/** What a map asks for at once is some kilobytes; a directory of a large file is less than a hundred. */
const mostBytes = 4 * 1_024 * 1_024;
export const basemapPath = '/map-setting/basemap';

/** GET /map-setting/basemap: parts of the file BASEMAP_PMTILES, as the Range header names them. */
export function addBasemapRoute(app: FastifyInstance, file: string | undefined): void {
  addRoute(app, {
    method: 'GET',
    path: basemapPath,
    summary: 'A part of the PMTiles file of the base map, named by the Range header',
    tag: 'Map settings',
    access: 'session',
    scope: 'global',
    raw: ['application/vnd.pmtiles'],
    handle: async ({ request, reply }) => {
      if (file === undefined) throw refuse.notFound('No base map file is set up');
      const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(request.headers.range ?? '') ?? [];
      const [from, to] = [Number(first), Number(last)];
      if (first === undefined || from > to || to - from >= mostBytes)
        throw refuse.badInput({ range: 'Must name up to 4 MB, like bytes=0-16383' });
      const handle = await open(file, 'r');
      try {
        const { size, mtimeMs } = await handle.stat();
        if (from >= size) return reply.code(416).header('content-range', `bytes */${size}`).send();
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(to, size - 1) - from + 1), {
          position: from,
        });
        return (
          reply
            .code(206)
            .type('application/vnd.pmtiles')
            .header('accept-ranges', 'bytes')
            .header('content-range', `bytes ${from}-${from + bytesRead - 1}/${size}`)
            // Another file under the same name is told by its mark.
            .header('etag', `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`)
            .header('cache-control', 'private, max-age=86400')
            .send(buffer.subarray(0, bytesRead))
        );
      } finally {
        await handle.close();
      }
    },
  });
}
