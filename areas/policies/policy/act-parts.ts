import * as z from 'zod/mini';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { appUserPolicy } from './policy.contract.ts';

// What the calls that cancel, reinstate and endorse have in common.
export type Parts = CatalogueParts<typeof appUserPolicy>;
export const reason = z
  .string({ error: 'Enter a reason' })
  .check(z.trim(), z.minLength(3, { error: 'Enter a reason' }), z.maxLength(300));

export const commonOf = (kit: CatalogueKit, definition: Parts['definition']) =>
  ({
    method: 'POST',
    tag: definition.many,
    access: { module: definition.path, action: 'edit' },
    scope: 'organisation',
    once: true,
    versioned: true,
    whileImpersonating: 'allowed',
    answer: rowSchema(kit.registry, definition),
  }) as const;

export const answering =
  (kit: CatalogueKit, { definition, reads }: Parts) =>
  async (db: Queryable, call: Call, scope: Scope, id: string, message: string) => {
    const { json, row } = await mustRead(reads, scope, id, db);
    return {
      status: 200,
      message,
      data: withRights(kit.policies, definition, call.session, json),
      version: row.version,
    };
  };
