import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  decidedInside,
  type Deviation,
  type Matrix,
  neverReached,
  startMatrix,
  walkAll,
} from './testing/permission-matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix?.world.close());

test('with the right token every role gets from every route what the route declares, and no more', async () => {
  const started = performance.now();
  const { cases, past, deviations, decided, open, reached } = await walkAll(matrix);
  const { specs } = matrix.world.test.product;
  console.log(
    [
      `${specs.length} routes × ${matrix.callers.length} walkers: ${cases} cases, ${past} past the checks of what was sent, ${seconds(started)} s`,
      'Decided inside:',
      ...[...decided].map((pattern) => `  ${pattern}: ${decidedInside[pattern]}`),
      'Never reached:',
      ...Object.entries(neverReached).map(([route, reason]) => `  ${route}: ${reason}`),
    ].join('\n'),
  );
  expect(deviations.map(asLine)).toEqual([]);
  expect([...decided].sort(), 'every exception is needed').toEqual(Object.keys(decidedInside).sort());
  const unreached = [...open].filter((route) => !reached.has(route)).sort();
  expect(unreached, 'give these a case in testing/cases, or a reason').toEqual(Object.keys(neverReached).sort());
  // Every route is open to somebody: one that is not would be a right that no role has.
  expect(specs.map(({ method, path }) => `${method} ${path}`).filter((route) => !open.has(route))).toEqual([]);
}, 600_000);

const asLine = ({ role, route, expected, status, text }: Deviation): string =>
  `${role}: ${route} ${status} instead of ${expected}: ${text}`;
const seconds = (started: number) => ((performance.now() - started) / 1_000).toFixed(1);
