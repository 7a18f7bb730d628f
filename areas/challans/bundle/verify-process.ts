import { serveIsolated } from '#kit/server/isolated/child.ts';
import type { PublishedKey } from './signing.ts';
import { verifyBundle } from './verify-bundle.ts';

serveIsolated((content, keys: readonly PublishedKey[]) => verifyBundle(content, keys, false));
