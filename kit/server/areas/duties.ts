import type { Queryable } from '../db/database.ts';
import type { Session } from '../sessions/session.ts';

/** What SQL of a source is made with. */
export interface DutyReader {
  session: Session;
  /** Today in India, and the first and last day that are asked for: parameters of the statement. */
  today: string;
  from: string;
  to: string;
  /** The moment: a parameter. */
  now: string;
}

/** What is known of some duties besides, by their keys. */
export type More = ReadonlyMap<string, { state?: string | null; reminded?: readonly string[] }>;

/**
 * Duties with a day that an area knows of, for the calendar: `duties` of its manifest. They agree with the area's own list, within the
 * rights of who asks: row security is in force, and the tenant filter is put around. Words are English and have their Hindi beside them.
 */
export interface DutySource {
  /** Its name among all areas, in addresses. */
  key: string;
  /** What its duties are called, as a choice of a filter. */
  name: string;
  /** Over all areas, within a day; leave gaps. */
  order: number;
  isFor(session: Session): boolean;
  /**
   * A select of `key` (text; stays the same however often the day moves), `day`, `org_id`, `vehicle_id` (or null), `what` (words, or a name that
   * people gave), `detail` (a number by which it is told apart, or null), `subject`, `is_plate`, `state` (words, or null), `step` (a key of `steps`), `to` (address in the web app), `changed_at`; in this order.
   * Rows outside of the days asked for are left out around it.
   */
  sql(reader: DutyReader): string;
  /** What is to be done, by the `step` of a row. */
  steps(session: Session): Readonly<Record<string, string>>;
  /** Asked for what a page shows alone. */
  more?(db: Queryable, keys: readonly string[]): Promise<More>;
}

/** SQL: the label of a value of a closed set. */
export const labelSql = (column: string, choices: readonly { value: string; label: string }[]): string =>
  `case ${column} ${choices.map(({ value, label }) => `when '${value}' then '${label.replaceAll("'", "''")}'`).join(' ')} end`;
