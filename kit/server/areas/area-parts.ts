import type { AreaJob, AreaServer, ProductParts, ServerParts, Sweep } from '../area.ts';
import type { RowPolicies, RowPolicy } from '../catalogue/policy.ts';
import type { RowChecks } from '../catalogue/store.ts';
import type { Task } from '../jobs.ts';
import type { Topic } from '../notify/topic.ts';
import type { ChartSource } from './charts.ts';
import type { DutySource } from './duties.ts';
import type { WorkSource } from './work.ts';

// Puts together what several areas bring.

/** Of these a catalogue has one: two could contradict each other. */
const single = ['incoming', 'rights', 'rightsBy', 'mayNotCreate', 'details'] as const;
/** Of these all are called, one after the other in the order of the areas. */
const chained = ['prepare', 'complete', 'check', 'after', 'afterMany'] as const;

/**
 * The policies of all areas; those of one catalogue are called one after the other, in the order of the areas.
 * @throws Error when two areas bring what a catalogue can have only one of.
 */
export function policiesOf<N>(areas: readonly AreaServer<N>[], parts: ServerParts & N): RowPolicies {
  const found: Record<string, RowPolicy> = {};
  for (const area of areas)
    for (const [path, policy] of Object.entries(area.policies?.(parts) ?? {})) {
      const before = found[path];
      found[path] = before ? bothOf(before, policy, `${area.contract.name}: policy of ${path}`) : policy;
    }
  return found;
}

function bothOf(first: RowPolicy, second: RowPolicy, name: string): RowPolicy {
  const twice = single.find((hook) => first[hook] && second[hook]);
  if (twice) throw new Error(`${name}: another area brings '${twice}' as well, and there can be one only`);
  const both = chained.flatMap((hook) => {
    const [one, other] = [first[hook], second[hook]] as [Hook | undefined, Hook | undefined];
    if (!one || !other) return [];
    const call: Hook = async (...given) => {
      await one.apply(first, given);
      await other.apply(second, given);
    };
    return [[hook, call] as const];
  });
  return { ...first, ...second, ...Object.fromEntries(both) };
}
type Hook = (...given: unknown[]) => Promise<void>;

/** @throws Error when two areas check the same catalogue. */
export const checksOf = (areas: readonly Pick<AreaServer, 'contract' | 'checks'>[]): RowChecks =>
  withoutTwins(areas.map(({ contract, checks = {} }) => [contract.name, checks]));

/** The work of all jobs, by their names. @throws Error when two areas have a job of one name. */
export function tasksOf<N>(areas: readonly AreaServer<N>[], product: ProductParts & N) {
  const jobs = withoutTwins<AreaJob>(areas.map(({ contract, jobs }) => [contract.name, jobs?.(product) ?? {}]));
  const tasks: Record<string, Task> = {};
  const givenUp: Record<string, Task> = {};
  for (const [name, job] of Object.entries(jobs)) {
    tasks[name] = typeof job === 'function' ? job : job.run;
    if (typeof job !== 'function') givenUp[name] = job.givenUp;
  }
  return { tasks, givenUp };
}

/** What is swept, in its order. */
export const sweepsOf = <N>(areas: readonly AreaServer<N>[], product: ProductParts & N): Sweep[] =>
  areas.flatMap(({ sweeps }) => sweeps?.(product) ?? []).toSorted((a, b) => a.order - b.order);

/** The work of all areas, in its order. @throws Error when two areas name a card alike. */
export const workOf = (areas: readonly Pick<AreaServer, 'contract' | 'work'>[]): WorkSource[] =>
  inOrder(areas.map(({ contract, work = [] }) => [contract.name, work]));

/** The charts of all areas, in their order. @throws Error when two areas name one alike. */
export const chartsOf = (areas: readonly Pick<AreaServer, 'contract' | 'charts'>[]): ChartSource[] =>
  inOrder(areas.map(({ contract, charts = [] }) => [contract.name, charts]));

/** The duties of all areas, in their order. @throws Error when two areas name a kind alike. */
export const dutiesOf = (areas: readonly Pick<AreaServer, 'contract' | 'duties'>[]): DutySource[] =>
  inOrder(areas.map(({ contract, duties = [] }) => [contract.name, duties]));

function inOrder<T extends { key: string; order: number }>(all: readonly (readonly [string, readonly T[]])[]): T[] {
  withoutTwins(all.map(([area, some]) => [area, Object.fromEntries(some.map((one) => [one.key, one]))]));
  return all.flatMap(([, some]) => some).toSorted((a, b) => a.order - b.order);
}

/** What people are told of, of all areas. @throws Error when two areas name a topic alike. */
export function topicsOf(areas: readonly Pick<AreaServer, 'contract' | 'topics'>[]): Topic[] {
  const all = areas.map(
    ({ contract, topics = [] }) => [contract.name, Object.fromEntries(topics.map((one) => [one.key, one]))] as const,
  );
  return Object.values(withoutTwins<Topic>(all));
}

function withoutTwins<T>(all: readonly (readonly [area: string, Readonly<Record<string, T>>])[]): Record<string, T> {
  const found: Record<string, T> = {};
  for (const [area, entries] of all)
    for (const [name, value] of Object.entries(entries)) {
      if (name in found) throw new Error(`${area}: '${name}' is brought by another area as well`);
      found[name] = value;
    }
  return found;
}
