import type { Ticket } from '../talk/talk.queries.ts';
import { mayBecome, type RequestStatus } from '../tickets/request-status.rules.ts';

/** A column of the board: of a status, or of a person; null stands for nobody. */
export interface BoardColumn {
  key: string;
  name: string;
  status?: RequestStatus;
  person?: string | null;
  rows: readonly Ticket[];
}

/** From a card to another one. */
export type Way = 'up' | 'down' | 'back' | 'on';

/** What is under way, in the order in which tickets go through it. */
export const boardStatuses = [0, 6, 1, 3, 2] as const satisfies readonly RequestStatus[];

export const columnsByStatus = (rows: readonly Ticket[], nameOf: (status: number) => string): BoardColumn[] =>
  boardStatuses.map((status) => ({
    key: String(status),
    name: nameOf(status),
    status,
    rows: rows.filter((row) => row.requestStatus === status),
  }));

/** Nobody first, then the people who have tickets, by their names. */
export function columnsByPerson(rows: readonly Ticket[], nobody: string): BoardColumn[] {
  const people = new Map<string, BoardColumn & { rows: Ticket[] }>();
  const none = { key: 'nobody', name: nobody, person: null, rows: [] as Ticket[] };
  for (const row of rows) {
    const id = row.assigneeId;
    const column = id ? (people.get(id) ?? { key: id, name: row.assignee?.label ?? '', person: id, rows: [] }) : none;
    column.rows.push(row);
    if (id) people.set(id, column);
  }
  return [none, ...[...people.values()].toSorted((a, b) => a.name.localeCompare(b.name))];
}

/** The next column to a side that a card may go to; undefined: there is none. */
export function columnBeside(
  columns: readonly BoardColumn[],
  from: number,
  by: 1 | -1,
  row: Ticket,
): BoardColumn | undefined {
  for (let at = from + by; at >= 0 && at < columns.length; at += by) {
    const column = columns[at];
    if (column?.status === undefined || mayBecome(row.requestStatus as RequestStatus, column.status, 'STAFF'))
      return column;
  }
  return undefined;
}
