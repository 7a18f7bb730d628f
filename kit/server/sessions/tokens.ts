import { createHmac, hash, randomBytes } from 'node:crypto';

/** A fresh 256-bit token. Only its hash is ever stored. */
export const newToken = (prefix: 'rka' | 'rkr' | 'rks' | 'rkp' | 'rki' | 'rko' | 'rkl' | 'rkc'): string =>
  `${prefix}_${randomBytes(32).toString('base64url')}`;

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * The token that follows a refresh token. Derived, not random: within the grace period a repeated request gets the very
 * same successor, and nothing has to be stored in clear for that.
 */
export const successor = (key: Buffer, refreshToken: string, kind: 'access' | 'refresh'): string =>
  `${kind === 'access' ? 'rka' : 'rkr'}_${createHmac('sha256', key).update(`${kind}:${refreshToken}`).digest('base64url')}`;
