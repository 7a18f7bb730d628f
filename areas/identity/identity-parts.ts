import type { CappedActs } from '#kit/server/capped-acts.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import type { SessionIssuer } from './sessions/session-issuer.store.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { ImpersonationKit } from './impersonation/start-impersonation.ts';
import type { Firebase } from './sign-in/firebase.ts';
import type { KnownDevices } from './sign-in/known-device.ts';
import type { SendMail } from './mail-port.ts';
import type { Passwords } from './passwords/password-hash.ts';
import type { Throttle } from './sign-in/throttle.store.ts';
import type { TwoStep } from './two-step/two-step.store.ts';

/** What the code of this area stands on. */
export interface IdentityParts {
  db: Database;
  clock: Clock;
  versions: Versions;
  passwords: Passwords;
  throttle: Throttle;
  twoStep: TwoStep;
  devices: KnownDevices;
  issuer: SessionIssuer;
  sessions: SessionStore;
  /** Where refused sign-ins are told. */
  refused: CappedActs;
  jobs: Pick<Jobs, 'add'>;
  sendMail: SendMail;
  /** Start of the links in mails, as configured: never taken from a request. Without a slash at the end. */
  publicBase: () => string;
  /** Tells somebody whose account is used, in the transaction that begins it. */
  notify: NonNullable<ImpersonationKit['notify']>;
  firebase: Firebase;
  /** True behind https: the cookie is Secure and bound to the host. */
  secure: boolean;
}

/** What areas need that work with accounts beyond their catalogues. */
export interface WithIdentity {
  identity: IdentityParts;
}
