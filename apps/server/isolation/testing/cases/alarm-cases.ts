import { unknownId } from '../routes.ts';
import type { Case, CaseMakings } from './case.ts';

/** The way to use the call about alarms; undefined for other routes. */
export async function alarmCases({ harvest, caller, url, one }: CaseMakings): Promise<Case[] | undefined> {
  if (!url.endsWith('/alarm/acknowledge')) return undefined;
  return [one({ body: { ids: [(await harvest.firstOf('alarm', caller)) ?? unknownId()] } })];
}
