import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isId } from '#kit/contract/ids-and-days.ts';
import { everything, type Scope, transact } from '#kit/server/db/database.ts';
import { type MultipartInput, readMultipart } from '#kit/server/files/multipart.ts';
import { writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { hashToken } from '#kit/server/sessions/tokens.ts';
import { driver } from '../drivers/driver.contract.ts';
import { type OnboardingStep, onboardingSteps } from './onboarding.contract.ts';
import { onboardingForm, type Saver, saveStep } from './save-step.ts';
import { onboardingOf, onboardingSchema } from './onboarding.store.ts';
import { takePhoto } from './taken-facts.ts';
import { invitedWriter, type PeopleParts, write } from '../people-parts.ts';

const tag = 'Onboarding';
/** A picture is decoded and made anew, which takes its time on a phone's photo. */
const deadlineMs = 20_000;

/** Five steps from an invitation to a driver: two doors to the same, one for those with rights, one for the driver. */
export function addOnboardingRoutes(app: FastifyInstance, people: PeopleParts): void {
  const { kit } = people;
  addRoute(app, {
    method: 'GET',
    path: '/client/driver-on-boarding/{id}',
    summary: 'Onboarding progress of a driver',
    tag,
    access: { module: driver.path, action: 'view' },
    scope: 'organisation',
    answer: onboardingSchema,
    handle: async ({ session, params }) => {
      const id = params['id']?.toLowerCase();
      if (!isId(id)) throw refuse.notFound('Driver not found');
      const scope = scopeOf(session);
      return { message: 'OK', data: await transact(kit.db, scope, (db) => onboardingOf(people, db, scope, id)) };
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/client/driver-on-boarding',
    summary: 'Save a step of a driver’s onboarding: identity, licence, documents, employer, consent',
    tag,
    access: { module: driver.path, action: 'edit' },
    scope: 'organisation',
    multipart: true,
    deadlineMs,
    answer: onboardingSchema,
    handle: async (call) => {
      const { session, request } = call;
      const scope = scopeOf(session);
      const form = await readForm(people, call, { orgId: session.orgId, actorId: session.user.id });
      if (!isId(form.driverId)) throw refuse.badInput({ driverId: 'Driver is required' });
      const writer = writerOf(session, request, kit.clock.now());
      return save(people, call, { scope, writer, isDriver: false }, form.driverId, form);
    },
  });

  /** What was found out before the body was read. */
  const passes = new WeakMap<FastifyRequest, Pass>();
  const invited = { tag, access: 'public', scope: 'none', answer: onboardingSchema } as const;
  addRoute(app, {
    ...invited,
    method: 'GET',
    path: '/invitation/onboarding',
    summary: 'One’s own onboarding, with the pass that a code gave, in the header x-onboarding',
    handle: async (call) => {
      const pass = await passOf(people, call.request);
      const data = await transact(kit.db, pass.scope, (db) => onboardingOf(people, db, pass.scope, pass.driverId));
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...invited,
    method: 'POST',
    path: '/invitation/onboarding',
    summary: 'Save a step of one’s own onboarding, with the pass that a code gave',
    multipart: true,
    deadlineMs,
    beforeBody: async (request) => {
      const pass = await passOf(people, request);
      passes.set(request, pass);
      return `driver ${pass.driverId}`;
    },
    handle: async (call) => {
      const pass = passes.get(call.request) ?? (await passOf(people, call.request));
      const { driverId, name, orgId, scope } = pass;
      const form = await readForm(people, call, { orgId, actorId: null });
      if (form.driverId !== undefined && form.driverId !== driverId)
        throw refuse.badInput({ driverId: 'Not the driver whom your code is for' });
      const writer = invitedWriter(call.request, { name, orgId }, kit.clock.now());
      return save(people, call, { scope, writer, isDriver: true }, driverId, form);
    },
  });
}

interface Form extends MultipartInput {
  step: OnboardingStep;
  driverId?: string;
}

async function readForm(
  { kit }: PeopleParts,
  { request }: Call,
  who: { orgId: string | null; actorId: string | null },
): Promise<Form> {
  if (!request.isMultipart()) throw refuse.wrongType('This call takes multipart/form-data');
  const { values: sent, files } = await readMultipart(request, onboardingForm, kit.files, who);
  const { step, driverId, ...values } = sent;
  const found = onboardingSteps.find((one) => one === step);
  if (!found) throw refuse.badInput({ step: `Must be one of ${onboardingSteps.join(', ')}` });
  return { step: found, ...(typeof driverId === 'string' ? { driverId } : {}), values, files };
}

async function save(people: PeopleParts, call: Call, saver: Saver, driverId: string, form: Form) {
  const { done } = form.values;
  const isEnd = form.step === 'documents' && done === true;
  const photo = isEnd ? await takePhoto(people, saver.scope, driverId) : undefined;
  const data = await write(people, call, saver.scope, saver.writer, async (db) => {
    await saveStep(people, db, saver, driverId, form.step, { ...form, photo });
    return onboardingOf(people, db, saver.scope, driverId);
  });
  return { message: data.finished ? 'Onboarding is complete.' : 'Saved.', data };
}

interface Pass {
  driverId: string;
  orgId: string;
  name: string;
  scope: Scope;
}

/** The driver whom a pass is for. */
async function passOf({ kit, throttle }: PeopleParts, request: FastifyRequest): Promise<Pass> {
  const given = request.headers['x-onboarding'];
  const now = kit.clock.now();
  const over = () => refuse.unauthorised('Open your invitation again to continue');
  if (typeof given !== 'string' || !/^rko_[\w-]{20,100}$/.test(given)) throw over();
  const [found] = await transact(kit.db, everything, (db) =>
    db.query<Omit<Pass, 'scope'>>(
      `select p.driver_id as "driverId", p.org_id as "orgId", d.name from onboarding_pass p
         join driver d on d.id = p.driver_id and d.deleted_at is null and d.status = 1
         join organisation o on o.id = p.org_id and o.status = 1 and o.deleted_at is null
        where p.hash = $1 and p.expires_at > $2`,
      [hashToken(given), now.toISOString()],
    ),
  );
  if (!found) {
    await throttle.start({ account: `onboarding:${given}`, ip: request.ip }, now);
    throw over();
  }
  const scope: Scope = { orgId: found.orgId };
  return { ...found, scope };
}
