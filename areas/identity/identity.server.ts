import { menuFactsOf } from '#kit/contract/menu.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { newAccountPolicies } from './accounts/new-account.policy.ts';
import { addSetupRoutes } from './accounts/setup.routes.ts';
import type { WithIdentity } from './identity-parts.ts';
import { contract } from './identity.contract.ts';
import { addImpersonationRoutes } from './impersonation/impersonation.routes.ts';
import { sweepImpersonations } from './impersonation/impersonation.store.ts';
import { addAdminCredentialRoutes } from './passwords/admin-credentials.routes.ts';
import { addPasswordRoute } from './passwords/change-password.routes.ts';
import { addForgottenRoutes, forgottenJob, mailForgotten } from './passwords/forgot-password.routes.ts';
import { sweepLinks } from './passwords/password-link.store.ts';
import { addLanguageRoute } from './profile/language.routes.ts';
import { addProfileRoutes } from './profile/profile.routes.ts';
import { addOwnSessionRoutes } from './sessions/own-sessions.routes.ts';
import { addUserSessionRoutes } from './sessions/user-sessions.routes.ts';
import { addOwnRightsRoutes } from './sign-in/own-rights.routes.ts';
import { addLoginRoutes } from './sign-in/sign-in.routes.ts';
import { addStepUpRoute } from './two-step/step-up.routes.ts';
import { addTwoStepRoutes } from './two-step/two-step.routes.ts';

// What other areas and the product may use of this one.
export { createFirebase, needSamePerson } from './sign-in/firebase.ts';
export { accountPolicy } from './accounts/account.policy.ts';
export { ownerOfAccount } from './accounts/accounts.store.ts';
export {
  type Addressee,
  addresseesOf,
  type Recipient,
  recipientsOf,
  staffRecipientsOf,
} from './accounts/recipients.store.ts';
export { revokeSignInMethods } from './accounts/sign-in-methods.store.ts';
export type { IdentityParts, WithIdentity } from './identity-parts.ts';
export type { SendMail } from './mail-port.ts';
export type { ImpersonationKit } from './impersonation/start-impersonation.ts';
export { ownerOfOrganisation, sessionOfPerson } from './sessions/person-session.store.ts';
export { deviceInWords } from './sessions/user-agent.ts';
export { createThrottle, type Throttle } from './sign-in/throttle.store.ts';

/** Accounts and how people sign in: passwords, codes, sessions, and acting as somebody else. */
export const area: AreaServer<WithIdentity> = {
  contract,
  routes: (app, { identity, catalogues, pages }) => {
    addSetupRoutes(app, identity);
    const people = catalogues.map(({ reads }) => reads).filter(({ definition }) => definition.base === 'account');
    addImpersonationRoutes(app, { ...identity, people });
    addLoginRoutes(app, identity);
    addOwnRightsRoutes(
      app,
      identity,
      menuFactsOf(
        catalogues.map(({ reads }) => reads.definition),
        pages,
      ),
    );
    addPasswordRoute(app, identity);
    addForgottenRoutes(app, identity);
    addTwoStepRoutes(app, identity);
    addStepUpRoute(app, identity);
    addOwnSessionRoutes(app, identity);
    addProfileRoutes(app, identity);
    addLanguageRoute(app, identity);
    addUserSessionRoutes(app, identity);
    addAdminCredentialRoutes(app, identity);
  },
  policies: ({ identity }) => newAccountPolicies(identity),
  jobs: ({ identity }) => ({ [forgottenJob]: (db, payload) => mailForgotten(db, identity, payload) }),
  sweeps: ({ identity: { issuer, throttle } }) => [
    { name: 'sessions', order: 10, run: () => issuer.sweep() },
    { name: 'sessions as somebody else', order: 20, run: sweepImpersonations },
    { name: 'tries to sign in', order: 30, run: (_, now) => throttle.sweep(now) },
    { name: 'links for passwords', order: 40, run: sweepLinks },
  ],
  tablesOfRights: ['account', 'staff_user'],
  // Who lost the right to act as somebody does not get it back.
  afterRightsChange: sweepImpersonations,
};
