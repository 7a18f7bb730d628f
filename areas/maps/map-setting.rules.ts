import type { RowCheck } from '#kit/server/catalogue/store.ts';
import { addressProblem } from './tile-address.rules.ts';

const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What each provider needs. */
export const checkMapSetting: RowCheck = ({ provider, tileUrl, mappleAccessToken, clientId, clientSecret }) => {
  const messages: Record<string, string> = {};
  if (isGiven(tileUrl)) {
    const problem = addressProblem(tileUrl, provider === 'VECTOR' ? 'style' : 'tiles');
    if (problem) messages['tileUrl'] = problem;
    else if (tileUrl.includes('{token}') && !isGiven(mappleAccessToken) && !isGiven(clientId))
      messages['mappleAccessToken'] = 'Required by {token} in the address';
  } else if (provider !== 'BUILT_IN') messages['tileUrl'] = 'Required for this provider';
  if (isGiven(clientId) !== isGiven(clientSecret))
    messages[isGiven(clientId) ? 'clientSecret' : 'clientId'] = 'Client ID and secret belong together';
  if (isGiven(clientId) && provider !== 'MAPPLS') messages['clientId'] = 'Only for Mappls';
  if (provider === 'MAPPLS' && !isGiven(mappleAccessToken) && !isGiven(clientId))
    messages['mappleAccessToken'] = 'Enter an access token, or client ID and secret';
  return messages;
};
