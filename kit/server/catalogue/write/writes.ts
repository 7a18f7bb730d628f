import { uuidv7 } from 'uuidv7';
import { type AnyCatalogue, type AnyRow, inSentence, orgOfRow } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import { everything, overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { difference, recordChange, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { started } from '#kit/server/started.ts';
import { completeRows, type RowChange, type RowUpdate, type Successor } from '../policy.ts';
import { tenantFilterOf, named } from '../read/list-sql.ts';
import { changeOf, partsOf, refuseMasks, type SealedParts } from '../sealed-fields.ts';
import { type CatalogueKit, type CatalogueReads, mustRead } from '../store.ts';
import { checkReferences, checkReferencesOf, lockReferences, noReferences } from './references.ts';
import { checkVersion, referencesMessage, referencesTo } from './write-checks.ts';
import { columnsIn, filesOf, type Input, paramOf, received, replaced, valueAfter, writableOf } from './write-values.ts';

/**
 * Writes of one catalogue. Each runs inside the caller's transaction, leaves its history row there, and gives the row as
 * it is afterwards.
 */
export interface CatalogueWrites<D extends AnyCatalogue = AnyCatalogue> {
  create(db: Queryable, scope: Scope, writer: Writer, input: Input): Promise<{ json: string; row: RowOf<D> }>;
  /**
   * Makes many records with a handful of statements. Nothing is made when one of them cannot be: then make them one by
   * one. Gives them in the order of the inputs.
   */
  createMany(db: Queryable, scope: Scope, writer: Writer, inputs: readonly Input[]): Promise<RowOf<D>[]>;
  /**
   * `input` may be made from the row as it is, which nobody else can change meanwhile. Gives as well which encrypted values
   * were replaced.
   */
  update(
    db: Queryable,
    scope: Scope,
    writer: Writer,
    id: string,
    input: Input | ((before: RowOf<D>) => Input),
    ifMatch?: string,
  ): Promise<{ json: string; row: RowOf<D>; replaced?: Record<string, SealedParts> }>;
  /** Flips the status, or sets it when `to` is given. */
  setStatus(db: Queryable, scope: Scope, writer: Writer, id: string, to?: 0 | 1, ifMatch?: string): Promise<RowOf<D>>;
  remove(db: Queryable, scope: Scope, writer: Writer, id: string, ifMatch?: string): Promise<RowOf<D>>;
  restore(
    db: Queryable,
    scope: Scope,
    writer: Writer,
    id: string,
    ifMatch?: string,
  ): Promise<{ json: string; row: RowOf<D> }>;
  purge(db: Queryable, scope: Scope, writer: Writer, id: string, ifMatch?: string): Promise<RowOf<D>>;
}

export function catalogueWrites<D extends AnyCatalogue>(
  kit: CatalogueKit,
  reads: CatalogueReads<D>,
): CatalogueWrites<D>;
export function catalogueWrites(kit: CatalogueKit, reads: CatalogueReads): CatalogueWrites {
  const { definition } = reads;
  const { registry, files } = kit;
  const names = Object.keys(definition.fields);
  const guard = kit.policies[definition.path];
  /** What its history may tell. */
  const recorded = [...names, ...Object.keys(definition.beside), 'status'];
  const insertColumns = [
    'id',
    ...names.flatMap((name) => columnsIn(definition, name)),
    'created_at',
    'created_by',
    'updated_at',
    'updated_by',
  ];
  const insertSql = `insert into ${definition.table} (${insertColumns.join(', ')}) select ${insertColumns.map((_, index) => `$${index + 1}`).join(', ')}`;
  const insertParams = (id: string, input: Input): Param[] =>
    names.flatMap((name) => {
      if (!isSealed(definition.fields[name])) return [paramOf(definition.fields[name], input, name, null)];
      const { mask, sealed, hash } = partsOf(kit.sealed, definition, name, id, input.values[name]);
      return [mask, sealed, hash];
    });
  /** Encrypted values that stay are left out: the same value would look like another one. */
  const updateSql = (written: readonly string[]) => {
    const columns = names.flatMap((name) =>
      isSealed(definition.fields[name]) && !written.includes(name) ? [] : columnsIn(definition, name),
    );
    return `update ${definition.table} set ${columns.map((column, index) => `${column} = $${index + 4}, `).join('')}
      version = version + 1, updated_at = $2, updated_by = $3 where id = $1`;
  };

  /** The row as it is, locked against other writers until the transaction ends. */
  /**
   * A change leaves others free to refer to the row meanwhile, or two records that are hung below each other at once would
   * wait for one another. What takes the row away, or brings it back, holds references off until it is done.
   */
  const lock = async (db: Queryable, scope: Scope, id: string, what: 'change' | 'remove' | 'deleted' = 'change') => {
    const deleted = what === 'deleted';
    const params: Param[] = [id];
    const tenantSql = tenantFilterOf(definition, 'lock', scope, params);
    const locked = db.query(
      named(
        `select 1 from ${definition.table} t where t.id = $1 and t.deleted_at is ${deleted ? 'not ' : ''}null${tenantSql} for ${what === 'change' ? 'no key ' : ''}update`,
      ),
      params,
    );
    // Asked for with the lock, and read behind it.
    const row = started(mustRead(reads, scope, id, db, deleted));
    if ((await locked).length === 0) throw refuse.notFound(`${definition.one} not found`);
    return row;
  };
  const recordEntry = (
    db: Queryable,
    writer: Writer,
    row: AnyRow,
    action: Parameters<typeof recordChange>[2]['action'],
    before: object | null,
    after: object | null,
  ) => {
    const orgId = orgOfRow(definition, row);
    writer.touched.push([definition.table, orgId]);
    return recordChange(db, writer, {
      action,
      module: definition.path,
      recordId: row.id,
      recordTitle: row.title,
      orgId,
      before: before as Record<string, unknown> | null,
      after: after as Record<string, unknown> | null,
      fields: recorded,
    });
  };
  const pick = (row: AnyRow) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

  const follow = async (db: Queryable, writer: Writer, change: RowChange, row: AnyRow) => {
    await guard?.after?.(db, writer, change, row);
    await guard?.afterMany?.(db, writer, [change], [row]);
  };
  /** What follows a write may set what the row shows beside its fields. */
  const reread = (db: Queryable, scope: Scope, row: { json: string; row: AnyRow }) =>
    guard?.afterMany ? mustRead(reads, scope, row.row.id, db) : Promise.resolve(row);
  const flip = async (
    db: Queryable,
    scope: Scope,
    writer: Writer,
    id: string,
    to: 0 | 1 | undefined,
    ifMatch: string | undefined,
  ) => {
    const { row } = await lock(db, scope, id);
    checkVersion(ifMatch, row);
    const status = to ?? (row.status === 1 ? 0 : 1);
    if (status === row.status) return row;
    const change: RowChange = { action: 'status', before: row, values: { status } };
    await guard?.check?.(db, writer, change);
    await db.send(
      {
        name: `status-${definition.path}`,
        text: `update ${definition.table} set status = $2, version = version + 1, updated_at = $3, updated_by = $4 where id = $1`,
      },
      [id, status, writer.now.toISOString(), writer.actorId],
    );
    await recordEntry(db, writer, row, 'status', { status: row.status }, { status });
    const after = { ...row, status, version: row.version + 1 } as AnyRow;
    await follow(db, writer, change, after);
    return after;
  };

  const writes: CatalogueWrites = {
    async create(db, scope, writer, input) {
      await guard?.prepare?.(db, writer, input.values);
      refuseMasks(definition, input.values);
      await completeRows(db, guard, writer, [{ input, before: null }]);
      const change: RowChange = { action: 'create', before: null, values: input.values, beside: input.beside };
      if (guard?.check) {
        // What the record refers to is looked at before the rules are.
        await checkReferences(db, registry, definition, input.values, scope);
        await guard.check(db, writer, change);
      }
      const id = uuidv7();
      const at = writer.now.toISOString();
      const params: Param[] = [id, ...insertParams(id, input), at, writer.actorId, at, writer.actorId];
      const locks = guard?.check ? noReferences : lockReferences(registry, definition, input.values, scope, params);
      const areThere = locks.counts.map((count) => ` and ${count} = 1`).join('');
      const sql = `${insertSql} where true${areThere}`;
      await files.attach(db, received(input), { module: definition.path, recordId: id });
      const made = await reads.written(scope, { sql, params, locks }, db);
      await recordEntry(db, writer, made.row, 'create', null, { ...pick(made.row), ...input.told?.after });
      await follow(db, writer, change, made.row);
      return reread(db, scope, made);
    },
    async createMany(db, scope, writer, inputs) {
      for (const { values } of inputs) {
        await guard?.prepare?.(db, writer, values);
        refuseMasks(definition, values);
      }
      await completeRows(
        db,
        guard,
        writer,
        inputs.map((input) => ({ input, before: null })),
      );
      await checkReferencesOf(
        db,
        registry,
        definition,
        inputs.map((input) => input.values),
        scope,
      );
      const changes = inputs.map(({ values }): RowChange => ({ action: 'create', before: null, values }));
      for (const change of changes) await guard?.check?.(db, writer, change);
      const at = writer.now.toISOString();
      const ids = inputs.map(() => uuidv7());
      const params = inputs.flatMap((input, index): Param[] => [
        ids[index] as string,
        ...insertParams(ids[index] as string, input),
        at,
        writer.actorId,
        at,
        writer.actorId,
      ]);
      const width = insertColumns.length;
      const tuples = inputs.map((_, row) => `(${insertColumns.map((_, at) => `$${row * width + at + 1}`).join(', ')})`);
      await db.query(
        `insert into ${definition.table} (${insertColumns.join(', ')}) values ${tuples.join(', ')}`,
        params,
      );
      const made = new Map(
        (await reads.listed(scope, ids, false, db)).map((json) => {
          const row = JSON.parse(json) as AnyRow;
          return [row.id, row];
        }),
      );
      const rows = ids.map((id) => made.get(id) as AnyRow);
      writer.touched.push(
        ...rows.map((row): Writer['touched'][number] => [definition.table, orgOfRow(definition, row)]),
      );
      await recordChanges(
        db,
        writer,
        rows.map((row) => ({
          action: 'create',
          module: definition.path,
          recordId: row.id,
          recordTitle: row.title,
          orgId: orgOfRow(definition, row),
          before: null,
          after: pick(row),
          fields: recorded,
        })),
      );
      for (const [at, row] of rows.entries()) await guard?.after?.(db, writer, changes[at] as RowChange, row);
      await guard?.afterMany?.(db, writer, changes, rows);
      return rows;
    },
    async update(db, scope, writer, id, given, ifMatch) {
      const before = await lock(db, scope, id);
      checkVersion(ifMatch, before.row);
      const input = typeof given === 'function' ? given(before.row) : given;
      if ('orgId' in definition.fields) {
        input.values['orgId'] ??= before.row['orgId'];
        if (input.values['orgId'] !== before.row['orgId'])
          throw refuse.badInput({ orgId: 'A record stays with the organisation it was made for' });
      }
      await completeRows(db, guard, writer, [{ input, before: before.row }]);
      await checkReferences(db, registry, definition, input.values, scope, id);
      const sealed = await changeOf(db, kit.sealed, definition, before.row, input.values, input.putBack);
      const next = Object.fromEntries(
        names.map((name) => {
          const field: AnyField = definition.fields[name];
          // Rules look at a number that is new, and at the mask of one that stays.
          const stays = isSealed(field) && !Object.hasOwn(sealed.written, name);
          return [name, stays ? before.row[name] : valueAfter(field, input, name, before.row)];
        }),
      );
      const changed = difference(before.row, { ...next, ...sealed.recorded }, names);
      if (!changed && !input.beside) return before;
      const change: RowUpdate = { action: 'update', before: before.row, values: next, beside: input.beside };
      const successor = await guard?.successor?.(db, writer, change);
      if (successor) return succeed(db, scope, writer, before.row, input, successor);
      await guard?.check?.(db, writer, change);
      await files.attach(db, received(input), { module: definition.path, recordId: id });
      await files.doom(db, replaced(definition, input, before.row));
      const params = [
        id,
        writer.now.toISOString(),
        writer.actorId,
        ...names.flatMap((name) => {
          if (!isSealed(definition.fields[name])) return [paramOf(definition.fields[name], input, name, before.row)];
          const written = sealed.written[name];
          return written ? [written.mask, written.sealed, written.hash] : [];
        }),
      ];
      const after = await reads.written(scope, { sql: updateSql(Object.keys(sealed.written)), params }, db);
      const told = input.told;
      await recordEntry(
        db,
        writer,
        after.row,
        'update',
        { ...changed?.before, ...told?.before },
        { ...changed?.after, ...told?.after },
      );
      await follow(db, writer, change, after.row);
      return { ...(await reread(db, scope, after)), replaced: sealed.replaced };
    },
    setStatus: flip,
    async remove(db, scope, writer, id, ifMatch) {
      const { row } = await lock(db, scope, id, 'remove');
      checkVersion(ifMatch, row);
      const change: RowChange = { action: 'delete', before: row, values: null };
      await guard?.check?.(db, writer, change);
      const references = await referencesTo(db, registry, definition, scope, id);
      if (references.length > 0) throw refuse.referenced(referencesMessage(definition, references), references);
      const isBound = scope.orgId !== null || scope.orgIds !== undefined;
      const others = isBound
        ? await overall(db, scope, () => referencesTo(db, registry, definition, everything, id))
        : [];
      if (others.length > 0)
        throw refuse.conflict(
          `Records that are not yours use this ${inSentence(definition.one)}, so it cannot be deleted`,
        );
      await db.send(
        `update ${definition.table} set deleted_at = $2, deleted_by = $3, version = version + 1, updated_at = $2, updated_by = $3 where id = $1`,
        [id, writer.now.toISOString(), writer.actorId],
      );
      await recordEntry(db, writer, row, 'delete', pick(row), null);
      await follow(db, writer, change, row);
      return row;
    },
    async restore(db, scope, writer, id, ifMatch) {
      const { row } = await lock(db, scope, id, 'deleted');
      checkVersion(ifMatch, row);
      const change: RowChange = { action: 'restore', before: row, values: null };
      await guard?.check?.(db, writer, change);
      await checkParents(db, row);
      const sql = `update ${definition.table} set deleted_at = null, deleted_by = null, version = version + 1, updated_at = $2, updated_by = $3 where id = $1`;
      const restored = await reads.written(scope, { sql, params: [id, writer.now.toISOString(), writer.actorId] }, db);
      await recordEntry(db, writer, restored.row, 'restore', null, pick(restored.row));
      await follow(db, writer, change, restored.row);
      return reread(db, scope, restored);
    },
    async purge(db, scope, writer, id, ifMatch) {
      const { row } = await lock(db, scope, id, 'deleted');
      checkVersion(ifMatch, row);
      const change: RowChange = { action: 'purge', before: row, values: null };
      await guard?.check?.(db, writer, change);
      await db.send(`delete from ${definition.table} where id = $1`, [id]);
      await files.doom(db, filesOf(definition, row));
      await recordEntry(db, writer, row, 'purge', pick(row), null);
      await follow(db, writer, change, row);
      return row;
    },
  };
  return writes;

  /** Ends a row and makes the one that follows it. Files stay with the row that they came with. */
  async function succeed(
    db: Queryable,
    scope: Scope,
    writer: Writer,
    row: AnyRow,
    input: Input,
    { ended, made }: Successor,
  ) {
    await writes.update(db, scope, writer, row.id, { values: { ...writableOf(definition, row), ...ended }, files: {} });
    const odd = input.warnings ?? [];
    const { id } = (await writes.create(db, scope, writer, input)).row;
    input.warnings = [...new Set([...odd, ...(input.warnings ?? [])])];
    await made(db, id);
    return mustRead(reads, scope, id, db);
  }

  /** A row cannot come back below a parent that is deleted itself: that is a conflict to solve, not bad input. */
  async function checkParents(db: Queryable, row: AnyRow): Promise<void> {
    for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
      const id = row[name];
      if (field.kind !== 'ref' || typeof id !== 'string') continue;
      const target = registry.get(field.to);
      const found = await db.query(`select 1 from ${target.table} where id = $1 and deleted_at is null for key share`, [
        id,
      ]);
      if (found.length === 0) {
        const message = `Its ${inSentence(field.label)} is deleted. Restore that first`;
        throw refuse.conflict(message, { [name]: message });
      }
    }
  }
}
