import { expect, test } from 'vitest';
import type { Line } from '#areas/compliance/status/status.contract.ts';
import { nextStep } from './next-step.rules.ts';

const line = (about: string, more: Partial<Line> = {}): Line => ({
  colour: 'RED',
  about,
  of: 'vehicle',
  text: about,
  ...more,
});

test('the next step of a vehicle is the first that somebody can do something about', () => {
  const insurance = line('INSURANCE');
  expect(nextStep([insurance, line('NUMBER')], null)).toEqual({ do: 'upload', code: 'INSURANCE', line: insurance });
  // What is in review is waited for.
  expect(nextStep([line('RC', { waits: true }), line('PUC')], null)).toMatchObject({ do: 'upload', code: 'PUC' });
  expect(nextStep([line('NUMBER')], 'd')).toMatchObject({ do: 'number' });
  expect(nextStep([line('BLACKLIST'), line('CHALLAN'), line('MEDICAL', { of: 'driver' })], 'd')).toMatchObject({
    do: 'driver',
  });
  expect(nextStep([], null)).toEqual({ do: 'assign' });
  expect(nextStep([], 'd')).toBeUndefined();
  expect(nextStep([line('STATE')], null)).toBeUndefined();
});
