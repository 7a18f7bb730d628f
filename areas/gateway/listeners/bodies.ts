import type { IncomingMessage } from 'node:http';
import { Gathered } from '#kit/server/bounded/gather.ts';
import type { GatewayLimits } from './limits.ts';
import { Strangers } from './strangers.ts';

/** What is answered to a request whose body was not read. */
export interface NotRead {
  status: number;
}

export const comeAgain: NotRead = { status: 503 };

interface Reading {
  readonly address: string;
  bytes: number;
  giveUp(): void;
}

/**
 * Reads bodies, as many bytes at a time as there is room for: whoever sends them has not said who it is. Where there is no room for more the
 * one that takes longest is told to come again, so that who sends slowly keeps nobody out.
 */
export function createBodies({ bodyBytes, bodyBytesPerAddress }: GatewayLimits) {
  let all = 0;
  const own = new Map<string, number>();
  const running = new Strangers<Reading>();

  const add = (reading: Reading, bytes: number) => {
    const { address } = reading;
    const mine = (own.get(address) ?? 0) + bytes;
    reading.bytes += bytes;
    all += bytes;
    if (mine > 0) own.set(address, mine);
    else own.delete(address);
  };
  const end = (reading: Reading) => {
    running.remove(reading);
    add(reading, -reading.bytes);
  };
  /** Gives whether there is room, or was made. */
  const take = (reading: Reading, bytes: number): boolean => {
    add(reading, bytes);
    const isOver = () => (own.get(reading.address) ?? 0) > bodyBytesPerAddress;
    const inTheWay = () =>
      isOver() ? running.oldestOf(reading.address) : all > bodyBytes ? running.oldest() : undefined;
    for (let longest = inTheWay(); longest; longest = inTheWay()) {
      if (longest === reading) return false;
      longest.giveUp();
    }
    return true;
  };
  return {
    /** The body, or the answer to one that is too long or for which there is no room. The rest of it is not waited for. */
    async read(request: IncomingMessage, address: string, maxBytes: number): Promise<string | NotRead> {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      if (length === undefined && encoding === undefined) return '';
      const gathered = new Gathered();
      let isOver = false;
      const { promise, resolve, reject } = Promise.withResolvers<string | NotRead>();
      const finish = (read: string | NotRead) => {
        if (isOver) return;
        isOver = true;
        end(reading);
        resolve(read);
      };
      const reading: Reading = { address, bytes: 0, giveUp: () => finish(comeAgain) };
      running.add(reading);
      request
        .on('data', (piece: Buffer) => {
          if (isOver) return;
          if (gathered.length + piece.length > maxBytes) return finish({ status: 413 });
          if (!take(reading, piece.length)) return finish(comeAgain);
          gathered.add(piece);
        })
        .on('end', () => finish(isOver ? '' : gathered.take().toString('utf8')))
        .on('error', reject)
        .on('close', () => request.complete || reject(new Error('gone')));
      try {
        return await promise;
      } finally {
        if (!isOver) end(reading);
        isOver = true;
      }
    },
  };
}
