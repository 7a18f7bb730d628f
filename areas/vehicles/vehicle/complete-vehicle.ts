import { indiaDay } from '#kit/contract/days.ts';
import { checkPlate, officeCodes, type PlateKind } from '#kit/contract/formats/plate.ts';
import { isRefused } from '#kit/contract/formats/format.ts';
import { checkChassis } from '#kit/contract/formats/vin.ts';
import { isMask } from '#kit/contract/sealed.ts';
import type { Draft as AnyDraft } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { vehicle } from './vehicle.contract.ts';
import { lookUp, type Office, type Seen } from './vehicle-lookup.store.ts';

type Draft = AnyDraft<typeof vehicle>;

/** What a kind of number is called where plates are checked. */
const plateKinds: Readonly<Record<NonNullable<Draft['values']['registrationKind']>, PlateKind>> = {
  PERMANENT: 'STANDARD',
  BH: 'BH',
  TEMPORARY: 'TEMPORARY',
  TRADE: 'TRADE',
};

/** Fills in what follows from the number, the model and the specification, and looks at how the facts fit together. */
export async function completeVehicles(db: Queryable, writer: Writer, drafts: readonly Draft[]): Promise<void> {
  const plates = drafts.map(readPlate);
  const codes = plates.flatMap((plate) => plate.codes);
  const seen = await lookUp(db, drafts, codes);
  const today = indiaDay(writer.now);
  for (const [at, draft] of drafts.entries()) {
    const { codes } = plates[at] as Plate;
    fillOffice(draft, codes, seen);
    nameModel(draft, seen);
    fillFromModel(draft, seen);
    fillFromSpecification(draft, seen);
    refuseSwitchedOff(draft, seen);
    checkNumbers(draft);
    checkDays(draft, today);
  }
}

interface Plate {
  /** Codes of the office that gave the number, the likeliest first. */
  codes: readonly string[];
}

function readPlate({ values, messages, warnings }: Draft): Plate {
  const kind = values.registrationKind;
  const checked = checkPlate(values.registrationNo, kind ? plateKinds[kind] : undefined);
  if (isRefused(checked)) {
    messages.registrationNo = checked.problem;
    return { codes: [] };
  }
  values.registrationNo = checked.value;
  values.registrationKind ??= checked.parts['kind'] === 'BH' ? 'BH' : 'PERMANENT';
  warnings.push(...checked.warnings);
  const ends = ['TEMPORARY', 'TRADE'].includes(values.registrationKind);
  if (ends && text(values.registrationEndsOn) === undefined)
    messages.registrationEndsOn = 'Enter the last valid day of a temporary or trade number';
  if (!ends && text(values.registrationEndsOn) !== undefined)
    messages.registrationEndsOn = 'Only temporary and trade numbers expire';
  return { codes: checked.parts['kind'] === 'STANDARD' ? officeCodes(checked.parts) : [] };
}

function fillOffice({ values, warnings }: Draft, codes: readonly string[], { officeOf }: Seen): void {
  const office = codes.map((code) => officeOf.get(code)).find((one): one is Office => one !== undefined);
  const given = text(values.rtoId);
  if (given === undefined) {
    values.rtoId = office?.id ?? null;
    return;
  }
  if (!office || office.id === given) return;
  const other = [...officeOf.values()].find(({ id }) => id === given);
  const own = `${office.code} ${office.name}`;
  warnings.push(
    other
      ? `The number belongs to ${own}, but the RTO is ${other.code} ${other.name}`
      : `The number belongs to ${own}, but another RTO is set`,
  );
}

/**
 * A vehicle has a model of the catalogue, or says what its papers call it. Without a model nothing says which documents it
 * needs, so the category has to be given.
 */
function nameModel({ values, messages }: Draft, { modelTitled }: Seen): void {
  const unlisted = text(values.unlistedModel);
  values.modelId ??= unlisted === undefined ? null : (modelTitled.get(unlisted.toLowerCase()) ?? null);
  if (values.modelId !== null) {
    values.unlistedModel = null;
    return;
  }
  if (unlisted === undefined) {
    messages.modelId = 'Choose a model, or enter brand and model in the field below if it is not in the list';
    return;
  }
  if (text(values.categoryId) === undefined)
    messages.categoryId = 'Choose a category. Without a model, it determines the required documents';
  if (text(values.specificationId) !== undefined)
    messages.specificationId = 'Leave it empty: a specification belongs to a model in the list';
}

/** A fact that was not touched follows the model when that changes. */
function fillFromModel({ values, before, messages }: Draft, { models }: Seen): void {
  const model = models.get(values.modelId ?? '');
  if (!model) return;
  // What was said of a vehicle without a model stays when it gets one.
  const isOther = before !== null && before.modelId !== null && before.modelId !== values.modelId;
  for (const name of ['brandId', 'typeId', 'categoryId'] as const) {
    const untouched = isOther && values[name] === before[name];
    if (untouched || text(values[name]) === undefined) values[name] = model[name];
  }
  if (isOther && values.specificationId === before.specificationId) values.specificationId = null;
  if (values.brandId !== model.brandId) messages.brandId = `${model.title} does not belong to this brand`;
}

function fillFromSpecification({ values, messages }: Draft, { builds, models }: Seen): void {
  const build = builds.get(values.specificationId ?? '');
  const model = models.get(values.modelId ?? '');
  if (!build || !model) return;
  if (build.modelId !== model.id) {
    messages.specificationId = `This specification does not belong to ${model.title}`;
    return;
  }
  values.fuelType ??= build.fuelType;
  values.emissionNorm ??= build.emissionNorm;
  values.seats ??= build.seats;
  values.gvwKg ??= build.gvwKg;
}

const references = [
  ['rtoId', 'RTO'],
  ['brandId', 'Brand'],
  ['modelId', 'Model'],
  ['specificationId', 'Specification'],
  ['typeId', 'Type'],
  ['categoryId', 'Category'],
  ['orgId', 'Owner'],
] as const;

/** What is switched off stays where it stands, and is not chosen anew. */
function refuseSwitchedOff({ values, before, messages }: Draft, { off }: Seen): void {
  for (const [name, label] of references)
    if (before?.[name] !== values[name] && off.has(values[name] ?? ''))
      messages[name] ??= `${label} is inactive. Choose another`;
}

function checkNumbers({ values, before, messages, warnings }: Draft): void {
  const chassis = text(values.chassisNo);
  if (chassis !== undefined && !isMask(chassis)) {
    const checked = checkChassis(chassis);
    if (isRefused(checked)) messages.chassisNo = checked.problem;
    else
      warnings.push(...checked.warnings.map((one) => `Chassis number: ${one.charAt(0).toLowerCase()}${one.slice(1)}`));
  }
  const stood = before?.odometerKm;
  const stands = values.odometerKm;
  if (typeof stood === 'number' && typeof stands === 'number' && stands < stood)
    messages.odometerKm = `The last reading was ${stood} km. The odometer cannot go down`;
}

function checkDays({ values, messages }: Draft, today: string): void {
  const built = text(values.manufacturedOn);
  const registered = text(values.registeredOn);
  if (built !== undefined && built > today.slice(0, 7)) messages.manufacturedOn = 'Built in cannot be in the future';
  if (registered === undefined) return;
  if (registered > today) messages.registeredOn = 'Registered on cannot be in the future';
  else if (built !== undefined && registered.slice(0, 7) < built)
    messages.registeredOn = 'Registered on cannot be before it was built';
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
