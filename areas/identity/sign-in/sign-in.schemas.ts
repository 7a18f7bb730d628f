import * as z from 'zod/mini';
import { actions } from '#kit/contract/rights.ts';
import { languages } from '#kit/contract/words/languages.ts';

/** The signed-in person, as /login and /token answer. */
export const userSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(['staff', 'client']),
  name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  roleId: z.string(),
  roleName: z.string(),
  roleLevel: z.int(),
  orgId: z.nullable(z.string()),
  orgName: z.nullable(z.string()),
  mustChangePassword: z.boolean(),
  language: z.nullable(z.enum(languages)),
  impersonatedBy: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
});

/** A row of GET /permission. */
export const moduleSchema = z.strictObject({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  route: z.nullable(z.string()),
  icon: z.string(),
  parentId: z.nullable(z.string()),
  order: z.int(),
  isMenu: z.boolean(),
  actions: z.array(z.enum(actions)),
});

/** Given under `data`, and at the top as the specification has it. */
const given = { accessToken: z.string(), expiresAt: z.string(), expiresInS: z.int(), userData: userSchema };
export const signedInAnswer = { answer: z.strictObject(given), beside: given };
