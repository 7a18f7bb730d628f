import { describe, expect, test } from 'vitest';
import type { AreaServer, ProductParts } from '../area.ts';
import { checksOf, policiesOf, sweepsOf, tasksOf } from './area-parts.ts';
import type { RowPolicy } from '../catalogue/policy.ts';

// None of the parts below looks at the product.
const product = {} as ProductParts;
const area = (name: string, brings: Omit<AreaServer, 'contract'>): AreaServer => ({ contract: { name }, ...brings });
const policyOf = (policy: Partial<Record<keyof RowPolicy, unknown>>) => () => ({ rto: policy as RowPolicy });

/** Calls a hook of the policy that areas bring to one catalogue together. */
const called = (areas: readonly AreaServer[], hook: 'check' | 'after'): Promise<void> => {
  const hooks = policiesOf(areas, product)['rto'] as unknown as Record<typeof hook, () => Promise<void>>;
  return hooks[hook]();
};

describe('policies', () => {
  test('of one catalogue are called one after the other, in the order of the areas', async () => {
    const calls: string[] = [];
    const noting = (name: string) => policyOf({ check: async () => void calls.push(name) });
    const areas = [area('offices', { policies: noting('first') }), area('rights', { policies: noting('second') })];
    await called(areas, 'check');
    expect(calls).toEqual(['first', 'second']);
  });

  test('one that refuses keeps the next from being asked', async () => {
    const calls: string[] = [];
    const areas = [
      area('offices', { policies: policyOf({ after: () => Promise.reject(new Error('no')) }) }),
      area('rights', { policies: policyOf({ after: async () => void calls.push('asked') }) }),
    ];
    await expect(called(areas, 'after')).rejects.toThrow('no');
    expect(calls).toEqual([]);
  });

  test('what only one area brings stays beside what another brings', () => {
    const incoming = () => undefined;
    const areas = [
      area('offices', { policies: policyOf({ incoming }) }),
      area('rights', { policies: policyOf({ check: async () => undefined }) }),
    ];
    expect(policiesOf(areas, product)['rto']).toMatchObject({ incoming, check: expect.any(Function) });
  });

  test.each(['incoming', 'rights', 'rightsBy', 'mayNotCreate', 'details'] as const)(
    'two areas cannot both bring %s to a catalogue',
    (hook) => {
      const areas = ['offices', 'rights'].map((name) =>
        area(name, { policies: policyOf({ [hook]: () => undefined }) }),
      );
      expect(() => policiesOf(areas, product)).toThrow(`rights: policy of rto: another area brings '${hook}' as well`);
    },
  );
});

test('a catalogue is checked by one area only', () => {
  const checks = { rto: () => ({}) };
  expect(Object.keys(checksOf([area('offices', { checks })]))).toEqual(['rto']);
  expect(() => checksOf([area('offices', { checks }), area('rights', { checks })])).toThrow(
    "rights: 'rto' is brought by another area as well",
  );
});

test('a job has one name over all areas; what it does when it is given up goes with it', () => {
  const run = async () => undefined;
  const givenUp = async () => undefined;
  const jobs = [
    area('mail', { jobs: () => ({ send: { run, givenUp } }) }),
    area('audit', { jobs: () => ({ proof: run }) }),
  ];
  expect(tasksOf(jobs, product)).toEqual({ tasks: { send: run, proof: run }, givenUp: { send: givenUp } });
  const twice = [...jobs, area('trips', { jobs: () => ({ send: run }) })];
  expect(() => tasksOf(twice, product)).toThrow("trips: 'send' is brought by another area as well");
});

test('sweeps run in their own order, whichever area brings them', () => {
  const sweep = (name: string, order: number) => ({ name, order, run: async () => undefined });
  const areas = [
    area('mail', { sweeps: () => [sweep('mails', 30), sweep('sessions', 10)] }),
    area('offices', {}),
    area('audit', { sweeps: () => [sweep('exports', 20)] }),
  ];
  expect(sweepsOf(areas, product).map(({ name }) => name)).toEqual(['sessions', 'exports', 'mails']);
});
