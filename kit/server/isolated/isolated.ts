import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type ChildAnswer, contentAt, type Order, taken } from './child.ts';
import { memoryOf, processorMsOf } from './memory.ts';
import { putBehind } from '#kit/server/turns/priority.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createLine } from '../turns/line.ts';
import { processTurns } from '../turns/rooms.ts';

/**
 * Work that was ended from outside, or that ended its process. 'late' is no fault of the work: the machine had no time for it.
 */
export class Ended extends Error {
  readonly why: 'time' | 'late' | 'memory' | 'crash';
  constructor(why: Ended['why']) {
    super(`The work was ended: ${why}`);
    this.why = why;
  }
}

/** For whoever waited in vain for a processor. */
export const tooBusy = () => refuse.unavailable('The server is too busy to check files. Try again shortly', 5);

export interface IsolatedLimits {
  /** Milliseconds of a processor that one piece of work may take. Where the system does not tell them, by the clock. */
  timeMs: number;
  /** … and by the clock, waiting for a processor included. Default: ten times as many. */
  lateMs?: number;
  /** Bytes that its process may take for itself, outside of the language's own memory as well. */
  memoryBytes: number;
  /** Pieces of work that may wait. */
  mostWaiting: number;
}

export type Content = Uint8Array | readonly Uint8Array[];

/** What a single piece of work is given besides. */
export interface Given {
  limits?: Partial<IsolatedLimits>;
  /** The next piece comes when this one was taken. What it throws ends the work. */
  takes?: (piece: unknown) => unknown;
}

/** Work on what strangers send, in a process that can be ended at any moment, one piece after the other. */
export interface Isolated<Input, Result> {
  /**
   * @param content goes over as it is, as fast as it is taken; several pieces become one.
   * @param input what else the work needs to know; travels as a structured clone.
   * @param given.limits of this piece of work, where they differ.
   * @param given.takes is called with each piece that the work hands over before its result.
   * @throws Ended, what `full` makes, or an Error with what the work threw.
   */
  run(content: Content, input: Input, given?: Given): Promise<Result>;
  /** The most that a process has been seen to take, and how many were started. */
  readonly figures: Readonly<{ peakBytes: number; started: number }>;
}

type LastAnswer = Extract<ChildAnswer, { result: unknown } | { fault: string }>;

/** How often it is looked how much memory the process takes. */
const lookMs = process.platform === 'linux' ? 20 : 250;
/** A process without work ends after this time; starting another takes a tenth of a second. */
const idleMs = 10_000;
/** Beyond the bound of its whole memory: reaching it would end the process with a copy of it on disk. */
const heapMb = 1_024;
/** How long a process may take to be there. */
const startMs = 20_000;

/**
 * @param entry module that calls `serveIsolated`.
 * @param options.addons whether it needs native code of packages. It may read files, and neither write any nor start programs.
 */
export function createIsolated<Input, Result>(
  entry: URL,
  usual: IsolatedLimits,
  options: { full: () => Error; addons?: boolean },
): Isolated<Input, Result> {
  const inTurn = createLine({ mostWaiting: usual.mostWaiting, full: options.full, first: processTurns });
  const figures = { peakBytes: 0, started: 0 };
  let child: ChildProcess | undefined;
  let isReady = false;
  let idle: NodeJS.Timeout | undefined;

  const start = (): ChildProcess => {
    figures.started += 1;
    isReady = false;
    const started = forked(entry, options.addons === true);
    // Whoever ends does not read to the end.
    pipeOf(started)?.on('error', () => undefined);
    const gone = () => {
      if (child === started) child = undefined;
    };
    started.on('error', gone).on('exit', gone);
    return started;
  };
  const hold = (own: ChildProcess, held: boolean) => {
    for (const one of [own, own.channel, pipeOf(own)])
      if (held) one?.ref();
      else one?.unref();
  };

  const once = async (content: Content, input: Input, given: Given): Promise<Result> => {
    const limits = { ...usual, ...given.limits };
    clearTimeout(idle);
    const own = (child ??= start());
    hold(own, true);
    let isOver = false;
    let over: () => void = () => undefined;
    try {
      const answer = await new Promise<LastAnswer>((resolve, reject) => {
        const end = (why: unknown) => {
          if (child === own) child = undefined;
          own.kill('SIGKILL');
          reject(why as Error);
        };
        const crashed = () => end(new Ended('crash'));
        let usedBefore: number | undefined;
        const look = async () => {
          const bytes = (own.pid !== undefined && (await memoryOf(own.pid))) || 0;
          // The answer came meanwhile: the process may have the next piece of work already.
          if (isOver) return;
          figures.peakBytes = Math.max(figures.peakBytes, bytes);
          if (bytes > limits.memoryBytes) return end(new Ended('memory'));
          const used = usedBefore === undefined ? undefined : processorMsOf(own.pid);
          if (used !== undefined && used - (usedBefore ?? 0) > limits.timeMs) end(new Ended('time'));
        };
        let timer: NodeJS.Timeout;
        const allow = (ms: number, why: Ended['why']) => {
          clearTimeout(timer);
          timer = setTimeout(() => end(new Ended(why)), ms);
        };
        const looking = setInterval(() => void look(), lookMs);
        const begin = () => {
          // Not before: a start takes long enough.
          if (!isReady && own.pid !== undefined) putBehind(own.pid);
          isReady = true;
          usedBefore = processorMsOf(own.pid);
          if (usedBefore === undefined) allow(limits.timeMs, 'time');
          else allow(limits.lateMs ?? 10 * limits.timeMs, 'late');
          const pieces = content instanceof Uint8Array ? [content] : content;
          const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
          own.send({ length, input } satisfies Order, (error) => error && crashed());
          for (const piece of pieces) pipeOf(own)?.write(piece);
        };
        const take = async (piece: unknown) => {
          try {
            await given.takes?.(piece);
            if (!isOver) own.send(taken, (error) => error && crashed());
          } catch (error) {
            end(error);
          }
        };
        const told = (answered: unknown) => {
          const one = answered as ChildAnswer;
          if (one === 'ready') begin();
          else if ('piece' in one) void take(one.piece);
          else resolve(one);
        };
        own.on('message', told).on('exit', crashed).on('error', crashed);
        over = () => {
          clearTimeout(timer);
          clearInterval(looking);
          own.off('message', told).off('exit', crashed).off('error', crashed);
        };
        if (isReady) begin();
        else allow(startMs, 'late');
      });
      if ('fault' in answer) throw new Error(answer.fault);
      return answer.result as Result;
    } finally {
      isOver = true;
      over();
      hold(own, false);
      idle = setTimeout(() => {
        if (child === own) child = undefined;
        own.kill();
      }, idleMs).unref();
    }
  };
  return {
    figures,
    run: (content, input, given = {}) => inTurn(() => once(content, input, given)),
  };
}

/** Where a process is handed the bytes that it works on; there is none where it could not be started. */
const pipeOf = (child: ChildProcess) => child.stdio?.[contentAt] as Socket | null | undefined;

function forked(entry: URL, addons: boolean): ChildProcess {
  return fork(fileURLToPath(entry), [], {
    // Nothing of ours: no keys, no passwords, no settings.
    env: {},
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--no-warnings',
      '--permission',
      '--allow-fs-read=*',
      ...(addons ? ['--allow-addons'] : []),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
  });
}
