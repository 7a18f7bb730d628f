import { fitsNumberRule } from '#areas/documents/documents.server.ts';
import { vehicleKycDoc } from '#areas/documents/documents/document.contract.ts';
import type { FileRef } from '#kit/contract/fields.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { cellOf, storedParts } from '#kit/server/catalogue/sealed-fields.ts';
import { mustRead } from '#kit/server/catalogue/store.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { driver } from '../drivers/driver.contract.ts';
import type { PeopleParts } from '../people-parts.ts';
import type { TakenField } from './onboarding.contract.ts';
import { documentsAsked, type Paper } from './documents-asked.store.ts';

type Driver = RowOf<typeof driver>;

const isPhoto = ({ code }: Pick<Paper, 'code'>) => code === 'PHOTO_DRIVER';
/** The licence is valid as long as one of its two halves is. */
const lastDay = ({ dlValidNt, dlValidTr }: Driver): string | null =>
  [dlValidNt, dlValidTr]
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1) ?? null;

/** What of a document the driver's record answers: of the licence its number and days, and the photo, unless that was rejected. */
export function takenOf(row: Driver, paper: Pick<Paper, 'code' | 'state' | 'hasExpiry'>): TakenField[] {
  if (isPhoto(paper)) return row.photo && paper.state === null ? ['front'] : [];
  if (paper.code !== 'DL') return [];
  return [
    ...(row.dlNo ? (['number'] as const) : []),
    ...(row.dlIssuedOn ? (['issuedOn', ...(paper.hasExpiry ? (['validFrom'] as const) : [])] as const) : []),
    ...(paper.hasExpiry && lastDay(row) ? (['validUpto'] as const) : []),
  ];
}

/** The values of these fields, for a document of the driver. What was sent with it comes before them. */
export async function takenValues(
  { kit }: PeopleParts,
  db: Queryable,
  row: Driver,
  paper: Paper,
): Promise<Record<string, string>> {
  const taken = takenOf(row, paper);
  const number = taken.includes('number') ? await licenceNumber(kit, db, row.id) : null;
  // Licences of an older form have a number that documents do not: whoever reviews it compares it with the record.
  const fits = number !== null && (await fitsNumberRule(db, paper.typeId, number));
  const known: Record<TakenField, string | null> = {
    number: fits ? number : null,
    issuedOn: row.dlIssuedOn,
    validFrom: row.dlIssuedOn,
    validUpto: lastDay(row),
    front: null,
  };
  return Object.fromEntries(taken.flatMap((name) => (known[name] ? [[name, known[name]] as const] : [])));
}

async function licenceNumber({ sealed }: PeopleParts['kit'], db: Queryable, id: string): Promise<string | null> {
  const stored = (await storedParts(db, driver, [id])).get(id)?.['dlNo']?.sealed;
  return stored ? sealed.open(cellOf(driver, 'dlNo', id), stored) : null;
}

/** The photo of the first step as the page of a document of its own, where that is still to come. */
export interface TakenPhoto {
  typeId: string;
  front: FileRef;
}

/**
 * Copies the photo of the driver's record for the document that asks for it. To be called before the transaction that saves it, as files are
 * received before theirs.
 */
export async function takePhoto(people: PeopleParts, scope: Scope, driverId: string): Promise<TakenPhoto | undefined> {
  const { kit, drivers } = people;
  const wanted = await transact(kit.db, scope, async (db) => {
    const { row } = await mustRead(drivers.reads, scope, driverId, db);
    const paper = (await documentsAsked(db, row.id)).find(isPhoto);
    return paper && takenOf(row, paper).length > 0 ? { row, paper, photo: row.photo as FileRef } : undefined;
  });
  const stored = wanted && (await kit.files.find(scope, wanted.photo.id));
  if (!stored) return undefined;
  const front = await kit.files.receive({
    content: stored.pieces(),
    expected: stored.ref.bytes,
    name: stored.ref.name,
    declaredMime: stored.ref.mime,
    field: vehicleKycDoc.fields.front,
    fieldName: 'front',
    orgId: wanted.row.orgId,
    actorId: null,
  });
  return { typeId: wanted.paper.typeId, front };
}
