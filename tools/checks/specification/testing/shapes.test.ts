import { expect, test } from 'vitest';
import type { Form } from '../call.ts';
import { effectProblems, formProblems } from './shapes.ts';

const option = (id: string, name: string) => ({ id, name, label: name, value: id });
const answer = (...data: Record<string, unknown>[]) => ({ data, count: data.length });

test('a search, a status or a period that a call ignores is noticed', () => {
  const search: Form = { query: 'option=true&q=bus', answer: 'options', contains: 'bus' };
  expect(formProblems(search, answer(option('1', 'Minibus'), option('2', 'BUS')))).toEqual([]);
  expect(formProblems(search, answer(option('1', 'Bus'), option('2', 'Car')))).toEqual([
    `has a row without bus: ${JSON.stringify(option('2', 'Car'))}`,
  ]);
  expect(formProblems(search, answer())).toEqual(['answered no row, so that nothing is shown by it']);
  const status: Form = { query: 'status=1', answer: 'rows', every: { status: 1 } };
  expect(formProblems(status, answer({ id: '1', status: 1 }, { id: '2', status: 0 }))).toHaveLength(1);
  const period: Form = { query: 'to=2020-01-31', answer: 'data.rows', none: true };
  expect(formProblems(period, { data: { rows: [], count: 0 } })).toEqual([]);
  expect(formProblems(period, { data: { rows: [{ id: '1' }], count: 1 } })).toHaveLength(1);
  const page: Form = { query: 'option=true&take=5', answer: 'options', most: 5 };
  expect(formProblems(page, answer(...'123456'.split('').map((id) => option(id, id))))).toEqual([
    'answered 6 rows of 6',
  ]);
});

test('a filter of options is noticed to do nothing, or the wrong thing', async () => {
  const form: Form = {
    query: 'option=true&fuelType=DIESEL',
    answer: 'options',
    reads: { fuelType: 'DIESEL' },
    narrows: true,
  };
  const all = [option('1', 'a'), option('2', 'b')];
  const asked: string[] = [];
  const get = async (path: string) => {
    asked.push(path);
    if (path.endsWith('option=true')) return answer(...all);
    return { data: { fuelType: path.endsWith('/1') ? 'DIESEL' : 'PETROL' } as never };
  };
  expect(await effectProblems('/spec', form, answer(option('1', 'a')), get)).toEqual([]);
  expect(asked).toEqual(['/spec/1', '/spec?option=true']);
  expect(await effectProblems('/spec', form, answer(...all), get)).toEqual([
    'has a record whose fuelType is not "DIESEL": "PETROL"',
    'leaves nothing out: 2 of 2',
  ]);
});
