import { fstatSync, write as writeFile } from 'node:fs';
import { Socket } from 'node:net';

/** Where lines of the log go. Nothing that becomes of them is ever thrown, waited for, or ends the process. */
export interface LogOutput {
  /** @param text whole lines. */
  write(text: string): void;
  /** Ends when all was written, or after `withinMs`: somebody may have stopped reading. */
  flush(withinMs: number): Promise<void>;
}

type Sink = (bytes: Buffer, done: (error: Error | null, written: number) => void) => void;

interface LogOptions {
  /** Bytes that wait at most; lines beyond that are lost, and counted. Default 1 MiB. */
  maxWaiting?: number;
  /** Pause after a failed write. Default 1 s. */
  retryMs?: number;
  /**
   * How long lines are gathered: to write costs more than to make a line, and there is one for each request. Default 20 ms; 0
   * writes at once.
   */
  gatherMs?: number;
  sink?: Sink;
}

const maxWrite = 64 * 1024;

/**
 * Writes to a file descriptor in the background. A full disk, a reader that went away and one that no longer reads cost lines of
 * the log and nothing else; once writing goes on, a line says how many were lost.
 */
export function createLogOutput(fd: number, options: LogOptions = {}): LogOutput {
  const { maxWaiting = 2 ** 20, retryMs = 1_000, gatherMs = 20, sink = sinkOf(fd) } = options;
  const lines: Buffer[] = [];
  let waiting = 0;
  /** What is being written; after a part of it, the rest. */
  let current: Buffer | undefined;
  let lost = 0;
  let why = '';
  let idle: (() => void)[] = [];
  let gathering: NodeJS.Timeout | undefined;

  const next = (): Buffer | undefined => {
    if (lost > 0 && lines.length === 0) {
      const note = { level: 40, time: Date.now(), msg: `${lost} lines of the log were lost: ${why}` };
      lost = 0;
      return Buffer.from(`${JSON.stringify(note)}\n`);
    }
    let bytes = 0;
    let count = 0;
    while (count < lines.length && (count === 0 || bytes + (lines[count] as Buffer).length <= maxWrite))
      bytes += (lines[count++] as Buffer).length;
    waiting -= bytes;
    return count > 0 ? Buffer.concat(lines.splice(0, count)) : undefined;
  };
  const pump = () => {
    clearTimeout(gathering);
    gathering = undefined;
    current ??= next();
    if (!current) {
      for (const tell of idle.splice(0)) tell();
      return;
    }
    const part = current;
    sink(part, (error, written) => {
      if (error) {
        why = 'code' in error ? String(error.code) : error.message;
        setTimeout(pump, retryMs).unref();
        return;
      }
      current = written < part.length ? part.subarray(written) : undefined;
      pump();
    });
  };

  return {
    write(text) {
      const line = Buffer.from(text);
      if (waiting + line.length > maxWaiting) {
        why ||= 'nobody reads it';
        lost += 1;
        return;
      }
      lines.push(line);
      waiting += line.length;
      if (current) return;
      if (gatherMs === 0 || waiting >= maxWrite) pump();
      else gathering ??= setTimeout(pump, gatherMs);
    },
    flush(withinMs) {
      if (gathering) pump();
      return current
        ? new Promise((resolve) => {
            idle.push(resolve);
            setTimeout(() => {
              idle = idle.filter((one) => one !== resolve);
              resolve();
            }, withinMs);
          })
        : Promise.resolve();
    },
  };
}

/**
 * A pipe or socket is written to without blocking a thread: one that nobody reads would keep the process from ending. Files and
 * terminals know no such writing.
 */
function sinkOf(fd: number): Sink {
  const kind = fstatSync(fd);
  if (!kind.isFIFO() && !kind.isSocket())
    return (bytes, done) => writeFile(fd, bytes, (error, written) => done(error, written));
  const socket = new Socket({ fd, readable: false, writable: true });
  // Told to whoever writes as well.
  socket.on('error', () => undefined);
  socket.unref();
  return (bytes, done) => void socket.write(bytes, (error) => done(error ?? null, bytes.length));
}
