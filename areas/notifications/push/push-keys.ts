import { createECDH, createPrivateKey, ECDH, randomBytes } from 'node:crypto';
import { encrypt } from 'http_ece';
import { SignJWT } from 'jose';
import { subkey } from '#kit/server/keys.ts';

const curve = 'prime256v1';
/** How long a push service may believe a signature; it refuses more than a day. */
const believedS = 12 * 3_600;

/** The key pair by which push services know this installation (RFC 8292). */
export interface PushKeys {
  /** What a browser subscribes with: 65 bytes in base64url. */
  publicKey: string;
  /** Where push services are told that they reach whoever runs this. */
  subject: () => string;
  /** The Authorization header of a message. */
  authorization(endpoint: string, now: Date): Promise<string>;
}

/**
 * The pair is derived from the master key, so that it is as old as the installation, the same at all its processes and in every backup, and
 * stored nowhere.
 * @param subject where a push service reaches whoever runs this: https or mailto
 */
export function createPushKeys(master: Buffer, subject: () => string): PushKeys {
  const pair = pairOf(master);
  const point = pair.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const d = pair.getPrivateKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: part(1),
    y: part(33),
    // The numbers of the curve are 32 bytes, also where one begins with a zero.
    d: Buffer.concat([Buffer.alloc(32 - d.length), d]).toString('base64url'),
  };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    subject,
    async authorization(endpoint, now) {
      const token = await new SignJWT()
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setSubject(subject())
        .setExpirationTime(Math.floor(now.getTime() / 1_000) + believedS)
        .sign(key);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}

function pairOf(master: Buffer): ECDH {
  const pair = createECDH(curve);
  // Of four thousand million numbers one is none of the curve.
  for (let number = 1; ; number += 1) {
    try {
      pair.setPrivateKey(subkey(master, `web push ${number}`));
      return pair;
    } catch (error) {
      if (number === 8) throw error;
    }
  }
}

/** Where a browser is reached, and what it reads with. */
export interface Reached {
  endpoint: string;
  /** Public key and secret of the browser, in base64url. */
  p256dh: string;
  auth: string;
}

/** Whether a text is the public key of a browser: a point of the curve, in base64url. */
export function isPoint(text: string): boolean {
  try {
    ECDH.convertKey(text, curve, 'base64url', 'hex', 'uncompressed');
    return Buffer.from(text, 'base64url').length === 65;
  } catch {
    return false;
  }
}

/** Encrypts a message for one browser: whoever carries it cannot read it (RFC 8291). */
export function encryptFor({ p256dh, auth }: Reached, message: object): Buffer {
  const own = createECDH(curve);
  own.generateKeys();
  const text = Buffer.from(JSON.stringify(message));
  return encrypt(text, { version: 'aes128gcm', dh: p256dh, authSecret: auth, privateKey: own, salt: randomBytes(16) });
}
