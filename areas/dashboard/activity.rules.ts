import type { ActivityLine } from './dashboard-answers.contract.ts';

/** A change as the history has it, newest first. */
export interface Change {
  id: string;
  at: string;
  actor: string;
  action: string;
  module: string;
  recordId: string;
  label: string;
}

/** Changes of one kind by one person belong together when no more than this is between them. */
const apartMs = 5 * 60_000;
/** Records that are gone have no page. */
const gone = ['delete', 'purge'];

/** Puts changes of one kind by one person that follow each other into one line each. */
export function grouped(changes: readonly Change[]): ActivityLine[] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const before = groups.at(-1)?.at(-1);
    if (before && isTogether(before, change)) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups.map(lineOf);
}

const isTogether = (newer: Change, older: Change): boolean =>
  newer.actor === older.actor &&
  newer.action === older.action &&
  newer.module === older.module &&
  Date.parse(newer.at) - Date.parse(older.at) <= apartMs;

function lineOf(group: readonly Change[]): ActivityLine {
  const [newest] = group as [Change, ...Change[]];
  const { id, at, actor, action, module, recordId, label } = newest;
  const count = new Set(group.map((one) => one.recordId)).size;
  const list = gone.includes(action) ? null : `/${module}`;
  return { id, at, actor, action, module, count, label, to: count > 1 || list === null ? list : `${list}/${recordId}` };
}
