import type { Clock } from '#kit/server/clock.ts';
import { refuse } from '#kit/server/refusals.ts';
import { accountKey } from '../accounts/accounts.store.ts';

/** What a verified token says of a person. The token itself is neither kept nor logged. */
export interface FirebaseClaim {
  uid: string;
  /** Only when the provider has verified it. In lower case. */
  email?: string;
  /** Ten digits. */
  mobile?: string;
}

export interface Firebase {
  /**
   * Checks the token of a `firebase` header.
   * @returns undefined when there is none, or when no project is set: then the header is ignored.
   * @throws 400 under `firebase` for a token that is not right, 503 when the keys cannot be fetched in time.
   */
  verify(header: string | readonly string[] | undefined): Promise<FirebaseClaim | undefined>;
}

/** Where Google publishes the keys that it signs these tokens with. */
const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const fetchMs = 2_000;

const notRight = () => refuse.badInput({ firebase: 'The firebase token is not valid' });
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * @param options.projectId FIREBASE_PROJECT_ID.
 * @param options.keysUrl another key server, for tests.
 */
export function createFirebase(options: {
  projectId?: string | undefined;
  clock: Clock;
  keysUrl?: URL | undefined;
}): Firebase {
  const { projectId, clock } = options;
  if (projectId === undefined) return { verify: () => Promise.resolve(undefined) };
  // Fetched when first needed, kept for ten minutes, and asked again at most every half a minute for a key it does not have.
  const open = async () => {
    const jose = await import('jose');
    return {
      ...jose,
      keys: jose.createRemoteJWKSet(options.keysUrl ?? new URL(googleKeys), { timeoutDuration: fetchMs }),
    };
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    async verify(header) {
      if (header === undefined || header === '') return undefined;
      if (typeof header !== 'string' || header.length > 4_096) throw notRight();
      const { jwtVerify, errors, keys } = await (opened ??= open());
      const now = clock.now();
      const verified = await jwtVerify(header, keys, {
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        currentDate: now,
        clockTolerance: 5,
      }).catch((error: unknown) => {
        throw error instanceof errors.JOSEError && !away.has(error.code)
          ? notRight()
          : refuse.unavailable('The sign-in provider is not available. Try again shortly');
      });
      const claims = verified.payload;
      const uid = text(claims.sub);
      const latest = now.getTime() / 1_000 + 5;
      const authTime = claims['auth_time'];
      if (uid === undefined || uid.length > 128 || typeof authTime !== 'number' || authTime > latest) throw notRight();
      if (typeof claims.iat !== 'number' || claims.iat > latest) throw notRight();
      const email = claims['email_verified'] === true ? text(claims['email']) : undefined;
      const mobile = text(claims['phone_number']);
      return {
        uid,
        ...(email === undefined ? {} : { email: accountKey(email) }),
        ...(mobile === undefined ? {} : { mobile: accountKey(mobile) }),
      };
    },
  };
}

/** What the library says when the key server gives no answer, or none that is a set of keys. */
const away = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

/**
 * Refuses with 400 when a verified claim is somebody else's than the account that is being made: its email or its mobile
 * number must be the account's.
 */
export function needSamePerson(
  claim: FirebaseClaim | undefined,
  account: { email: string; mobile?: string | null | undefined },
): void {
  if (claim === undefined) return;
  const pairs = [
    [claim.email, accountKey(account.email)],
    [claim.mobile, account.mobile ? accountKey(account.mobile) : undefined],
  ] as const;
  if (!pairs.some(([claimed, given]) => claimed !== undefined && claimed === given))
    throw refuse.badInput({
      firebase: 'The firebase token belongs to another user: its email and number do not match this account',
    });
}
