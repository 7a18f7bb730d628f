import { readSync } from 'node:fs';

/** What the process answers: that it is there, a piece of what came of the work, the rest of it, or the fault that ended it. */
export type ChildAnswer = 'ready' | { piece: unknown } | { result: unknown } | { fault: string };

/** What the process is told: how many bytes come for the work, and what else it needs to know. */
export interface Order {
  length: number;
  input: unknown;
}
/** The file descriptor that the bytes come from. They are not part of the message: to put one of many megabytes together holds up whoever sends it. */
export const contentAt = 4;

function readContent(length: number): Buffer {
  const content = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const read = readSync(contentAt, content, at, length - at, null);
    // Whoever started this process is gone.
    if (read === 0) process.exit();
    at += read;
  }
  return content;
}

/** What the process is told once a piece was taken: another may come. */
export const taken = 'taken';

/** Hands over what a generator yields, each piece when the one before was taken, and gives what it returns. */
async function inPieces(pieces: Generator, isTaken: () => Promise<void>): Promise<unknown> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    const wait = isTaken();
    process.send?.({ piece: value } satisfies ChildAnswer);
    await wait;
  }
}

const isGenerator = (given: unknown): given is Generator =>
  typeof given === 'object' && given !== null && Symbol.iterator in given && 'return' in given;

/**
 * Makes this process one that does `work` for whoever started it with `createIsolated`, again and again. It ends with that
 * process, whatever becomes of it. Work that is a generator hands over what it yields at once: a message of many megabytes
 * would hold up whoever takes it.
 */
export function serveIsolated(work: (content: Buffer, input: never) => unknown): void {
  let goOn: () => void = () => undefined;
  const isTaken = () => new Promise<void>((resolve) => (goOn = resolve));
  const answer = async ({ length, input }: Order): Promise<ChildAnswer> => {
    try {
      const given = await work(readContent(length), input as never);
      return { result: isGenerator(given) ? await inPieces(given, isTaken) : given };
    } catch (error) {
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on('message', (order: Order | typeof taken) => {
    if (order === taken) goOn();
    else void answer(order).then((given) => process.send?.(given));
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready' satisfies ChildAnswer);
}
