import { createFirebase, type IdentityParts } from '#areas/identity/identity.server.ts';
import { createPasswords } from '#areas/identity/passwords/password-hash.ts';
import { createKnownDevices } from '#areas/identity/sign-in/known-device.ts';
import { createSessionIssuer } from '#areas/identity/sessions/session-issuer.store.ts';
import { createThrottle } from '#areas/identity/sign-in/throttle.store.ts';
import { createTwoStep } from '#areas/identity/two-step/two-step.store.ts';
import type { Mail } from '#areas/mail/mail.server.ts';
import type { CappedActs } from '#kit/server/capped-acts.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { AccessOptions } from '../options.ts';
import { loadSecret, subkey } from '../secrets.ts';
import { accessMail, impersonationMail } from './access-mail.ts';
import type { Base } from './base.ts';

interface Given extends Base {
  versions: Versions;
  sessions: SessionStore;
  jobs: Jobs;
  mail: Mail;
  refused: CappedActs;
}

/** Puts the parts of sign-in together; its secrets lie in the data folder, beside the database. */
export async function openIdentity(
  { secure, ...options }: AccessOptions & { secure: boolean },
  { db, clock, dataDir, versions, sessions, jobs, mail, refused }: Given,
): Promise<IdentityParts> {
  const secret = await loadSecret(dataDir, 'credentials.key');
  return {
    db,
    clock,
    versions,
    sessions,
    jobs,
    refused,
    secure,
    issuer: createSessionIssuer({ db, clock, key: await loadSecret(dataDir, 'session.key'), store: sessions }),
    passwords: await createPasswords(await loadSecret(dataDir, 'password.key')),
    throttle: createThrottle(db),
    twoStep: createTwoStep({ seal: subkey(secret, 'seal'), codes: subkey(secret, 'codes') }),
    devices: createKnownDevices(subkey(secret, 'devices'), secure),
    firebase: createFirebase({ clock, projectId: options.firebaseProjectId, keysUrl: options.firebaseKeysUrl }),
    sendMail: options.sendMail ?? accessMail(mail),
    publicBase: options.publicBase ?? mail.origin,
    notify: impersonationMail(mail),
  };
}
