import type { HistoryRow, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '../api.ts';

/** Who changed something, and when. */
export interface Author {
  name: string;
  at: string;
}

/** Who changed a field last, of the entries of a history, newest first; without a name who changed anything. */
export function authorOf(entries: readonly HistoryRow[], name?: string): Author | undefined {
  const entry = entries.find(({ after }) => name === undefined || (after !== null && Object.hasOwn(after, name)));
  return entry && { name: entry.actorName, at: entry.at };
}

/** Who changed a field of a record last. */
export type AuthorOf = (field: string) => Author | undefined;

/** Authors by the latest entries of a record's history; nobody where the reader may not see it. @param path as in `role/ID` */
export async function authorsOf(path: string): Promise<AuthorOf> {
  const entries = await api.get<ListAnswer<HistoryRow>>(`/${path}/history`, { quiet: true }).then(
    ({ data }) => data,
    () => [],
  );
  return (field) => authorOf(entries, field);
}

/** The author of the latest change among some fields. */
export const latestOf = (author: AuthorOf, fields: readonly string[]): Author | undefined =>
  fields.flatMap((field) => author(field) ?? []).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
