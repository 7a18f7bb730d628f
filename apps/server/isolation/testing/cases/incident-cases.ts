import { unknownId } from '../routes.ts';
import type { Case, CaseMakings } from './case.ts';

/** The ways to use the calls about incidents; undefined for other routes. */
export async function incidentCases({ harvest, caller, pattern, url, one }: CaseMakings): Promise<Case[] | undefined> {
  if (!url.includes('/incident/')) return undefined;
  switch (pattern) {
    case 'POST /{catalogue}/acknowledge/{id}':
      return [one()];
    case 'POST /{catalogue}/called/{id}':
      return [one({ body: { person: 'A driver', number: '7000000012' } })];
    case 'POST /{catalogue}/email/{id}': {
      const contactId = (await harvest.firstOf('emergency-contact', caller)) ?? unknownId();
      return [one({ body: { contactId, note: 'A sample' } })];
    }
    case 'POST /{catalogue}/send/{id}':
      return [one({ body: { person: 'A patrol' } })];
    case 'POST /{catalogue}/note/{id}':
      return [one({ body: { text: 'A sample' } })];
    case 'POST /{catalogue}/resolve/{id}':
    case 'POST /{catalogue}/false-alarm/{id}':
      return [one({ body: { outcome: 'A sample' } })];
  }
  return undefined;
}
