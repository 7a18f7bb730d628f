import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Refusal } from '#kit/server/refusals.ts';
import { readRows } from './read-rows.ts';

const read = (text: string) => readRows(Buffer.from(text), 'check');
const fieldsOf = (text: string) => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Refusal) return error.details.fields;
    throw error;
  }
  return undefined;
};
const order = (rows: string) => `{"mode":"create","key":["code"],"rows":[${rows}]}`;
const tooMany = { rows: 'At most 10000 rows with 100 columns' };
const rowsOf = (count: number, nameOf: (row: number, column: number) => string) =>
  Array.from({ length: count }, (_, row) => ({
    line: row + 2,
    cells: Object.fromEntries(Array.from({ length: 100 }, (__, column) => [nameOf(row, column), '1'])),
  }));

test('brackets without end are refused before anything takes them apart', () => {
  const deep = { '': 'The body is nested too deep' };
  expect(fieldsOf('['.repeat(1_000_000))).toEqual(deep);
  expect(fieldsOf(order('{"a":'.repeat(100_000)))).toEqual(deep);
  // In a text they are none, whatever stands before them.
  const cell = `${'\\"\\\\['.repeat(50)}${'{'.repeat(50)}`;
  expect(read(order(`{"line":2,"cells":{"code":"${cell}"}}`)).rows[0]?.cells['code']).toBe(JSON.parse(`"${cell}"`));
});

test('more values, or names of fields, than ten thousand rows can have are refused, and as many as that are not', () => {
  expect(fieldsOf(order(`1${',1'.repeat(1_300_000)}`))).toEqual(tooMany);
  expect(
    fieldsOf(
      JSON.stringify({ mode: 'create', key: ['code'], rows: rowsOf(20, (row, column) => `f${row}of${column}`) }),
    ),
  ).toEqual(tooMany);
  const rows = rowsOf(10_000, (_, column) => `f${column}`);
  const { names, digest } = read(JSON.stringify({ mode: 'create', key: ['code'], rows }));
  expect(names.length).toBe(100);
  expect(digest).toBe(hash('sha256', JSON.stringify(rows), 'base64'));
});
