import { type AccessKit, createFirebase, type Firebase, type SendMail } from '#areas/access/access.server.ts';
import { createKnownDevices } from '#areas/access/known-device.ts';
import { createTwoStep } from '#areas/access/two-step.ts';
import type { Clock } from '#kit/server/clock.ts';
import { loadSecret, subkey } from './secrets.ts';

/** What a product may be given for its sign-in. */
export interface AccessOptions {
  /** Start of the links in mails, from the configuration only. Default http://localhost:3000. */
  publicBase?: () => string;
  /** Where mails about somebody's way in go. */
  sendMail?: SendMail;
  /** FIREBASE_PROJECT_ID; without it the `firebase` header is ignored. */
  firebaseProjectId?: string;
  /** Another key server than the provider's, for tests. */
  firebaseKeysUrl?: URL;
}
type Own = 'twoStep' | 'devices' | 'sendMail' | 'publicBase';

/** Puts the parts of sign-in together; its secrets lie in the data folder, beside the database. */
export async function createAccess(
  options: AccessOptions & { sendMail: SendMail; dataDir: string },
  parts: Omit<AccessKit, Own>,
): Promise<AccessKit> {
  const secret = await loadSecret(options.dataDir, 'credentials.key');
  return {
    ...parts,
    twoStep: createTwoStep({ seal: subkey(secret, 'seal'), codes: subkey(secret, 'codes') }),
    devices: createKnownDevices(subkey(secret, 'devices'), parts.secure),
    sendMail: options.sendMail,
    publicBase: options.publicBase ?? (() => 'http://localhost:3000'),
  };
}

export const firebaseOf = (options: AccessOptions, clock: Clock): Firebase =>
  createFirebase({ clock, projectId: options.firebaseProjectId, keysUrl: options.firebaseKeysUrl });
