import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { addRowsOf, type RowsOf } from './testing/hanging-rows.ts';

const everybodys = 'a catalogue that is everybody’s';
const ofTheDesk = 'how the help desk works: the same for everybody, and no role for clients may view it';
const rights = 'roles, pages and rights are the installation’s';
const hashes = 'hashes of what was sent or written, and no word of it';
const ofNobody = 'written before anybody knows who it is';
const roadFiles = 'files of maps, which staff bring in for everybody';
const ofTheProduct = 'how far the product itself is; nothing that anybody entered';

/** Tables without row security, and why nothing in them is an organisation's to be kept from another. */
const withoutRowSecurity: Readonly<Record<string, string>> = {
  rto: everybodys,
  vehicle_category: everybodys,
  vehicle_type: everybodys,
  vehicle_brand: everybodys,
  vehicle_model: everybodys,
  vehicle_specification: everybodys,
  kyc_doc: everybodys,
  device_category: everybodys,
  road: everybodys,
  road_line: everybodys,
  road_import: roadFiles,
  road_import_fault: roadFiles,
  road_import_feature: roadFiles,
  road_import_change: roadFiles,
  road_source: roadFiles,
  road_type: everybodys,
  road_speed_rule: everybodys,
  road_type_version: everybodys,
  statutory_speed_limit: everybodys,
  safety_score_rule: everybodys,
  safety_proof: 'How many days and scores a night has worked out again, of all organisations together',
  challan_type: everybodys,
  challan_rule: everybodys,
  challan_deadline: everybodys,
  evidence_key:
    'keys that evidence bundles are signed with: the public halves are published, the private ones encrypted',
  sos: everybodys,
  insurer: everybodys,
  tp_premium_rate: everybodys,
  insurance_ladder: everybodys,
  help_category: everybodys,
  help_team: ofTheDesk,
  business_hours: ofTheDesk,
  holiday: ofTheDesk,
  canned_reply: ofTheDesk,
  help_desk_number: 'the last number of each month, and whose ticket has it nowhere',
  challan_number: 'Numbers of challans: the last one of each month',
  challan_arrow: 'What a challan can become, the same for everybody',
  purpose: everybodys,
  faq_category: everybodys,
  faq: everybodys,
  faq_gap: 'words that were looked for in vain, without who looked; staff read them',
  doctor: everybodys,
  map_setting: 'what everybody’s maps are drawn on; its secrets are encrypted',
  role: rights,
  module: rights,
  permission: rights,
  history_chain: hashes,
  history_open: 'ids of rows of the history, and nothing besides',
  history_check: 'counts of a check over the whole history, for staff',
  login_attempt: hashes,
  setup_link: hashes,
  mail_template: 'texts of the installation, without a value in them',
  mail_suppression:
    'addresses that mail servers refused, whoever wrote to them; sending has to look there for everybody',
  help_mail_box: 'how far the mailbox of the installation was read',
  help_mail_setting: 'the category of tickets that come by mail, for everybody',
  unknown_device: ofNobody,
  catalogue_version: 'counters, which every writer moves and every reader compares',
  job: 'work to be done, by ids; only the product reads it, and whoever asks for work adds to it',
  track_checkpoint: ofTheProduct,
  geofence_mark: ofTheProduct,
  alarm_mark: ofTheProduct,
  incident_mark: ofTheProduct,
  incident_number: 'Numbers of incidents: the last one of each month',
  device_clock_begin: ofTheProduct,
  wallet_gateway_event: 'ids of messages of the payment gateway, and what came of each',
  wallet_settlement: 'settlement files of the payment gateway, which staff who see everybody bring in',
  wallet_settlement_line: 'lines of those files',
  ledger_limit: 'what one person of the staff may move alone, for everybody',
  ledger_proof: 'counts and hashes of a check over all books, for staff',
  installation_key: 'names of keys, not the keys',
  scope_key: 'the runtime role has no right to it at all',
  seed_run: ofTheProduct,
  schema_migration: ofTheProduct,
};

let product: TestProduct;
let own: RowsOf;
let other: RowsOf;
beforeAll(async () => {
  product = await startTestProduct();
  const { db } = product.product;
  own = await transact(db, everything, (db) => addRowsOf(db, 'Own'));
  other = await transact(db, everything, (db) => addRowsOf(db, 'Other'));
}, 60_000);
afterAll(() => product?.close());
const as = <T>(scope: Scope, work: (db: Queryable) => Promise<T>) => transact(product.product.db, scope, work);

interface Table {
  name: string;
  /** Row security holds for everybody, the owner of the table among them, and says whose rows are seen. */
  isFenced: boolean;
  /** Of which it is a partition. */
  parent: string | null;
  /** What the runtime role may do when it names the table. */
  rights: string[];
}
/** Every table that holds rows. */
const tablesNow = () =>
  as(everything, (db) =>
    db.query<Table>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid
           and not (p.polname like '%\\_owner')) as "isFenced",
         (select p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid) as parent,
         array(select one from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) one
           where has_table_privilege(c.oid, one)) as rights
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    ),
  );
/** What stands behind nothing and is not said to. */
const openTables = (tables: readonly Table[]) => {
  const fenced = new Set(tables.filter((one) => one.isFenced).map(({ name }) => name));
  return tables
    .filter(({ name, parent, rights }) => {
      const isPart = parent !== null && fenced.has(parent) && rights.every((one) => one === 'INSERT');
      return !fenced.has(name) && !isPart && !Object.hasOwn(withoutRowSecurity, name);
    })
    .map(({ name }) => name);
};
/** A statement as the owner of the tables. */
const asOwner = (sql: string) => withClient(product.database.owner, (client) => client.query(sql));

describe('every table', () => {
  test('stands behind row security, or is named here with the reason why not', async () => {
    const tables = await tablesNow();
    expect(tables.length).toBeGreaterThan(60);
    expect(openTables(tables)).toEqual([]);
    const names = new Set(tables.filter(({ isFenced }) => !isFenced).map(({ name }) => name));
    expect(Object.keys(withoutRowSecurity).filter((name) => !names.has(name))).toEqual([]);
  });

  test('that is new is found, and so is one whose row security spares its owner or has no policy', async () => {
    await asOwner(`
      create table left_open (id uuid); create table half_open (id uuid); create table unsaid (id uuid);
      alter table half_open enable row level security; create policy half_open_scope on half_open using (true);
      alter table unsaid enable row level security; alter table unsaid force row level security;`);
    try {
      expect(openTables(await tablesNow())).toEqual(['half_open', 'left_open', 'unsaid']);
    } finally {
      await asOwner('drop table left_open, half_open, unsaid');
    }
  });

  test('that is a day of another can be added to, and nothing else can be done with it by its own name', async () => {
    const days = (await tablesNow()).filter(({ parent }) => parent !== null);
    expect(new Set(days.map(({ parent }) => parent))).toEqual(new Set(['position', 'raw_frame']));
    for (const { name, rights } of days) {
      expect([name, rights]).toEqual([name, ['INSERT']]);
      await expect(as(everything, (db) => db.query(`select 1 from ${name}`))).rejects.toThrow('permission denied');
    }
    const [day] = days;
    await asOwner(`grant select on ${day?.name} to "${product.database.app.user}"`);
    expect(openTables(await tablesNow())).toEqual([day?.name]);
    await asOwner(`revoke select on ${day?.name} from "${product.database.app.user}"`);
  });
});

/** Tables whose rows hang on others, with the column that says on which. */
const hanging = [
  ['import_row', 'batch_id'],
  ['list_setting', 'account_id'],
  ['user_rto', 'user_id'],
  ['device_live', 'device_id'],
  ['current_position', 'binding_id'],
  ['track_state', 'binding_id'],
  ['trip_track', 'trip_id'],
  ['merge', 'org_id'],
  ['notice', 'account_id'],
  ['notice_setting', 'account_id'],
  ['notice_choice', 'account_id'],
  ['push_subscription', 'account_id'],
  ['push_message', 'account_id'],
  ['position', 'device'],
  ['raw_frame', 'device'],
  ['device_alarm', 'device'],
] as const;

describe.each(hanging)('rows of %s', (table, key) => {
  const keysOf = (scope: Scope) =>
    as(scope, async (db) => {
      const both = [String(own.keys[table]), String(other.keys[table])];
      const rows = await db.query<{ key: string }>(
        `select distinct ${key}::text as key from ${table} where ${key}::text = any($1)`,
        [both],
      );
      return rows.map((row) => row.key).sort();
    });

  test('are seen by their organisation, by staff who work for it, and by staff who see all', async () => {
    const [mine, theirs] = [String(own.keys[table]), String(other.keys[table])];
    expect(await keysOf(everything)).toEqual([mine, theirs].sort());
    expect(await keysOf({ orgId: own.orgId })).toEqual([mine]);
    expect(await keysOf({ orgId: other.orgId })).toEqual([theirs]);
    expect(await keysOf({ orgId: null, orgIds: [own.orgId] })).toEqual([mine]);
    expect(await keysOf({ orgId: null, orgIds: [] })).toEqual([]);
  });

  test('are seen by nobody who does not say for whom', async () => {
    expect(await product.product.db.query(`select 1 from ${table} where ${key}::text = $1`, [own.keys[table]])).toEqual(
      [],
    );
  });

  test('can be written and removed by no other organisation', async () => {
    /** What it touched; nothing when nobody at run time may do that to the table. */
    const tried = async (sql: string): Promise<unknown[]> => {
      try {
        return await as({ orgId: other.orgId }, (db) => db.query(`${sql} returning 1`, [own.keys[table]]));
      } catch (error) {
        if (String(error).includes('permission denied')) return [];
        throw error;
      }
    };
    expect(await tried(`update ${table} set ${key} = ${key} where ${key}::text = $1`)).toEqual([]);
    expect(await tried(`delete from ${table} where ${key}::text = $1`)).toEqual([]);
    expect(await keysOf({ orgId: own.orgId })).toEqual([String(own.keys[table])]);
    const taken = as({ orgId: other.orgId }, (db) => own.add(db, table));
    await expect(taken).rejects.toThrow('row-level security');
  });
});

test('what a device sent before it came to its owner stays with staff', async () => {
  const since = '2026-11-21T05:59:30Z';
  const device = Number(own.keys['position']);
  const counts = (scope: Scope) =>
    as(scope, async (db) => {
      const positions = await db.query('select 1 from position where device = $1', [device]);
      const frames = await db.query('select 1 from raw_frame where device = $1', [device]);
      return [positions.length, frames.length];
    });
  const before = await counts({ orgId: own.orgId });
  await as(everything, (db) => db.query('update device set owned_since = $2 where slot = $1', [device, since]));
  expect([before, await counts({ orgId: own.orgId }), await counts(everything)]).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
  ]);
  await as(everything, (db) => db.query('update device set owned_since = null where slot = $1', [device]));
});
