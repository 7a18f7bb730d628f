import { createFirebase, type IdentityParts } from '#areas/identity/identity.server.ts';
import { createPasswords } from '#areas/identity/passwords/password-hash.ts';
import { createBrowserNames, createKnownDevices } from '#areas/identity/sign-in/known-device.ts';
import { createSessionIssuer } from '#areas/identity/sessions/session-issuer.store.ts';
import { createThrottle } from '#areas/identity/sign-in/throttle.store.ts';
import { createTwoStep } from '#areas/identity/two-step/two-step.store.ts';
import type { Mail } from '#areas/mail/mail.server.ts';
import type { CappedActs } from '#kit/server/capped-acts.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { subkey } from '#kit/server/keys.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { AccessOptions } from '../options.ts';
import { accessMail, impersonationMail } from './access-mail.ts';
import type { Base } from './base.ts';

interface Given extends Base {
  versions: Versions;
  sessions: SessionStore;
  jobs: Jobs;
  mail: Mail;
  refused: CappedActs;
}

/** Names of browsers; the door tells by them who is no stranger. */
export const browserNames = (masterKey: Buffer, secure: boolean) =>
  createBrowserNames(subkey(masterKey, 'names of browsers'), secure);

/** Puts the parts of sign-in together; its secrets lie in the data folder, beside the database. */
export async function openIdentity(
  { secure, ...options }: AccessOptions & { secure: boolean },
  { db, clock, keyFor, masterKey, versions, sessions, jobs, mail, refused }: Given,
): Promise<IdentityParts> {
  const { key: secret } = await keyFor({ name: 'credentials.key', loss: 'two-step verification fails' });
  const { key: pepper } = await keyFor({ name: 'password.key', loss: 'nobody can sign in with a password' });
  // Whose session it is stands in the database; a lost key ends sessions at their next refresh, and no more.
  const { key: sessionKey } = await keyFor({ name: 'session.key', loss: null });
  return {
    db,
    clock,
    versions,
    sessions,
    jobs,
    refused,
    secure,
    issuer: createSessionIssuer({ db, clock, key: sessionKey, store: sessions }),
    passwords: await createPasswords(pepper),
    throttle: createThrottle(db),
    twoStep: createTwoStep({ seal: subkey(secret, 'seal'), codes: subkey(secret, 'codes') }),
    devices: createKnownDevices(subkey(secret, 'devices'), secure, browserNames(masterKey, secure)),
    firebase: createFirebase({ clock, projectId: options.firebaseProjectId, keysUrl: options.firebaseKeysUrl }),
    sendMail: options.sendMail ?? accessMail(mail),
    publicBase: options.publicBase ?? mail.origin,
    notify: impersonationMail(mail),
  };
}
