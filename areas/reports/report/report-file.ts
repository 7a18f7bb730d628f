import { addDays } from '#kit/contract/days.ts';
import { type PlaceName, placeNameText } from '#kit/contract/places.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import type { Cell } from '#kit/server/export/columns.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { tableWorkbook } from '#kit/server/export/workbook.ts';
import { allowReport, tidy } from './reading.ts';
import type { ReportName, ReportRow } from './report-answers.contract.ts';
import { type ColumnKind, type ReportColumn, reportFacts } from './report-columns.contract.ts';
import type { Asked } from './report-query.ts';
import { rowsOf, sumsOf } from './reports.store.ts';

/** Most rows of a workbook: it is made while somebody waits. CSV is streamed, of any length. */
export const mostWorkbookRows = 10_000;
/** A day of ten thousand vehicles has some sixty thousand trips. */
const readMs = 20_000;
const mostOfDay = 500_000;
/** Rows that become lines at a time. */
const sliceRows = 500;

/** A report as a file. */
export interface ReportFile {
  name: ReportName;
  asked: Asked;
  scope: Scope;
  seesVisits: boolean;
}

const units: Partial<Record<ColumnKind, string>> = { distance: 'km', duration: 'min', speed: 'km/h', time: 'IST' };

/** The columns of a file. Of one organisation it need not be said whose the vehicles are. */
export function fileColumns({ name, scope, seesVisits }: Pick<ReportFile, 'name' | 'scope' | 'seesVisits'>) {
  return reportFacts[name].columns.filter(
    ({ key }) => (key !== 'org' || scope.orgId === null) && (key !== 'visits' || seesVisits),
  );
}

export const headingOf = ({ heading, kind }: ReportColumn): string =>
  units[kind] ? `${heading} (${units[kind]})` : heading;

const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Kolkata' });

/** What a cell of a file holds: kilometres, minutes, km/h, and times of India as spreadsheets know them. */
export function cellOf({ key, kind }: ReportColumn, row: ReportRow): Cell {
  const value = (row as Readonly<Record<string, unknown>>)[key] ?? null;
  if (value === null) return kind === 'driver' ? 'No driver' : null;
  switch (kind) {
    case 'distance':
      return tidy((value as number) / 1_000, 3);
    case 'duration':
      return tidy((value as number) / 60, 2);
    case 'time':
      return clock.format(new Date(value as string));
    case 'place':
      return placeNameText(value as PlaceName);
    default:
      return value as Cell;
  }
}

/** All rows of a report, some hundreds at a time, in the order of time; those of each day are read by themselves. */
export async function* fileRows(
  kit: Pick<CatalogueKit, 'db' | 'places'>,
  file: ReportFile,
): AsyncGenerator<ReportRow[]> {
  const { name, scope, seesVisits, asked: given } = file;
  const sort = { name: reportFacts[name].sort.slice(1), descending: given.sort.descending || !isByTime(given) };
  const read = <T>(asked: Asked, work: (reading: Parameters<typeof sumsOf>[1]) => Promise<T>) =>
    transact(kit.db, scope, async (db: Queryable) => {
      await allowReport(db, readMs);
      return work({ db, scope, places: kit.places, asked, timeoutMs: readMs, seesVisits });
    });
  const all = { ...given, sort, skip: 0, take: mostOfDay };
  const parts = reportFacts[name].alwaysTop ? [all] : eachDay(all);
  for (const asked of parts) {
    const rows = await read(asked, async (reading) => {
      const sums = name === 'daily-summary' ? await sumsOf(name, reading) : { count: 0, days: [] };
      return (await rowsOf(name, reading, sums)).rows;
    });
    for (let at = 0; at < rows.length; at += sliceRows) yield rows.slice(at, at + sliceRows);
  }
}

const isByTime = ({ sort }: Asked) => sort.name === 'day' || sort.name === 'startAt';

function eachDay(asked: Asked): Asked[] {
  const days: string[] = [];
  for (let day = asked.from; day <= asked.to; day = addDays(day, 1)) days.push(day);
  return (asked.sort.descending ? days.toReversed() : days).map((day) => ({ ...asked, from: day, to: day }));
}

/** The lines of a CSV file. Texts that a spreadsheet would run as a formula are made plain. */
export async function* csvLines(kit: Pick<CatalogueKit, 'db' | 'places'>, file: ReportFile): AsyncGenerator<string> {
  const columns = fileColumns(file);
  yield `\uFEFF${csvLine(columns.map(headingOf))}\r\n`;
  for await (const rows of fileRows(kit, file))
    yield rows.map((row) => `${csvLine(columns.map((column) => cellOf(column, row)))}\r\n`).join('');
}

/** A workbook; undefined where there are more rows than one holds. */
export async function workbookFile(
  kit: Pick<CatalogueKit, 'db' | 'places'>,
  file: ReportFile,
  sheet: string,
): Promise<Buffer | undefined> {
  const columns = fileColumns(file);
  const pieces: Buffer[] = [];
  let count = 0;
  for await (const rows of fileRows(kit, file)) {
    count += rows.length;
    if (count > mostWorkbookRows) return undefined;
    pieces.push(Buffer.from(JSON.stringify(rows.map((row) => columns.map((column) => cellOf(column, row))))));
  }
  return tableWorkbook({ sheet, head: columns.map(headingOf) }, pieces);
}

/** 'trips-2026-11-26', or with both days of a period. */
export const fileName = (name: string, { from, to }: { from: string; to: string }): string =>
  from === to ? `${name}-${from}` : `${name}-${from}-to-${to}`;
