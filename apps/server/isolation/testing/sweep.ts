import { can } from '#kit/contract/rights.ts';
import { ask, askPatiently, type Asked, inOrder } from './call.ts';
import { casesOf } from './cases/cases.ts';
import { harvestOf } from './harvest.ts';
import { mightiest, tenantCatalogues, type Organisation } from './organisation.ts';
import { outcomeOf } from './outcome.ts';
import { slotsOf } from './planting.ts';
import { idsOf, plantsFor } from './plants.ts';
import { type Width, standIns } from './reads.ts';
import { catalogueOf, lets, nameOf, parametersOf, unknownId } from './routes.ts';
import { type Canaries, canariesTo, canaryIn, difference, saidBy, withoutNewIds } from './scan.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import type { Caller } from './callers.ts';
import type { World } from './world.ts';

/** One step of a sweep: the calls for one place of one request. */
type Step = string;

/** Something of another organisation that was noticed. */
export interface Finding {
  /** By which check. */
  check: string;
  route: string;
  role: string;
  detail: string;
}

export interface Sweep {
  world: World;
  /** Whose people call. */
  own: Organisation;
  caller: Caller;
  /** What they must not notice. */
  canaries: Canaries;
  width: Width;
  counts: { calls: number; slots: number };
  /** Puts only ids of nothing into the places: those of others take the same way as long as all fences stand. */
  harmless?: boolean;
  /** Leaves out steps; left out, all are taken. */
  takes?: (step: Step) => boolean;
  /** Told after each step that was taken, when nothing of it is under way any more. */
  taken?: (step: Step) => void | Promise<void>;
}

/**
 * Calls every route as somebody: rightly, and with other organisations' ids in every place that takes one, against the same
 * call with an id that belongs to nothing. Yields what gives the other organisation away, as it is found.
 */
export async function* sweep(given: Sweep): AsyncGenerator<Finding> {
  const { world, caller, own, width, counts } = given;
  const canaries = canariesTo(caller, given.canaries);
  const { specs } = world.test.product;
  const takes = given.takes ?? (() => true);
  const grants = world.grantsOf(caller.role);
  const harvest = harvestOf(world, new Set([own.id, ...own.callers.map(({ accountId }) => accountId)]));
  const chosen = standIns(world);
  const known = new Set([...Object.values(await world.behind.ids(own.id)).flat(), ...canaries.ids]);

  /** Something of the route at hand was done, and not refused. */
  let done = false;
  /** What a call says in the end: the answer, and what came of the work that it started. */
  const say = async (asked: Asked, planted: readonly string[], question = ask): Promise<Said> => {
    counts.calls += 1;
    const answer = await question(world.test, caller, asked);
    const whole = (await saidBy(answer)) + (await outcomeOf(world, caller, asked, answer));
    let said = whole;
    for (const one of planted) said = said.replaceAll(one, '<planted>');
    const isDone = answer.status < 300;
    done ||= isDone;
    return { said: withoutNewIds(said, known), canary: canaryIn(whole, canaries, planted), isDone };
  };

  for (const spec of specs) {
    const definition = catalogueOf(spec, world.definitions);
    if (width === 'narrow' && definition && !chosen.includes(definition)) continue;
    if (!lets(spec, grants) || takesNoIds(spec)) continue;
    const route = nameOf(spec);
    const finding = (check: string, detail: string): Finding => ({ check, route, role: caller.role, detail });
    for (const [at, one] of (await casesOf(world, harvest, spec, caller)).entries()) {
      if (!one.needs.every(({ module, action }) => can(grants, module, action))) continue;
      const plain = `${route} ${at}`;
      if (takes(plain)) {
        const { canary, said } = await say(one.asked, []);
        if (canary) yield finding('plain call', canary);
        // A machine that is busy answers 503 as well: then not twice.
        const again = said.startsWith('50') ? (await say(one.asked, [])).said : said;
        if (again.startsWith('50')) yield finding('plain call', again.slice(0, 200));
        await given.taken?.(plain);
      }
      for (const slot of slotsOf(world, spec, one)) {
        const step = `${route} ${at} ${slot.name}`;
        if ((slot.isDear && !isTurn(given, step)) || !takes(step)) continue;
        counts.slots += 1;
        const compared = (text: string) => (slot.inAddress ? text.replace(/"etag":"W[^,}]+/, '') : text);
        for (const plant of plantsFor(slot, canaries, definition)) {
          const one: Planting = [slot.put(plant.otherwise), [plant.otherwise]];
          const [first, statements] = await world.heard.during(() => say(...one, askPatiently));
          // Many together are one call; of those that go alone only the ones that could be met.
          const isTogether = slot.putAll !== undefined && first.isDone;
          const ids = idsOf(plant, isTogether ? undefined : canaries.reach.kindsIn(statements));
          const tries = given.harmless ? [] : ids.map((id): Planting => [slot.put(id), [id]]);
          // A machine that is too busy to refuse an id of nothing would let every id of others pass.
          if (first.said.startsWith('503')) yield finding(`busy at ${slot.name}`, first.said.slice(0, 200));
          const rounds = [{ tries, nothing: one, baseline: first }];
          if (slot.putAll && first.isDone && ids.length > 2) {
            // The last goes alone: what the others together would show of it is no echo.
            const many = ids.slice(0, -1);
            const unknown = many.map((id) => unknownId(id));
            const nothing: Planting = [slot.putAll(unknown), unknown];
            tries.splice(0, many.length);
            rounds.push({
              tries: given.harmless ? [] : [[slot.putAll(many), many]],
              nothing,
              baseline: await say(...nothing, askPatiently),
            });
          }
          for (const { tries, nothing, baseline: before } of rounds) {
            let baseline = before;
            for await (const [attempt, planted] of inOrder(
              tries,
              (one) => say(...one),
              isSafe(spec, baseline) ? 8 : 1,
            )) {
              if (planted.canary) yield finding(`canary by ${slot.name}`, planted.canary);
              if (compared(planted.said) === compared(baseline.said)) continue;
              // What one's own calls change meanwhile is no news of others.
              baseline = await say(...nothing, askPatiently);
              const [was, again] = [compared(baseline.said), compared((await say(...attempt)).said)];
              if (again !== was) yield finding(`another answer by ${slot.name}`, difference(again, was));
            }
          }
        }
        await given.taken?.(step);
      }
    }
    if (spec.method !== 'GET' && done) harvest.wrote(spec);
    done = false;
  }
  const { status } = await ask(world.test, caller, { method: 'GET', url: '/token' });
  if (status !== 200) throw new Error(`${caller.role} lost the session on the way: ${status}`);
}

/**
 * Work that is done later takes five calls and a round of jobs for each id. It is done for an organisation, whoever of its people
 * began it: those who can do most there take such places in turns.
 */
function isTurn({ own, caller }: Sweep, step: Step): boolean {
  const able = mightiest(own);
  const turn = Buffer.from(step).reduce((sum, byte) => sum + byte, 0);
  return able[turn % able.length] === caller;
}

/** What ends one's own session or reads a file in a thread: the one cannot go on, the other takes its time. */
const takesNoIds = (spec: RouteSpec): boolean =>
  spec.path.endsWith('/import/read') ||
  (spec.tag === 'Session' && parametersOf(spec).length === 0 && spec.path !== '/session/impersonation');

/** What a call said in the end. */
interface Said {
  said: string;
  canary: string | undefined;
  /** It was not refused. */
  isDone: boolean;
}
/** A call, and the ids that are planted in it. */
type Planting = readonly [asked: Asked, planted: readonly string[]];

/** What only looks, or is refused, changes nothing for the next call: several may be on their way together. */
const isSafe = (spec: RouteSpec, { isDone }: Said): boolean => spec.method === 'GET' || !isDone;

/**
 * Puts others' ids into what was stored to be worked on later, where a mistake elsewhere could bring them: the rows that an
 * export has taken note of.
 */
export async function* storedIds({ world, caller, canaries }: Sweep): AsyncGenerator<Finding> {
  for (const { path, base } of tenantCatalogues(world)) {
    if (!can(world.grantsOf(caller.role), path, 'export')) continue;
    const url = `/${path}/export/job`;
    const started = await ask(world.test, caller, { method: 'POST', url, body: { format: 'csv' } });
    const { id } = started.json.data;
    await world.behind.query(
      'update export_part set ids = ids || $2::uuid[] where export_id = $1',
      [id, canaries.byTable[base]],
      caller.orgId ?? '',
    );
    const said = await outcomeOf(world, caller, { method: 'POST', url }, started);
    const canary = canaryIn(said, canariesTo(caller, canaries));
    if (canary) yield { check: 'stored ids', route: `POST ${url}`, role: caller.role, detail: canary };
  }
}
