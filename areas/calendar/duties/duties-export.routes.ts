import type { FastifyInstance } from 'fastify';
import { addDays } from '#kit/contract/days.ts';
import type { ProductParts } from '#kit/server/area.ts';
import type { DutySource } from '#kit/server/areas/duties.ts';
import { type Database, transact } from '#kit/server/db/database.ts';
import { addCsvExportRoute, csvChunk, type CsvColumn } from '#kit/server/export/csv-route.ts';
import type { DutyAnswer } from '../calendar-answers.contract.ts';
import { dutyOf } from './duty-answer.ts';
import { listDuties } from './duties.store.ts';
import { type DutyQuestion, dutyFilters, questionOf } from './duty-question.ts';

const columns: readonly CsvColumn<DutyAnswer>[] = [
  ['Day', (row) => row.day],
  ['Deadline', (row) => row.what],
  ['Number', (row) => row.detail],
  ['Of', (row) => row.subject],
  ['Owner', (row) => row.org.label],
  ['Days left', (row) => row.daysLeft],
  ['State', (row) => row.state],
  ['Next step', (row) => row.step],
  ['Last reminder', (row) => row.reminded[0] ?? null],
  ['Page', (row) => row.to],
];

/** POST /calendar/export: the deadlines that filters match as CSV, the soonest first. */
export function addDutyExport(app: FastifyInstance, { kit, duties }: ProductParts): void {
  addCsvExportRoute<DutyAnswer>(app, kit, {
    path: 'calendar',
    summary: 'Export deadlines as CSV: all that the filters of the calendar match',
    tag: 'Calendar',
    title: 'Deadlines',
    filters: dutyFilters(duties),
    columns: () => columns,
    rows: ({ session }, filter) => {
      const asked = questionOf(filter, session, duties, kit.clock.now());
      asked.read.done();
      return days(kit.db, asked.sources, asked.query);
    },
  });
}

/** Day by day, and a day in pieces: what is read at once stays small. */
async function* days(
  db: Database,
  sources: readonly DutySource[],
  query: DutyQuestion['query'],
): AsyncGenerator<DutyAnswer[]> {
  for (let day = query.from; day <= query.to; day = addDays(day, 1))
    for (let skip = 0, rows: DutyAnswer[] = []; skip === 0 || rows.length === csvChunk; skip += csvChunk) {
      const page = { skip, take: csvChunk };
      const found = await transact(db, query.scope, (db) =>
        listDuties(sources, { ...query, from: day, to: day, db }, page),
      );
      rows = found.map((row) => dutyOf(row, sources, query.session, query.today));
      yield rows;
    }
}
