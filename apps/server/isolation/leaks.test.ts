import { vi } from 'vitest';
import { describeLeaks } from './testing/leaks.ts';

vi.mock('#kit/server/db/tenant-filter.ts', async (original) =>
  (await import('./testing/switches.ts')).switchable(await original()),
);

describeLeaks('both walls');
