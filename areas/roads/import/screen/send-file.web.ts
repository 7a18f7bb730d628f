import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { type OneRoadImport, roadFileLimits } from '../road-import.contract.ts';

/** A piece that did not arrive is sent again so often, a little later each time: half a gigabyte outlives a bad minute. */
const mostTries = 6;
const waitMs = 1_000;

export interface Begin {
  dataSet: string;
  elsewhere: string | null;
}

/**
 * Sends a file in pieces.
 * @param tell is given the share that has arrived, 0 to 1
 * @returns the import, which is being read by then
 */
export async function sendFile(
  file: File,
  begin: Begin,
  tell: (share: number, id: string) => void,
  signal: AbortSignal,
): Promise<OneRoadImport> {
  const body = { fileName: file.name.slice(-200), bytes: file.size, ...begin };
  let { data } = await api.post<Answer<OneRoadImport>>('/road-import', { body, quiet: true });
  tell(0, data.id);
  for (let failed = 0; data.received < file.size; ) {
    const from = data.received;
    const form = new FormData();
    form.append('file', file.slice(from, from + roadFileLimits.pieceBytes), 'piece');
    try {
      data = (
        await api.put<Answer<OneRoadImport>>(`/road-import/${data.id}/piece`, {
          query: { from },
          form,
          signal,
          quiet: true,
        })
      ).data;
      failed = 0;
    } catch (error) {
      signal.throwIfAborted();
      // The piece may have arrived, and only its answer did not.
      const isThere = error instanceof ApiError && error.status === 409;
      const isAway = error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
      if (!(isThere || isAway) || (failed += 1) > mostTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs * failed));
      data = (await api.get<Answer<OneRoadImport>>(`/road-import/${data.id}`, { quiet: true })).data;
      if (data.state !== 'UPLOADING') return data;
    }
    tell(data.received / file.size, data.id);
  }
  return data;
}
