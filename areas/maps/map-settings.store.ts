import { hashColumn, partsOf, sealedColumn, storedParts, cellOf } from '#kit/server/catalogue/sealed-fields.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { type ActiveMap, mapSetting } from './map-setting.contract.ts';
import type { FetchedToken } from './mappls-tokens.ts';

/** Two who choose a map at once do so one after the other: the later one's is active, and the other's is not. */
const takeTurn = (db: Queryable) => db.query(`select pg_advisory_xact_lock(hashtext('active map setting'))`);

interface Setting {
  id: string;
  title: string;
}

async function recordStatus(db: Queryable, writer: Writer, rows: readonly Setting[], status: 0 | 1): Promise<void> {
  if (rows.length > 0) writer.touched.push(['map_setting', null]);
  await recordChanges(
    db,
    writer,
    rows.map(({ id, title }) => ({
      action: 'status',
      module: mapSetting.path,
      recordId: id,
      recordTitle: title,
      orgId: null,
      before: { status: 1 - status },
      after: { status },
      fields: ['status'],
    })),
  );
}

const turned = 'version = version + 1, updated_at = $1, updated_by = $2';

/** Makes room for another active setting: call it before that one becomes active. */
export async function deactivateOthers(db: Queryable, writer: Writer, id: string | null): Promise<void> {
  await takeTurn(db);
  const rows = await db.query<Setting>(
    `update map_setting set status = 0, ${turned} where status = 1 and deleted_at is null and ($3::uuid is null or id <> $3)
     returning id, name as title`,
    [writer.now.toISOString(), writer.actorId, id],
  );
  await recordStatus(db, writer, rows, 0);
}

/** The built-in map takes the place of the active setting. Call it after that one has ceased to be active. @throws 409 where there is no built-in one */
export async function activateBuiltIn(db: Queryable, writer: Writer, id: string): Promise<void> {
  await takeTurn(db);
  const [other] = await db.query('select 1 from map_setting where status = 1 and deleted_at is null and id <> $1', [
    id,
  ]);
  if (other) return;
  const rows = await db.query<Setting>(
    `update map_setting set status = 1, ${turned} where id = (select s.id from map_setting s
       where s.provider = 'BUILT_IN' and s.deleted_at is null and s.id <> $3 order by s.created_at, s.id limit 1)
     returning id, name as title`,
    [writer.now.toISOString(), writer.actorId, id],
  );
  if (rows.length === 0) throw refuse.conflict('One map setting must be active. Activate another one instead');
  await recordStatus(db, writer, rows, 1);
}

/** A deleted setting is not active, nor is it when it is restored. */
export const endStatus = (db: Queryable, id: string) =>
  db.query('update map_setting set status = 0 where id = $1 and status = 1', [id]);

interface ActiveRow extends Omit<ActiveMap, 'mappleAccessToken'> {
  sealed: string | null;
}

/** The active setting with its token; undefined where none is. */
export async function readActive(db: Queryable, sealed: SealedTexts): Promise<ActiveMap | undefined> {
  const [row] = await db.query<ActiveRow>(
    `select id, name, provider, tile_url as "tileUrl", max_zoom as "maxZoom", attribution, centre, zoom,
       mapple_access_token_sealed as sealed
     from map_setting where status = 1 and deleted_at is null`,
  );
  if (!row) return undefined;
  const { sealed: token, ...setting } = row;
  const needsToken = setting.provider === 'MAPPLS' || (setting.tileUrl ?? '').includes('{token}');
  const cell = cellOf(mapSetting, 'mappleAccessToken', row.id);
  return { ...setting, mappleAccessToken: token && needsToken ? sealed.open(cell, token) : null };
}

/** The client secret that is stored; undefined where there is none. */
export async function storedSecret(db: Queryable, sealed: SealedTexts, id: string): Promise<string | undefined> {
  const stored = (await storedParts(db, mapSetting, [id])).get(id)?.['clientSecret']?.sealed;
  return stored ? sealed.open(cellOf(mapSetting, 'clientSecret', id), stored) : undefined;
}

/** Keeps a token that was fetched. */
export async function keepToken(
  db: Queryable,
  kit: Pick<CatalogueKit, 'sealed'>,
  writer: Writer,
  id: string,
  { token, expiresAt }: FetchedToken,
): Promise<void> {
  const { mask, sealed, hash } = partsOf(kit.sealed, mapSetting, 'mappleAccessToken', id, token);
  await db.query(
    `update map_setting set mapple_access_token = $2, ${sealedColumn('mappleAccessToken')} = $3, ${hashColumn('mappleAccessToken')} = $4,
       token_expires_at = $5, token_problem = null where id = $1`,
    [id, mask, sealed, hash, expiresAt.toISOString()],
  );
  writer.touched.push(['map_setting', null]);
}

/** What the provider said of the credentials instead of giving a token. */
export async function keepProblem(db: Queryable, writer: Writer, id: string, problem: string): Promise<void> {
  await db.query('update map_setting set token_problem = $2 where id = $1', [id, problem]);
  writer.touched.push(['map_setting', null]);
}

/** A setting that has no client any more has a token without an end. */
export const forgetClient = (db: Queryable, id: string) =>
  db.query('update map_setting set token_expires_at = null, token_problem = null where id = $1', [id]);

/** Settings whose token ends before a moment, or that have none. */
export const endingTokens = (db: Queryable, before: Date) =>
  db.query<{ id: string; clientId: string }>(
    `select id, client_id as "clientId" from map_setting
     where deleted_at is null and status = 1 and provider = 'MAPPLS' and client_id is not null
       and (token_expires_at is null or token_expires_at < $1) order by id`,
    [before.toISOString()],
  );
