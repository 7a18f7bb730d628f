import type { WithMail } from '#areas/mail/mail.server.ts';
import { menuFactsOf } from '#kit/contract/menu.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './integrations.contract.ts';
import { removeOldKeys, warnOfEnds } from './keys/key-ends.store.ts';
import { closedToKeys } from './keys/key-scopes.rules.ts';
import { addKeyRoutes } from './keys/keys.routes.ts';

export { createKeyCalls, loadKeySession } from './keys/key-door.store.ts';
export { closedToKeys } from './keys/key-scopes.rules.ts';

/** How other programs work with the product: API keys. */
export const area: AreaServer<WithMail> = {
  contract,
  routes: (app, { kit, sessions, catalogues, pages }) => {
    const definitions = catalogues.map(({ reads }) => reads.definition);
    addKeyRoutes(app, kit, { sessions, never: closedToKeys(definitions), facts: menuFactsOf(definitions, pages) });
  },
  sweeps: ({ mail }) => [
    { name: 'API keys that end', order: 130, run: (db, now) => warnOfEnds(db, mail, now) },
    { name: 'old API keys', order: 131, run: removeOldKeys },
  ],
};
