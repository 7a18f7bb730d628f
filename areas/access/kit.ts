import type { CappedActs } from '#kit/server/capped-acts.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import type { SessionIssuer } from '#kit/server/sessions/issue.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { KnownDevices } from './known-device.ts';
import type { SendMail } from './mail-port.ts';
import type { Passwords } from './passwords.ts';
import type { Throttle } from './throttle.ts';
import type { TwoStep } from './two-step.ts';

/** What the code of this area stands on. */
export interface AccessKit {
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
  /** True behind https: the cookie is Secure and bound to the host. */
  secure: boolean;
}
