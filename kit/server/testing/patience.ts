import { timeouts } from '../db/timeouts.ts';

/**
 * How long the database may take in tests: some hundred databases on few processors answer late without being away, and what a test asks
 * is not whether they are quick. The product as people run it, and the journeys with it, keep their own.
 */
const patience = 8;

/** Set up once for each worker, which runs many files. */
const once = Symbol.for('roadkeeper.test-patience');
const told = globalThis as { [once]?: true };
if (!told[once]) {
  told[once] = true;
  // Not for locks: tests hold them to see who waits.
  for (const name of ['connectMs', 'openMs', 'statementMs', 'queryMs'] as const) timeouts[name] *= patience;
}
