import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { datedList, documentFrom, type ReviewRecord, reviewColumns, subjectOf } from './queue.store.ts';
import type { Compared, ReviewItem } from './review.contract.ts';
import type { vehicleKycDoc } from '../documents/document.contract.ts';

interface Facts {
  code: string;
  plate: string | null;
  chassis: string | null;
  engine: string | null;
  model: string | null;
  category: string | null;
  registeredOn: string | null;
  name: string | null;
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
  const [facts] = await db.query<Facts>(
    `select t.code, v.registration_no as plate, v.chassis_no as chassis, v.engine_no as engine, v.registered_on as "registeredOn",
       coalesce((select m.name from vehicles_model m where m.id = v.model_id), v.unlisted_model) as model,
       (select c.name from vehicles_category c where c.id = v.category_id) as category,
       p.name, p.dl_no as licence, p.dl_no_hash as "licenceHash", p.licence_classes as classes, p.dob as born,
       p.dl_issued_on as "issuedOn", p.dl_valid_nt as "validNt", p.dl_valid_tr as "validTr", d.number, d.number_hash as "numberHash"
     from ${documentFrom} where d.id = $1`,
    [record.id],
  );
  const [current] = await db.query<NonNullable<ReviewItem['current']>>(
    `select c.id, c.valid_from as "validFrom", c.valid_upto as "validUpto" from vehicle_kyc_doc c
     where c.type_id = $1 and $2 in (c.vehicle_id, c.driver_id) and c.id <> $3 and c.deleted_at is null and c.status = 1
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
    `select ${reviewColumns} from ${documentFrom} where d.number_hash = $1 and d.type_id = $2 and $3 not in (coalesce(v.id, p.id))
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
  return [
    line('Name', facts.name),
    line('Licence number', facts.licence, facts.code === 'DL' ? number : null),
    line('Licence classes', facts.classes?.map((one) => one.replace('_', '-')).join(', ') ?? null),
    line('Born on', shown(facts.born)),
    line('Licence issued on', shown(facts.issuedOn), facts.code === 'DL' ? shown(paper.issuedOn) : null),
    line('Valid until, private', shown(facts.validNt), facts.code === 'DL' ? shown(paper.validUpto) : null),
    line('Valid until, transport', shown(facts.validTr)),
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
      ? ['The number is not that of the vehicle’s plate']
      : []),
    ...(duplicates > 0 ? ['Another record carries the same number'] : []),
    ...(last !== null && last < today ? [`It ended on ${dayInWords(last)}`] : []),
    ...(current?.validUpto && last !== null && last < current.validUpto
      ? [`The paper that counts now lasts longer, until ${dayInWords(current.validUpto)}`]
      : []),
    ...(from !== null && from > today ? [`It begins on ${dayInWords(from)}; until then the current one counts`] : []),
  ];
}
