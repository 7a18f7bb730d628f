import { addDays, indiaDay } from '#kit/contract/days.ts';
import { aadhaarMessage, holdsAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import type { MessagesOf, RowOf, ValuesOf } from '#kit/contract/rows.ts';
import { isMask } from '#kit/contract/sealed.ts';
import type { RowChange } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { pagesOf, type vehicleKycDoc } from './document.contract.ts';
import { type OwnerUse, type SubjectField, subjectFields } from './subjects.contract.ts';
import { readNumberRule } from './number-rule.rules.ts';

/** A kind of paper and the subject that it is to be of. */
interface Matter {
  code: string;
  name: string;
  appliesTo: 'VEHICLE' | 'DRIVER' | 'OWNER';
  vehicleUse: 'ANY' | 'TRANSPORT' | 'PRIVATE';
  ownerUse: OwnerUse | null;
  hasExpiry: boolean;
  numberRegex: string | null;
  mime: string[] | null;
  maxFileMb: number;
  /** Of a vehicle. */
  plate: string | null;
  isTransport: boolean | null;
  /** Of a driver: what their licence number is compared by. */
  licenceHash: string | null;
  /** Of an organisation. */
  gstin: string | null;
}
type Row = RowOf<typeof vehicleKycDoc>;
type Values = Readonly<ValuesOf<typeof vehicleKycDoc>>;

const matterOf = async (
  db: Queryable,
  values: Pick<Values, 'typeId' | 'vehicleId' | 'driverId' | 'ownerOrgId'>,
): Promise<Matter | undefined> =>
  (
    await db.query<Matter>(
      `select t.code, t.name, t.applies_to as "appliesTo", t.vehicle_use as "vehicleUse", t.owner_use as "ownerUse", t.has_expiry as "hasExpiry",
         t.number_regex as "numberRegex", t.mime, t.max_file_mb as "maxFileMb", v.registration_no as plate,
         coalesce(c.is_transport, false) as "isTransport", d.dl_no_hash as "licenceHash",
         g.gstin
       from kyc_doc t left join vehicles_vehicle v on v.id = $2 left join vehicles_category c on c.id = v.category_id
       left join people_driver d on d.id = $3 left join people_organisation g on g.id = $4 where t.id = $1`,
      [values.typeId, values.vehicleId ?? null, values.driverId ?? null, values.ownerOrgId ?? null],
    )
  )[0];

/**
 * What a paper must be to be handed in: of a kind that fits its subject, with a number and days that can be right.
 * @throws 400 with a message at each field
 */
export async function checkDocument(
  db: Queryable,
  writer: Writer,
  values: Values,
  before: Row | null,
  sealed: SealedTexts,
): Promise<void> {
  const given = subjectFields.filter((name) => values[name]);
  const [subject] = given;
  if (subject === undefined || given.length > 1)
    throw refuse.badInput({
      vehicleId: 'Choose one of vehicle, driver, organisation and app user',
    });
  if (before) {
    const moved = (['typeId', ...subjectFields] as const).find(
      (name) => (values[name] ?? null) !== (before[name] ?? null),
    );
    if (moved)
      throw refuse.badInput({ [moved]: 'The type and owner of a document cannot be changed. Upload a new document' });
  }
  const matter = await matterOf(db, values);
  if (!matter) return;
  const messages = { ...fits(matter, subject), ...days(matter, values, indiaDay(writer.now)) };
  const { number } = values;
  if (number && !isMask(number)) Object.assign(messages, numberProblem(matter, number, sealed));
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
}

/** Whole sentences: each has words of its own in every language. */
const belongs = {
  VEHICLE: (name: string) => `${name} belongs to a vehicle`,
  DRIVER: (name: string) => `${name} belongs to a driver`,
  OWNER: (name: string) => `${name} belongs to an owner`,
} as const;
const kindOf = { vehicleId: 'VEHICLE', driverId: 'DRIVER', ownerOrgId: 'OWNER', appUserId: 'OWNER' } as const;

function fits(
  { code, name, appliesTo, vehicleUse, ownerUse, isTransport }: Matter,
  subject: SubjectField,
): Record<string, string> {
  const isVehicles = subject === 'vehicleId';
  if (code === 'MEDICAL_1A') return { typeId: 'Add examinations as medical reports of the driver' };
  if (appliesTo !== kindOf[subject]) return { typeId: belongs[appliesTo](name) };
  if (ownerUse !== null && appliesTo === 'OWNER' && (ownerUse === 'PERSON') !== (subject === 'appUserId'))
    return { typeId: ownerUse === 'PERSON' ? `${name} belongs to an app user` : `${name} belongs to an organisation` };
  if (isVehicles && vehicleUse !== 'ANY' && (vehicleUse === 'TRANSPORT') !== isTransport)
    return {
      typeId:
        vehicleUse === 'TRANSPORT' ? `${name} is for transport vehicles only` : `${name} is for private vehicles only`,
    };
  return {};
}

/** A licence lasts twenty years at most, and nothing else as long. */
export const lastDayOfAny = (today: string): string => addDays(today, 25 * 366);
export const tooLong = 'This date is too far in the future. Check the year';

function days({ name, hasExpiry }: Matter, values: Values, today: string): MessagesOf<typeof vehicleKycDoc> {
  const messages: MessagesOf<typeof vehicleKycDoc> = {};
  if (hasExpiry && !values.validUpto) messages.validUpto = `${name}: enter the last valid day`;
  const { issuedOn: issued, validUpto: last } = values;
  if (issued && issued > today) messages.issuedOn = 'The date cannot be in the future';
  if (issued && last && last < issued) messages.validUpto = 'Must be after the issue date';
  if (last && last > lastDayOfAny(today)) messages.validUpto = tooLong;
  return messages;
}

function numberProblem(matter: Matter, number: string, sealed: SealedTexts): Record<string, string> {
  const { code, name, numberRegex, plate, licenceHash, gstin } = matter;
  // The field takes one for the sake of the paper it is of; as the number of another paper it is out of place.
  if (code !== 'AADHAAR' && holdsAadhaar(number)) return { number: aadhaarMessage };
  if (numberRegex !== null && !readNumberRule(numberRegex)?.(number))
    return {
      number: code === 'AADHAAR' ? 'Enter the last four digits only' : `The number has the wrong format for: ${name}`,
    };
  if (code === 'RC' && plate !== null && number !== plate)
    return { number: `The number must be that of the vehicle, ${plate}` };
  if (code === 'GST' && gstin !== null && number !== gstin)
    return { number: `The organisation’s record has another GSTIN, ${gstin}. Correct the one that is wrong` };
  if (
    code === 'DL' &&
    licenceHash !== null &&
    sealed.hash({ table: 'driver', column: 'dl_no' }, number) !== licenceHash
  )
    return { number: 'The driver’s record has another licence number. Correct the one that is wrong' };
  return {};
}

/** Whether a number has the form that documents of a type have. */
export async function fitsNumberRule(db: Queryable, typeId: string, number: string): Promise<boolean> {
  const [type] = await db.query<{ rule: string | null }>('select number_regex as rule from kyc_doc where id = $1', [
    typeId,
  ]);
  const rule = type?.rule ?? null;
  return rule === null || readNumberRule(rule)?.(number) === true;
}

/** Of what may be an Aadhaar the last four digits are kept, whatever was sent. */
export async function shortenAadhaar(db: Queryable, values: ValuesOf<typeof vehicleKycDoc>): Promise<void> {
  const { number, typeId } = values;
  if (!number || !/^\d{5,}$/.test(number)) return;
  const [kind] = await db.query<{ code: string }>('select code from kyc_doc where id = $1', [typeId]);
  if (kind?.code === 'AADHAAR') values.number = number.slice(-4);
}

/**
 * What its pages must be: of the kinds and the size that the kind of paper takes, and on the screen at least one. Programs may
 * send the facts first and the page later; without one nobody can verify it.
 * @throws 400, 413, 415 at the page
 */
export async function checkPages(
  db: Queryable,
  writer: Writer,
  change: RowChange<typeof vehicleKycDoc>,
  row: Row,
): Promise<void> {
  const pages = pagesOf(row);
  if (pages.length === 0) {
    if (change.action === 'create' && writer.source === 'screen')
      throw refuse.badInput({ front: 'Add a photo or PDF of the document' });
    return;
  }
  const kind = await matterOf(db, row);
  if (!kind) return;
  const offered = kind.mime && kind.mime.length > 0 ? kind.mime : ['PDF', 'JPEG'];
  for (const [name, { mime, bytes }] of pages) {
    const taken = mime === 'application/pdf' ? offered.includes('PDF') : offered.some((one) => one !== 'PDF');
    if (!taken)
      throw refuse.wrongType(`${kind.name} is accepted as ${offered.join(', ').replace('JPEG', 'JPG')} only`, name);
    if (bytes > kind.maxFileMb * 1_048_576)
      throw refuse.tooLarge(`Pages of ${kind.name} can have up to ${kind.maxFileMb} MB`, name);
  }
}

/** A page that a reviewer turned down stays with what they said of it. */
export function refuseOtherPages(before: Row, values: Values): void {
  for (const [name, page] of pagesOf(before))
    if (values[name]?.id !== page.id)
      throw refuse.conflict('A rejected document cannot be changed. Upload a new document', {
        [name]: 'Upload it as a new document',
      });
}
