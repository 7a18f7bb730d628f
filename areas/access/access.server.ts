import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { PermittedModule, UserData } from '#kit/contract/rights.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { addAdminCredentialRoutes } from './admin-credentials.ts';
import { moduleSchema, userSchema } from './answer-schemas.ts';
import { addForgottenRoutes } from './forgotten.ts';
import type { AccessKit } from './kit.ts';
import { addLoginRoutes } from './login.ts';
import { permittedModules } from './modules.ts';
import { addOwnSessionRoutes } from './own-sessions.ts';
import { addPasswordRoute } from './password.ts';
import { addProfileRoutes } from './profile.ts';
import { addProveRoute } from './prove.ts';
import { addTwoStepRoutes } from './two-step-routes.ts';
import { addUserSessionRoutes } from './user-sessions.ts';

// What other areas may use of this one.
export { createFirebase, type Firebase, needSamePerson } from './firebase.ts';
export { accountGuard, isEnd } from './guards.ts';
export { endWaysIn } from './ways-in.ts';
export type { AccessKit } from './kit.ts';
export type { SendMail } from './mail-port.ts';
export { withNewAccounts } from './new-accounts.ts';
export { addImpersonationRoutes } from './impersonation.ts';
export type { ImpersonationKit } from './impersonation-start.ts';
export { sweepImpersonations } from './impersonation-log.ts';
export { standingOf } from './standing.ts';
export { createThrottle, type Throttle } from './throttle.ts';

/** Sign-in, what belongs to it, and what the signed-in person may see. */
export function addAccessRoutes(app: FastifyInstance, kit: AccessKit): void {
  addLoginRoutes(app, kit);
  addRightsRoutes(app, kit);
  addPasswordRoute(app, kit);
  addForgottenRoutes(app, kit);
  addTwoStepRoutes(app, kit);
  addProveRoute(app, kit);
  addOwnSessionRoutes(app, kit);
  addProfileRoutes(app, kit);
  addUserSessionRoutes(app, kit);
  addAdminCredentialRoutes(app, kit);
}

function addRightsRoutes(app: FastifyInstance, kit: AccessKit): void {
  const base = { tag: 'Session', method: 'GET', access: 'session', scope: 'none', whileMustChange: true } as const;
  addRoute(app, {
    ...base,
    path: '/token',
    summary: 'Verify the session',
    answer: z.strictObject({ userData: userSchema }),
    beside: { userData: userSchema },
    handle: async ({ session }): Promise<{ message: string; userData: UserData; data: { userData: UserData } }> => ({
      message: 'OK',
      userData: session.user,
      data: { userData: session.user },
    }),
  });
  addRoute(app, {
    ...base,
    path: '/permission',
    summary: 'Modules the caller may see, with what may be done in each',
    answer: z.array(moduleSchema),
    handle: async ({ session }): Promise<{ message: string; data: PermittedModule[] }> => ({
      message: 'OK',
      data: await permittedModules(kit.db, session.user.kind, session.grants),
    }),
  });
}
