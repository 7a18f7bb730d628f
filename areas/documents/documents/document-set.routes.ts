import type { FastifyInstance } from 'fastify';
import { oneOf } from '#kit/contract/catalogue.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { documentSetSchema } from '../documents.schemas.ts';
import { rejectReasons } from './document.contract.ts';
import { type SubjectField, subjectPaths } from './subjects.contract.ts';
import { subjectCatalogues, subjectColumn, subjectViews } from './subjects.ts';
import type { DocumentSet, SetKind, SetDocument } from '../review/review.contract.ts';
import { currentDocument } from '#areas/compliance/status/status.contract.ts';

interface Stored extends Omit<SetDocument, 'reason'> {
  orgId: string;
  typeId: string;
  reasonCode: string | null;
  reasonText: string | null;
}
interface Kind extends Pick<SetKind, 'mandatory' | 'blocks' | 'hasExpiry' | 'formats' | 'maxFileMb'> {
  id: string;
  name: string;
  code: string;
  asked: boolean;
  hasFormat: boolean;
}
const reasonWords = new Map<string, string>(rejectReasons.map(({ value, label }) => [value, label]));

/** Every document type that a vehicle, a driver or an owner is asked for, with the documents of it. */
export function addSetRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const common = {
    method: 'GET',
    tag: 'Papers',
    access: { module: 'vehicle-kyc-doc', action: 'view' },
    scope: 'organisation',
    answer: documentSetSchema,
  } as const;
  for (const [path, field] of [
    ['/client/vehicle-doc/{id}', 'vehicleId'],
    ['/client/driver-doc/{id}', 'driverId'],
    ['/client/organisation-doc/{id}', 'ownerOrgId'],
    ['/client/app-user-doc/{id}', 'appUserId'],
  ] as const) {
    const { one } = subjectCatalogues[subjectPaths[field]];
    addRoute(app, {
      ...common,
      path,
      summary: `Documents of ${oneOf(one)}: every required type with its current document, documents awaiting review and what is missing`,
      handle: async ({ session, params }) => {
        const id = params['id']?.toLowerCase();
        const own = scopeOf(session);
        const data = isId(id)
          ? await transact(kit.db, own, (db) => setOf(db, own, field, id, indiaDay(kit.clock.now())))
          : undefined;
        if (!data) throw refuse.notFound(`${one} not found`);
        return { message: 'OK', data };
      },
    });
  }
}

interface Subject {
  id: string;
  label: string;
  orgId: string;
  isTransport: boolean;
  /** Of an owner: whether required types are required of this one. */
  isAsked: boolean;
  /** What the record itself says of the licence, the registration number or the GSTIN. */
  number: string | null;
  /** The number is kept encrypted: it is compared, and not shown. */
  hasSealed: boolean;
  validUpto: string | null;
}

/** Where a subject is read, over the alias `s`, and what is said of it there. Companies are asked, and people who are no drivers. */
const subjectReads: Readonly<
  Record<
    SubjectField,
    {
      from: string;
      org: string;
      isTransport?: string;
      isAsked?: string;
      /** Number of the document that `numberOf` names, which its record has; of drivers' licences only that there is one. */
      number?: string;
      hasSealed?: string;
      validUpto?: string;
    }
  >
> = {
  vehicleId: {
    from: 'vehicles_vehicle s left join vehicles_category c on c.id = s.category_id',
    org: 's.org_id',
    isTransport: 'coalesce(c.is_transport, false)',
    number: 's.registration_no',
  },
  driverId: {
    from: 'people_driver s',
    org: 's.org_id',
    hasSealed: 's.dl_no_hash is not null',
    validUpto: 'greatest(s.dl_valid_nt, s.dl_valid_tr)',
  },
  ownerOrgId: { from: 'people_organisation s', org: 's.id', isAsked: `s.kind = 'COMPANY'`, number: 's.gstin' },
  appUserId: { from: 'identity_person s', org: 's.org_id', isAsked: `s.profile_type <> '2'` },
};
/** The type whose number and last day the record of a subject has. */
const numberOf: Readonly<Record<SubjectField, string | undefined>> = {
  vehicleId: 'RC',
  driverId: 'DL',
  ownerOrgId: 'GST',
  appUserId: undefined,
};
const appliesTo = { vehicleId: 'VEHICLE', driverId: 'DRIVER', ownerOrgId: 'OWNER', appUserId: 'OWNER' } as const;

async function setOf(
  db: Queryable,
  scope: Scope,
  field: SubjectField,
  id: string,
  day: string,
): Promise<DocumentSet | undefined> {
  const params: Param[] = [id];
  const read = subjectReads[field];
  const { from, org, isTransport = 'false', isAsked = 'true' } = read;
  const path = subjectPaths[field];
  const tenantSql = tenantFilter('paper-set', scope, org, params);
  const [subject] = await db.query<Subject>(
    `select s.id, s.${subjectViews[path][1]} as label, ${org} as "orgId", ${isTransport} as "isTransport", ${isAsked} as "isAsked",
       ${read.number ?? 'null'} as number, ${read.hasSealed ?? 'false'} as "hasSealed", ${read.validUpto ?? 'null'} as "validUpto"
     from ${from} where s.id = $1 and s.deleted_at is null${field === 'appUserId' ? ` and s.kind = 'client'` : ''}${tenantSql}`,
    params,
  );
  if (!subject) return undefined;
  const kinds = await db.query<Kind>(
    `select t.id, t.name, t.code, t.mandatory and $5 as mandatory, t.blocks_operation as blocks, t.has_expiry as "hasExpiry",
       case when cardinality(t.mime) > 0 then t.mime else '{PDF,JPEG}' end as formats, t.max_file_mb as "maxFileMb",
       t.number_regex is not null as "hasFormat",
       t.status = 1 and t.deleted_at is null and t.code <> 'MEDICAL_1A' and (t.vehicle_use = 'ANY' or not $2 or (t.vehicle_use = 'TRANSPORT') = $3)
         and coalesce(t.owner_use, $4) = $4 as asked
     from kyc_doc t where t.applies_to = $1 order by t.position, t.code`,
    [
      appliesTo[field],
      field === 'vehicleId',
      subject.isTransport,
      field === 'appUserId' ? 'PERSON' : 'ORGANISATION',
      subject.isAsked,
    ],
  );
  const papers = await db.query<Stored>(
    `select d.id, d.org_id as "orgId", d.type_id as "typeId", d.review_state as state, d.number, d.valid_from as "validFrom", d.valid_upto as "validUpto",
       d.reason_code as "reasonCode", d.reason_text as "reasonText", coalesce(d.handed_in_at, d.created_at) as "handedInAt",
       (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime) order by n.at), '[]')
        from unnest(array[d.front_id, d.back_id, d.page3_id, d.page4_id, d.page5_id]) with ordinality n (id, at) join kit_file f on f.id = n.id) as pages
     from vehicle_kyc_doc d where d.${subjectColumn(field)} = $1 and d.deleted_at is null and d.status = 1
     order by coalesce(d.handed_in_at, d.created_at) desc, d.id desc`,
    [id],
  );
  return {
    subject: { id: subject.id, label: subject.label, path },
    kinds: kinds.flatMap((kind) => {
      // Papers of a former owner stay theirs.
      const own = papers.filter(({ typeId, orgId }) => typeId === kind.id && orgId === subject.orgId);
      return kind.asked || own.length > 0 ? [kindOf(kind, own, day, knownOf(kind, subject, numberOf[field]))] : [];
    }),
  };
}

/** What the record has of a document of this type, and whether its number is left to ask for. */
function knownOf({ code, hasFormat }: Kind, subject: Subject, own: string | undefined) {
  const { number, validUpto, hasSealed } = subject;
  if (code !== own) return { known: { number: null, validUpto: null }, asksNumber: hasFormat };
  return { known: { number, validUpto }, asksNumber: number === null && !hasSealed };
}

function kindOf(
  { id, name, code, asked, mandatory, blocks, hasExpiry, formats, maxFileMb }: Kind,
  papers: readonly Stored[],
  day: string,
  known: Pick<SetKind, 'known' | 'asksNumber'>,
): SetKind {
  const among = (...states: string[]) => papers.filter(({ state }) => states.includes(state));
  const dated = among('VERIFIED', 'EXPIRING_SOON', 'EXPIRED', 'UPCOMING').map((paper) => ({
    ...paper,
    from: paper.validFrom,
    upto: paper.validUpto,
  }));
  // The night may not have been yet: which one counts goes by the day.
  const counting = currentDocument({ verified: dated }, day);
  const current = counting && papers.find((paper) => paper.id === counting.id);
  const upcoming = dated.filter(({ from }) => from !== null && from > day);
  const verifiedAt = current?.handedInAt;
  const open = papers.filter(
    ({ state, handedInAt }, at) =>
      ['PENDING', 'UNDER_REVIEW'].includes(state) ||
      // What was turned down is over once another was verified, or sent in its place.
      (['REJECTED', 'RESUBMISSION_ASKED'].includes(state) &&
        (verifiedAt === undefined || handedInAt > verifiedAt) &&
        !papers.slice(0, at).some((later) => ['PENDING', 'UNDER_REVIEW'].includes(later.state))),
  );
  const shownApart = new Set([current?.id, ...upcoming.map((one) => one.id), ...open.map((one) => one.id)]);
  const waits = open.some(({ state }) => state === 'PENDING' || state === 'UNDER_REVIEW');
  const hasEnded = typeof current?.validUpto === 'string' && current.validUpto < day;
  return {
    type: { id, label: name, code },
    mandatory,
    blocks,
    hasExpiry,
    formats,
    maxFileMb,
    ...known,
    current: current ? shown(current) : null,
    upcoming: papers.filter((one) => upcoming.some((next) => next.id === one.id)).map(shown),
    open: open.map(shown),
    former: papers.filter((one) => !shownApart.has(one.id)).map(shown),
    missing: asked && mandatory && !current && !waits,
    wanted: asked && mandatory && (!current || (hasEnded && upcoming.length === 0)) && !waits,
  };
}

const shown = ({
  id,
  state,
  number,
  validFrom,
  validUpto,
  handedInAt,
  pages,
  reasonCode,
  reasonText,
}: Stored): SetDocument => ({
  id,
  state,
  number,
  validFrom,
  validUpto,
  handedInAt,
  pages,
  reason: reasonCode ? [reasonWords.get(reasonCode), reasonText].filter(Boolean).join(': ') : null,
});
