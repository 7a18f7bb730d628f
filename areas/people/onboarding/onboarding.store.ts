import * as z from 'zod/mini';
import { checkLicence } from '#kit/contract/formats/licence.ts';
import { isRefused } from '#kit/contract/formats/format.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { mustRead } from '#kit/server/catalogue/store.ts';
import { cellOf, storedParts } from '#kit/server/catalogue/sealed-fields.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { driver } from '../drivers/driver.contract.ts';
import { documentsAsked } from './documents-asked.store.ts';
import { takenOf } from './taken-facts.ts';
import { type Onboarding, type OnboardingStep, onboardingSteps, stepFields } from './onboarding.contract.ts';
import type { PeopleParts } from '../people-parts.ts';

export const onboardingSchema = z.strictObject({
  driverId: z.string(),
  name: z.string(),
  orgName: z.string(),
  state: z.string(),
  finished: z.boolean(),
  steps: z.array(z.strictObject({ key: z.enum(onboardingSteps), doneAt: z.nullable(z.string()) })),
  next: z.nullable(z.enum(onboardingSteps)),
  values: z.record(z.string(), z.unknown()),
  papers: z.array(
    z.strictObject({
      typeId: z.string(),
      name: z.string(),
      mandatory: z.boolean(),
      hasExpiry: z.boolean(),
      state: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      taken: z.array(z.enum(['number', 'issuedOn', 'validFrom', 'validUpto', 'front'])),
    }),
  ),
  vehicleNo: z.nullable(z.string()),
  consentBy: z.nullable(z.enum(['DRIVER', 'PAPER'])),
  warnings: z.array(z.string()),
});

/** How far a driver is, with the stage that the state hides while they are on leave or gone. */
export interface Progress {
  stage: 'INVITED' | 'ONBOARDING' | 'DONE';
  done: Record<OnboardingStep, string | null>;
  consentBy: 'DRIVER' | 'PAPER' | null;
  orgName: string;
  vehicleNo: string | null;
}

/** The progress of a driver whom the caller has found within the scope. */
export async function progressOf(db: Queryable, driverId: string): Promise<Progress> {
  const [row] = await db.query<Record<`${OnboardingStep}At`, string | null> & Omit<Progress, 'done'>>(
    `select d.stage, o.name as "orgName", b.identity_at as "identityAt", b.licence_at as "licenceAt", b.documents_at as "documentsAt",
       b.employer_at as "employerAt", b.consent_at as "consentAt", b.consent_by as "consentBy",
       (select v.registration_no from invitation i join vehicles_vehicle v on v.id = i.vehicle_id
         where i.driver_id = d.id order by i.created_at desc limit 1) as "vehicleNo"
     from driver d join organisation o on o.id = d.org_id left join driver_onboarding b on b.driver_id = d.id where d.id = $1`,
    [driverId],
  );
  if (!row) throw new Error('The driver no longer exists');
  const done = Object.fromEntries(onboardingSteps.map((step) => [step, row[`${step}At`]])) as Progress['done'];
  return { stage: row.stage, done, consentBy: row.consentBy, orgName: row.orgName, vehicleNo: row.vehicleNo };
}

export async function onboardingOf(
  people: PeopleParts,
  db: Queryable,
  scope: Scope,
  driverId: string,
): Promise<Onboarding> {
  const { row } = await mustRead(people.drivers.reads, scope, driverId, db);
  const progress = await progressOf(db, row.id);
  const names = onboardingSteps.flatMap((step): readonly (keyof typeof driver.fields)[] => stepFields[step]);
  return {
    driverId: row.id,
    name: row.title,
    orgName: progress.orgName,
    state: row.state,
    finished: progress.stage === 'DONE',
    steps: onboardingSteps.map((key) => ({ key, doneAt: progress.done[key] })),
    next: progress.stage === 'DONE' ? null : (onboardingSteps.find((step) => progress.done[step] === null) ?? null),
    values: Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
    papers: (await documentsAsked(db, row.id)).map(({ code, ...paper }) => ({
      ...paper,
      taken: takenOf(row, { code, ...paper }),
    })),
    vehicleNo: progress.vehicleNo,
    consentBy: progress.consentBy,
    warnings: await warningsOf(people, db, row),
  };
}

/** What is odd about a licence number is told to whoever compares it with the paper; the number itself is not. */
async function warningsOf({ kit }: PeopleParts, db: Queryable, row: Pick<AnyRow, 'id'>): Promise<string[]> {
  const stored = (await storedParts(db, driver, [row.id])).get(row.id)?.['dlNo']?.sealed;
  if (!stored) return [];
  const checked = checkLicence(kit.sealed.open(cellOf(driver, 'dlNo', row.id), stored));
  return isRefused(checked) ? [checked.problem] : checked.warnings;
}
