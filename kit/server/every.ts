/** Work that is done again and again. */
export interface Recurring {
  /** Does it at once and then every so often, never twice at a time. Does nothing when it has been started. */
  start(everyMs: number): void;
  /** Ends it and waits for the round that is under way. */
  stop(): Promise<void>;
}

/** Does `work` again and again; a round that fails is told once, until one succeeds again. */
export function recurring(name: string, work: () => Promise<unknown>, log: (line: string) => void): Recurring {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failing = false;
  const round = async () => {
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing) log(`${name} put off: ${error instanceof Error ? error.message : String(error)}`);
      failing = true;
    }
  };
  const look = () => {
    running ??= round().finally(() => (running = undefined));
  };
  return {
    start(everyMs) {
      if (timer) return;
      timer = setInterval(look, everyMs);
      timer.unref();
      look();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}
