import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { kycStatuses } from '#areas/documents/documents/subjects.contract.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';

const profile = z.strictObject({
  id: z.string(),
  kind: z.enum(['staff', 'client']),
  profileType: z.nullable(z.literal([0, 1, 2])),
  kycStatus: z.nullable(z.enum(kycStatuses.map(({ value }) => value))),
  name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  roleId: z.string(),
  roleName: z.string(),
  orgId: z.nullable(z.string()),
  orgName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  pin: z.nullable(z.string()),
  lastLoginAt: z.nullable(z.string()),
  createdAt: z.string(),
});

/** GET /app-user/profile */
export function addOwnProfileRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/app-user/profile',
    summary: 'One’s own profile; staff have one too',
    tag: 'App users',
    access: 'session',
    scope: 'organisation',
    answer: profile,
    handle: async ({ session }) => {
      const [data] = await transact(kit.db, scopeOf(session), (db) =>
        db.query<z.infer<typeof profile>>(
          // One's own row is named by its id: no other organisation's can be meant.
          `select a.id, a.kind, case when a.kind = 'client' then a.profile_type::int end as "profileType",
             case when a.kind = 'client' then a.kyc_status end as "kycStatus", a.name, a.email, a.mobile,
             r.id as "roleId", r.name as "roleName", o.id as "orgId", o.name as "orgName", a.address, a.city, a.state, a.pin,
             a.last_login_at as "lastLoginAt", a.created_at as "createdAt"
           from identity_person a join rights_role r on r.id = a.role_id left join organisation o on o.id = a.org_id where a.id = $1`,
          [session.user.id],
        ),
      );
      if (!data) throw refuse.notFound();
      return { message: 'OK', data };
    },
  });
}
