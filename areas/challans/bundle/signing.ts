import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

// Keys as texts: the public half as SPKI, the private as PKCS#8, both DER in base64.

/** A public key under which bundles were signed, as it is published. */
export interface PublishedKey {
  /** Sixteen hexadecimal digits of the SHA-256 of the public half. */
  keyId: string;
  /** SPKI, DER in base64. */
  publicKey: string;
}

/** What stands beside the manifest of a bundle. */
export interface Signature extends PublishedKey {
  algorithm: 'Ed25519';
  /** Over the bytes of manifest.json; base64. */
  signature: string;
}

export const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);

export function makeKeyPair(): PublishedKey & { privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    keyId: keyIdOf(text),
    publicKey: text,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

export function signManifest(
  manifest: Buffer,
  { keyId, publicKey, privateKey }: PublishedKey & { privateKey: string },
) {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' });
  const signature: Signature = {
    algorithm: 'Ed25519',
    keyId,
    publicKey,
    signature: sign(null, manifest, key).toString('base64'),
  };
  return signature;
}

/** Whether a signature of these bytes was made with the private half of a public key. Nothing of it is trusted. */
export function isSigned(manifest: Buffer, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, manifest, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
