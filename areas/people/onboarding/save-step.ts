import { vehicleKycDoc } from '#areas/documents/documents/document.contract.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type AnyField, file, type FileRef, flag } from '#kit/contract/fields.ts';
import { inputCheck } from '#kit/server/catalogue/write/check-input.ts';
import { mustRead } from '#kit/server/catalogue/store.ts';
import { writableOf } from '#kit/server/catalogue/write/write-values.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { MultipartInput } from '#kit/server/files/multipart.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { driver } from '../drivers/driver.contract.ts';
import { lockDriver } from '../drivers/employment.store.ts';
import {
  consentText,
  neededFields,
  type OnboardingStep,
  onboardingSteps,
  documentFields,
  stepFields,
} from './onboarding.contract.ts';
import { documentsAsked, isWanting } from './documents-asked.store.ts';
import { type Progress, progressOf } from './onboarding.store.ts';
import { type TakenPhoto, takenValues } from './taken-facts.ts';
import type { PeopleParts } from '../people-parts.ts';
import { driversChanged } from '../people.events.ts';

const pick = (fields: AnyCatalogue['fields'], names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name] as AnyField]));

/** What the form of any step may hold, as the reader of forms takes it: fields of drivers and papers, and a few of its own. */
export const onboardingForm = {
  ...driver,
  fields: {
    ...pick(
      driver.fields,
      onboardingSteps.flatMap((step): readonly string[] => stepFields[step]),
    ),
    ...pick(vehicleKycDoc.fields, documentFields),
    done: flag({ label: 'Done' }),
    confirm: flag({ label: 'Confirmed' }),
    consent: flag({ label: 'Consent' }),
    consentPaper: file({
      label: 'Signed consent',
      accept: ['image', 'pdf'],
      maxBytes: 10_485_760,
      maxPixels: 2_400,
    }),
  },
} as unknown as AnyCatalogue;

/** Who saves: the driver with a pass, or somebody with rights on drivers. Consent goes by it. */
export interface Saver {
  scope: Scope;
  writer: Writer;
  isDriver: boolean;
}
interface Sent extends MultipartInput {
  /** The photo of the first step, where a document asks for one that was not sent. */
  photo?: TakenPhoto | undefined;
}

/** Saves one step of a driver's onboarding in the caller's transaction. The last one ends it. */
export async function saveStep(
  people: PeopleParts,
  db: Queryable,
  saver: Saver,
  driverId: string,
  step: OnboardingStep,
  sent: Sent,
): Promise<void> {
  const { scope, writer } = saver;
  await lockDriver(db, scope, driverId);
  const { row } = await mustRead(people.drivers.reads, scope, driverId, db);
  const progress = await progressOf(db, row.id);
  refuseOutOfTurn(row, progress, step);
  refuseForeign(step, sent);
  const isDone = await work[step](people, db, saver, row, sent);
  const at = writer.now.toISOString();
  await db.query('insert into driver_onboarding (driver_id, org_id) values ($1, $2) on conflict do nothing', [
    row.id,
    row.orgId,
  ]);
  if (isDone && step !== 'consent')
    await db.query(`update driver_onboarding set ${step}_at = $2 where driver_id = $1`, [row.id, at]);
  const stage = step === 'consent' ? 'DONE' : 'ONBOARDING';
  await db.query('update driver set stage = $2 where id = $1 and stage <> $2', [row.id, stage]);
  writer.touched.push(['driver', row.orgId]);
  if (isDone)
    await recordChange(db, writer, {
      action: 'update',
      module: driver.path,
      recordId: row.id,
      recordTitle: row.title,
      orgId: row.orgId,
      before: null,
      after: { onboarding: step, ...(step === 'consent' ? { consentBy: saver.isDriver ? 'DRIVER' : 'PAPER' } : {}) },
      fields: ['onboarding', 'consentBy'],
    });
  await driversChanged.raise(db, writer, [row.id]);
}

function refuseOutOfTurn(row: RowOf<typeof driver>, { stage, done }: Progress, step: OnboardingStep): void {
  if (stage === 'DONE') throw refuse.conflict('Onboarding is complete. Edit the driver instead');
  if (row.state === 'EXITED' || row.state === 'SUSPENDED')
    throw refuse.conflict('This driver does not currently work for this organisation');
  const missing = onboardingSteps.slice(0, onboardingSteps.indexOf(step)).find((one) => done[one] === null);
  if (missing) throw refuse.conflict(`Complete the previous step first: ${missing}`);
}

/** A part that belongs to another step is a mistake of whoever sends it, never ignored. */
function refuseForeign(step: OnboardingStep, { values, files }: Sent): void {
  const own: readonly string[] = [
    ...stepFields[step],
    ...(step === 'documents' ? [...documentFields, 'done'] : []),
    ...(step === 'employer' ? ['confirm'] : []),
    ...(step === 'consent' ? ['consent', 'consentPaper'] : []),
  ];
  const foreign = [...Object.keys(values), ...Object.keys(files)].filter((name) => !own.includes(name));
  if (foreign.length > 0)
    throw refuse.badInput(Object.fromEntries(foreign.map((name) => [name, 'Not a field of this step'])));
}

type Work = (
  people: PeopleParts,
  db: Queryable,
  saver: Saver,
  row: RowOf<typeof driver>,
  sent: Sent,
) => Promise<boolean>;
/** What each step does; true when it is done with that. */
const work: Readonly<Record<OnboardingStep, Work>> = {
  identity: (people, db, saver, row, sent) => updateDriver(people, db, saver, row, sent, 'identity'),
  licence: (people, db, saver, row, sent) => updateDriver(people, db, saver, row, sent, 'licence'),
  documents: async (people, db, saver, row, sent) => {
    const { typeId, done } = sent.values;
    if (typeId !== undefined) {
      await addPaper(people, db, saver, row, sent);
      if (done !== true) return false;
    } else if (done !== true) throw refuse.badInput({ typeId: 'Document type is required' });
    await addPhoto(people, db, saver, row, sent);
    const wanting = (await documentsAsked(db, row.id)).filter((paper) => paper.mandatory && isWanting(paper));
    if (wanting.length === 0) return true;
    const names = wanting.map(({ name }) => name).join(', ');
    throw refuse.badInput({ done: `Still to be uploaded: ${names}` });
  },
  employer: (people, db, saver, row, sent) => {
    const { confirm, ...values } = sent.values;
    if (confirm !== true) throw refuse.badInput({ confirm: 'Confirm that this is where you work' });
    return updateDriver(people, db, saver, row, { ...sent, values }, 'employer');
  },
  consent: (people, db, saver, row, sent) => consent(people, db, saver, row, sent),
};

async function updateDriver(
  { kit, drivers }: PeopleParts,
  db: Queryable,
  { scope, writer }: Saver,
  row: RowOf<typeof driver>,
  { values: given, files }: Sent,
  step: OnboardingStep,
): Promise<boolean> {
  const merged = { ...writableOf(driver, row), ...given };
  const { values, messages } = inputCheck(kit, driver)(merged, scope);
  const empty = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  for (const name of neededFields[step]) {
    const value = driver.fields[name].kind === 'file' ? (files[name] ?? row[name]) : merged[name];
    if (empty(value)) messages[name] ??= `${driver.fields[name].label} is required`;
  }
  if (step === 'licence' && empty(merged['dlValidNt']) && empty(merged['dlValidTr']))
    messages['dlValidNt'] ??= 'Valid until is required';
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  await drivers.writes.update(db, scope, writer, row.id, { values, files });
  return true;
}

async function addPaper(
  people: PeopleParts,
  db: Queryable,
  { scope, writer }: Saver,
  row: RowOf<typeof driver>,
  { values: given, files }: Sent,
): Promise<void> {
  const { kit, papers } = people;
  const { done: _, ...paper } = given;
  const asked = (await documentsAsked(db, row.id)).find(({ typeId }) => typeId === paper['typeId']);
  if (!asked) throw refuse.badInput({ typeId: 'Document type: not required of drivers' });
  const known = await takenValues(people, db, row, asked);
  const { values, messages } = inputCheck(kit, vehicleKycDoc)(
    { ...known, ...paper, driverId: row.id, orgId: row.orgId },
    scope,
  );
  if (!files['front']) messages['front'] ??= 'First page is required';
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  await papers.writes.create(db, scope, writer, { values, files });
}

/** Nobody sends the same photo twice: that of the first step is the document of it, unless another one was sent meanwhile. */
async function addPhoto(
  people: PeopleParts,
  db: Queryable,
  saver: Saver,
  row: RowOf<typeof driver>,
  { photo }: Sent,
): Promise<void> {
  const asked = (await documentsAsked(db, row.id)).find(({ typeId }) => typeId === photo?.typeId);
  if (photo && asked?.state === null)
    await addPaper(people, db, saver, row, { values: { typeId: photo.typeId }, files: { front: photo.front } });
}

/**
 * Consent is the driver's own: ticked by whoever came in with the code that went to the driver, or signed on a paper, of which
 * others upload a picture. Nobody ticks it for them.
 */
async function consent(
  { kit }: PeopleParts,
  db: Queryable,
  { isDriver, writer }: Saver,
  row: RowOf<typeof driver>,
  { values, files }: Sent,
): Promise<boolean> {
  const paper: FileRef | null = files['consentPaper'] ?? null;
  const { consent: ticked } = values;
  if (isDriver && ticked !== true) throw refuse.badInput({ consent: 'Your consent is needed to continue' });
  if (isDriver && paper)
    throw refuse.badInput({ consentPaper: 'You give consent here yourself, so no file is needed' });
  if (!isDriver && ticked !== undefined)
    throw refuse.badInput({ consent: 'Only the driver can give consent. Upload the signed copy' });
  if (!isDriver && !paper) throw refuse.badInput({ consentPaper: 'Upload the consent signed by the driver' });
  await db.query(
    `update driver_onboarding set consent_at = $2, consent_by = $3, consent_text = $4, consent_file_id = $5 where driver_id = $1`,
    [row.id, writer.now.toISOString(), isDriver ? 'DRIVER' : 'PAPER', consentText, paper?.id ?? null],
  );
  if (paper) await kit.files.attach(db, [paper.id], { module: driver.path, recordId: row.id });
  return true;
}
