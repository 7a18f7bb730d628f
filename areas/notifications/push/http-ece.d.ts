declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Making {
    version: 'aes128gcm';
    /** Public key and secret of who reads it, in base64url. */
    dh: string;
    authSecret: string;
    /** Of the sender, for this one message. */
    privateKey: ECDH;
    salt: Buffer;
  }
  export function encrypt(text: Buffer, making: Making): Buffer;
}
