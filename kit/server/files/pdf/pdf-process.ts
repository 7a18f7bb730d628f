import { serveIsolated } from '#kit/server/isolated/child.ts';
import { whatIsActive } from './active-content.ts';

/** Takes a document; tells what is active in it, or why it cannot be looked into; null for a harmless one. */
serveIsolated((content): string | null => whatIsActive(content) ?? null);
