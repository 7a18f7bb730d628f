import type { AreaServer } from '#kit/server/area.ts';
import { contactPolicy } from './contacts/contact.policy.ts';
import { contract } from './safety.contract.ts';
import { checkSos } from './sos.rules.ts';

export const area: AreaServer = {
  contract,
  checks: { sos: checkSos },
  policies: () => ({ 'emergency-contact': contactPolicy }),
};
