import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { createThrottle } from '#areas/access/access.server.ts';
import { keptSms, type MailKit } from '#areas/mail/mail.server.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { addDoctorReportRoutes } from './doctor-report.ts';
import type { DriverQuestions } from './driver-questions.ts';
import { addSituationRoutes } from './driver-situation.ts';
import { addFindDriverRoute } from './find-driver.ts';
import { addInvitedRoutes } from './invitation-public.ts';
import { addInvitationRoutes } from './invitation-routes.ts';
import { addMedicalDecideRoute } from './medical-decide.ts';
import { addOnboardingRoutes } from './onboarding-routes.ts';
import type { PeopleKit } from './people-kit.ts';

const profile = z.strictObject({
  id: z.string(),
  kind: z.enum(['staff', 'client']),
  profileType: z.nullable(z.enum(['0', '1', '2'])),
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

// What the product wires besides.
export {
  createDriverQuestions,
  type DriverQuestions,
  sweepQuestions,
  withDriverQuestions,
} from './driver-questions.ts';
export { sweepInvitations } from './invitation-end.ts';

/** Drivers: what becomes of them, invitations, onboarding, doctors. */
export function addDriverRoutes(
  app: FastifyInstance,
  kit: CatalogueKit,
  mail: MailKit,
  questions: DriverQuestions,
): void {
  const partsOf = (path: string) => catalogueParts(kit, kit.registry.get(path));
  const people: PeopleKit = {
    kit,
    mail,
    questions,
    sms: keptSms(mail),
    throttle: createThrottle(kit.db),
    drivers: partsOf('drivers'),
    papers: partsOf('vehicle-kyc-doc'),
  };
  addSituationRoutes(app, kit, people.drivers);
  addInvitationRoutes(app, people);
  addInvitedRoutes(app, people);
  addFindDriverRoute(app, people);
  addOnboardingRoutes(app, people);
  addMedicalDecideRoute(app, kit, partsOf('medical-report'));
  addDoctorReportRoutes(app, people);
}

/** Calls about people beside their catalogues. */
export function addPeopleRoutes(app: FastifyInstance, kit: CatalogueKit): void {
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
          `select a.id, a.kind, case when a.kind = 'client' then a.profile_type end as "profileType", a.name, a.email, a.mobile,
             r.id as "roleId", r.name as "roleName", o.id as "orgId", o.name as "orgName", a.address, a.city, a.state, a.pin,
             a.last_login_at as "lastLoginAt", a.created_at as "createdAt"
           from account a join role r on r.id = a.role_id left join organisation o on o.id = a.org_id where a.id = $1`,
          [session.user.id],
        ),
      );
      if (!data) throw refuse.notFound();
      return { message: 'OK', data };
    },
  });
}
