import { multipart } from '../call.ts';
import type { Case, CaseMakings } from './case.ts';

/** The ways to use the calls about evidence; undefined for other routes. */
export async function evidenceCases({ pattern, one }: CaseMakings): Promise<Case[] | undefined> {
  if (pattern !== 'POST /evidence/verify') return undefined;
  return [
    one(await multipart({}, { field: 'file', name: 'bundle.zip', content: 'no bundle', type: 'application/zip' })),
  ];
}
