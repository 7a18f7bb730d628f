import { isMask } from '#kit/contract/sealed.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { mapSetting } from './map-setting.contract.ts';
import {
  activateBuiltIn,
  deactivateOthers,
  endStatus,
  forgetClient,
  keepProblem,
  keepToken,
  storedSecret,
} from './map-settings.store.ts';
import type { TokenAnswer, TokenSource } from './mappls-tokens.ts';

export const tokenProblems = {
  refused: 'Mappls refused the client ID or secret',
  away: 'Mappls could not be reached. The token is fetched as soon as it can be',
} as const;

/** One setting is active; tokens are fetched with the client that is saved. */
export function mapSettingPolicy(
  { sealed }: { sealed: SealedTexts },
  fetchToken: TokenSource,
): RowPolicy<typeof mapSetting> {
  /** What came of the credentials of a row on its way in, until it is written. */
  const answers = new WeakMap<object, TokenAnswer>();
  return {
    async complete(db, writer, drafts) {
      for (const { before, values, messages, warnings } of drafts) {
        const { clientId, clientSecret, provider } = values;
        if (provider !== 'MAPPLS' || !clientId || !clientSecret || Object.keys(messages).length > 0) continue;
        const isKept = isMask(clientSecret) && before?.clientId === clientId && before.tokenExpiresAt !== null;
        if (isKept) continue;
        const secret = isMask(clientSecret) && before ? await storedSecret(db, sealed, before.id) : clientSecret;
        if (secret === undefined) continue;
        const answer = await fetchToken(clientId, secret, writer.now);
        if (answer.is === 'refused') messages.clientSecret = tokenProblems.refused;
        if (answer.is === 'away') warnings.push(tokenProblems.away);
        answers.set(values, answer);
      }
    },
    async check(db, writer, { action, before, values }) {
      if (action === 'create') await deactivateOthers(db, writer, null);
      if (action === 'status' && values.status === 1) await deactivateOthers(db, writer, before.id);
    },
    async after(db, writer, { action, before, values }, row) {
      const isLeft = action === 'status' && values.status === 0;
      if (isLeft || (action === 'delete' && before.status === 1)) await activateBuiltIn(db, writer, row.id);
      if (action === 'delete') await endStatus(db, row.id);
      if (action !== 'create' && action !== 'update') return;
      const answer = answers.get(values);
      if (answer?.is === 'given') await keepToken(db, { sealed }, writer, row.id, answer.token);
      if (answer?.is === 'away') await keepProblem(db, writer, row.id, tokenProblems.away);
      if (!values.clientId) await forgetClient(db, row.id);
    },
  };
}
