import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { permittedModules } from '#areas/rights/rights.server.ts';
import type { MenuFacts } from '#kit/contract/menu.ts';
import type { PermittedModule, UserData } from '#kit/contract/rights.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { moduleSchema, userSchema } from './sign-in.schemas.ts';

/** GET /token and GET /permission: who the signed-in person is, and what they may see. */
export function addOwnRightsRoutes(app: FastifyInstance, kit: IdentityParts, facts: MenuFacts): void {
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
      data: await permittedModules(kit.db, session.user.kind, session.grants, facts),
    }),
  });
}
