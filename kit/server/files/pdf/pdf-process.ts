import { serveIsolated } from '#kit/server/isolated/child.ts';
import { whatIsActive } from './active-content.ts';

/** Takes a document; tells what is active in it, or why it cannot be looked into; null for a harmless one. */
serveIsolated(
  (content: Uint8Array): string | null =>
    whatIsActive(Buffer.from(content.buffer, content.byteOffset, content.byteLength)) ?? null,
);
