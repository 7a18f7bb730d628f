import { expect, it } from 'vitest';
import { type NamedChange, namedChange, titleOf } from './named-changes.ts';

const about = { roadIds: null, vehicleId: null, deviceId: null, categoryId: null };
const road = (name: string): NamedChange => namedChange(`id of ${name}`, name, { ...about, roadIds: [name] });
const [a, b, c, d] = ['A', 'B', 'C', 'D'].map(road) as [NamedChange, NamedChange, NamedChange, NamedChange];
const near = (...ids: string[]) => new Set(ids);

it('names what is about the nearest ids, and where nothing is, all of it in bounds', () => {
  expect(titleOf([a, b], 2, [near('B'), near('A', 'B')])).toBe('B');
  expect(titleOf([a, b], 2, [near('X'), near('A', 'B')])).toBe('A, B');
  expect(titleOf([a, b, c, d], 4, [near('X'), near('Y')])).toBe('A, B, C +1');
  // Of a thousand changes some have no name.
  expect(titleOf([a, b], 1_000, [near('X')])).toBe('A, B +998');
  expect(titleOf([a, b], 1_000, [near('A')])).toBe('A');
});

it('a record that was changed several times is told once, by its last name', () => {
  const renamed = { ...a, title: 'A2' };
  expect(titleOf([a, b, renamed], 2, [near('A')])).toBe('A2');
  expect(titleOf([a, b, renamed], 2, [])).toBe('A2, B');
});

it('what is about very many may concern anything', () => {
  const many = Array.from({ length: 21 }, (_, at) => String(at));
  expect(namedChange('x', 'All', { ...about, roadIds: many }).of).toBeNull();
  expect(namedChange('x', 'Van', { ...about, vehicleId: 'v' }).of).toEqual(['v']);
  expect(namedChange('x', 'Law', about).of).toBeNull();
});
