import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildAnswer } from './child.ts';
import { memoryOf } from './memory.ts';
import { createLine } from '../turns/line.ts';

/** Work that was ended from outside, or that ended its process. */
export class Ended extends Error {
  readonly why: 'time' | 'memory' | 'crash';
  constructor(why: Ended['why']) {
    super(`The work was ended: ${why}`);
    this.why = why;
  }
}

export interface IsolatedLimits {
  /** Milliseconds that one piece of work may take, once its process is there. */
  timeMs: number;
  /** Bytes that its process may take for itself, outside of the language's own memory as well. */
  memoryBytes: number;
  /** Pieces of work that may wait. */
  mostWaiting: number;
}

/** Work on what strangers send, in a process that can be ended at any moment, one piece after the other. */
export interface Isolated<Input, Result> {
  /**
   * @param input travels as a structured clone.
   * @throws Ended, what `full` makes, or an Error with what the work threw.
   */
  run(input: Input, limits?: Partial<IsolatedLimits>): Promise<Result>;
  /** The most that a process has been seen to take, and how many were started. */
  readonly figures: Readonly<{ peakBytes: number; started: number }>;
}

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
  const inTurn = createLine({ mostWaiting: usual.mostWaiting, full: options.full });
  const figures = { peakBytes: 0, started: 0 };
  let child: ChildProcess | undefined;
  let isReady = false;
  let idle: NodeJS.Timeout | undefined;

  const start = (): ChildProcess => {
    figures.started += 1;
    isReady = false;
    const started = fork(fileURLToPath(entry), [], {
      // Nothing of ours: no keys, no passwords, no settings.
      env: {},
      execArgv: [
        `--max-old-space-size=${heapMb}`,
        '--no-warnings',
        '--permission',
        '--allow-fs-read=*',
        ...(options.addons ? ['--allow-addons'] : []),
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const gone = () => {
      if (child === started) child = undefined;
    };
    started.on('error', gone).on('exit', gone);
    return started;
  };
  const hold = (own: ChildProcess, held: boolean) => {
    for (const one of [own, own.channel])
      if (held) one?.ref();
      else one?.unref();
  };

  const once = async (input: Input, limits: IsolatedLimits): Promise<Result> => {
    clearTimeout(idle);
    const own = (child ??= start());
    hold(own, true);
    let over: () => void = () => undefined;
    try {
      const answer = await new Promise<Exclude<ChildAnswer, 'ready'>>((resolve, reject) => {
        const end = (why: Ended['why']) => {
          if (child === own) child = undefined;
          own.kill('SIGKILL');
          reject(new Ended(why));
        };
        const crashed = () => end('crash');
        const look = async () => {
          const bytes = (own.pid !== undefined && (await memoryOf(own.pid))) || 0;
          figures.peakBytes = Math.max(figures.peakBytes, bytes);
          if (bytes > limits.memoryBytes) end('memory');
        };
        let timer: NodeJS.Timeout;
        const allow = (ms: number) => {
          clearTimeout(timer);
          timer = setTimeout(() => end('time'), ms);
        };
        const looking = setInterval(() => void look(), lookMs);
        const begin = () => {
          isReady = true;
          allow(limits.timeMs);
          own.send(input as object, (error) => error && crashed());
        };
        const told = (given: unknown) =>
          given === 'ready' ? begin() : resolve(given as Exclude<ChildAnswer, 'ready'>);
        own.on('message', told).on('exit', crashed).on('error', crashed);
        over = () => {
          clearTimeout(timer);
          clearInterval(looking);
          own.off('message', told).off('exit', crashed).off('error', crashed);
        };
        if (isReady) begin();
        else allow(startMs);
      });
      if ('fault' in answer) throw new Error(answer.fault);
      return answer.result as Result;
    } finally {
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
    run: (input, limits) => inTurn(() => once(input, { ...usual, ...limits })),
  };
}
