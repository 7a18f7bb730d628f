import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import { cellOf, storedParts } from '#kit/server/catalogue/sealed-fields.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { datedList, documentFrom, type ReviewRecord, reviewColumns, subjectOf } from './queue.store.ts';
import type { Compared, ReviewItem } from './review.contract.ts';
import { vehicleKycDoc } from '../documents/document.contract.ts';
import { subjectOf as subjectOfDocument, subjectPathOf } from '../documents/subjects.contract.ts';
import { subjectCatalogues, subjectSql } from '../documents/subjects.ts';

interface Facts {
  code: string;
  plate: string | null;
  chassis: string | null;
  engine: string | null;
  model: string | null;
  category: string | null;
  registeredOn: string | null;
  name: string | null;
  gstin: string | null;
  mobile: string | null;
  isDrivers: boolean;
  licence: string | null;
  licenceHash: string | null;
  classes: string[] | null;
  born: string | null;
  issuedOn: string | null;
  validNt: string | null;
  validTr: string | null;
  number: string | null;
  numberHash: string | null;
}

const shown = (day: string | null) => (day === null ? null : dayInWords(day));

/** Facts of the record beside the paper, what should be looked at twice, and the paper of the kind that counts today. */
export async function compare(
  kit: CatalogueKit,
  db: Queryable,
  scope: Scope,
  record: ReviewRecord,
  paper: RowOf<typeof vehicleKycDoc>,
): Promise<Pick<ReviewItem, 'compared' | 'warnings' | 'duplicates' | 'current'>> {
  const facts = await factsOf(db, record.id);
  const [current] = await db.query<NonNullable<ReviewItem['current']>>(
    `select c.id, c.valid_from as "validFrom", c.valid_upto as "validUpto" from vehicle_kyc_doc c
     where c.type_id = $1 and $2 = ${subjectSql('c')} and c.id <> $3 and c.deleted_at is null and c.status = 1
       and c.review_state in (${datedList}) order by c.valid_upto desc nulls first limit 1`,
    [record.typeId, record.subjectId, record.id],
  );
  const duplicates = facts?.numberHash ? await sameNumber(db, scope, record, facts.numberHash) : [];
  return {
    compared: facts ? rowsOf(facts, paper) : [],
    warnings: facts ? warningsOf(kit, facts, paper, current, duplicates.length) : [],
    duplicates,
    current: current ?? null,
  };
}

async function factsOf(db: Queryable, id: string): Promise<Facts | undefined> {
  const [facts] = await db.query<Facts>(
    `select t.code, v.registration_no as plate, v.chassis_no as chassis, v.engine_no as engine, v.registered_on as "registeredOn",
       coalesce((select m.name from vehicles_model m where m.id = v.model_id), v.unlisted_model) as model,
       (select c.name from vehicles_category c where c.id = v.category_id) as category,
       coalesce(p.name, g.name, u.name) as name, g.gstin, u.mobile, p.id is not null as "isDrivers", p.dl_no as licence, p.dl_no_hash as "licenceHash", p.licence_classes as classes, p.dob as born,
       p.dl_issued_on as "issuedOn", p.dl_valid_nt as "validNt", p.dl_valid_tr as "validTr", d.number, d.number_hash as "numberHash"
     from ${documentFrom} where d.id = $1`,
    [id],
  );
  return facts;
}

interface Whole {
  compared: Compared[];
  /** Names of the fields that were shown in full. */
  shown: { document: string[]; record: string[] };
}

/** The comparison with every number in full. */
export async function compareWhole(
  kit: CatalogueKit,
  db: Queryable,
  document: RowOf<typeof vehicleKycDoc>,
): Promise<Whole> {
  const facts = await factsOf(db, document.id);
  if (!facts) return { compared: [], shown: { document: [], record: [] } };
  const open = async (definition: AnyCatalogue, id: string) => {
    const parts = Object.entries((await storedParts(db, definition, [id])).get(id) ?? {});
    return Object.fromEntries(
      parts.flatMap(([name, { sealed }]) =>
        sealed === null ? [] : [[name, kit.sealed.open(cellOf(definition, name, id), sealed)] as const],
      ),
    );
  };
  const own = await open(vehicleKycDoc, document.id);
  const record = await open(subjectCatalogues[subjectPathOf(document)], subjectOfDocument(document));
  return {
    compared: rowsOf(
      {
        ...facts,
        number: own['number'] ?? facts.number,
        chassis: record['chassisNo'] ?? facts.chassis,
        engine: record['engineNo'] ?? facts.engine,
        licence: record['dlNo'] ?? facts.licence,
      },
      document,
    ),
    shown: { document: Object.keys(own), record: Object.keys(record) },
  };
}

/** Other records whose papers of the kind carry the number, as far as the reviewer may see them. */
async function sameNumber(
  db: Queryable,
  scope: Scope,
  record: ReviewRecord,
  hash: string,
): Promise<ReviewItem['duplicates']> {
  const params: Param[] = [hash, record.typeId, record.subjectId];
  const tenantSql = tenantFilter('review-duplicates', scope, 'd.org_id', params);
  const rows = await db.query<ReviewRecord>(
    `select ${reviewColumns} from ${documentFrom} where d.number_hash = $1 and d.type_id = $2 and $3 <> ${subjectSql('d')}
       and d.deleted_at is null${tenantSql} order by d.id limit 5`,
    params,
  );
  return rows.map((row) => ({ id: row.id, subject: subjectOf(row), state: row.state }));
}

function rowsOf(facts: Facts, paper: RowOf<typeof vehicleKycDoc>): Compared[] {
  const number = facts.number;
  const line = (label: string, record: string | null, own: string | null = null): Compared => ({
    label,
    paper: own,
    record,
  });
  if (facts.plate !== null)
    return [
      line('Registration number', facts.plate, facts.code === 'RC' ? number : null),
      line('Model', facts.model),
      line('Category', facts.category),
      line('Chassis number', facts.chassis),
      line('Engine number', facts.engine),
      line('Registered on', shown(facts.registeredOn)),
      ...(facts.code === 'RC' || number === null ? [] : [line('Number', null, number)]),
    ];
  // The owner's own facts: their number is on the document alone, but for a GST registration.
  if (!facts.isDrivers)
    return [
      line('Name', facts.name),
      ...(facts.code === 'GST'
        ? [line('GSTIN', facts.gstin, number)]
        : number === null
          ? []
          : [line('Number', null, number)]),
      ...(facts.mobile === null ? [] : [line('Mobile number', facts.mobile)]),
    ];
  return [
    line('Name', facts.name),
    line('Licence number', facts.licence, facts.code === 'DL' ? number : null),
    line('Licence classes', facts.classes?.map((one) => one.replace('_', '-')).join(', ') ?? null),
    line('Date of birth', shown(facts.born)),
    line('Licence issued on', shown(facts.issuedOn), facts.code === 'DL' ? shown(paper.issuedOn) : null),
    line('Valid until (private)', shown(facts.validNt), facts.code === 'DL' ? shown(paper.validUpto) : null),
    line('Valid until (transport)', shown(facts.validTr)),
    ...(facts.code === 'DL' || number === null ? [] : [line('Number', null, number)]),
  ];
}

function warningsOf(
  kit: CatalogueKit,
  facts: Facts,
  paper: RowOf<typeof vehicleKycDoc>,
  current: ReviewItem['current'] | undefined,
  duplicates: number,
): string[] {
  const column = { table: 'vehicle_kyc_doc', column: 'number' };
  const last = paper.validUpto;
  const from = paper.validFrom;
  const today = indiaDay(kit.clock.now());
  return [
    ...(facts.code === 'RC' &&
    facts.plate &&
    facts.numberHash &&
    kit.sealed.hash(column, facts.plate) !== facts.numberHash
      ? ['The number does not match the vehicle’s plate']
      : []),
    ...(duplicates > 0 ? ['Another record has the same number'] : []),
    ...(last !== null && last < today ? [`It expired on ${dayInWords(last)}`] : []),
    ...(current?.validUpto && last !== null && last < current.validUpto
      ? [`The current document is valid longer, until ${dayInWords(current.validUpto)}`]
      : []),
    ...(from !== null && from > today
      ? [`Valid from ${dayInWords(from)}. Until then, the current document applies`]
      : []),
  ];
}
