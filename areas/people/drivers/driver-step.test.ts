import { expect, test } from 'vitest';
import type { Line } from '#areas/compliance/status/status.contract.ts';
import { nextStep } from './driver-step.rules.ts';

const line = (about: string, more: Partial<Line> = {}): Line => ({
  colour: 'RED',
  about,
  of: 'driver',
  text: about,
  ...more,
});
const driver = { state: 'AVAILABLE', status: 1, vehicleId: null } as const;

test('the next step of a driver is the first that somebody can do something about', () => {
  const licence = line('DL');
  expect(nextStep([licence, line('MEDICAL')], driver)).toEqual({ do: 'upload', code: 'DL', line: licence });
  // What is in review is waited for, and nobody gets older by a press.
  expect(nextStep([line('DL', { waits: true }), line('AGE'), line('MEDICAL')], driver)).toMatchObject({
    do: 'medical',
  });
  expect(nextStep([line('LICENCE_END')], driver)).toMatchObject({ do: 'licence' });
  expect(nextStep([], driver)).toEqual({ do: 'assign' });
  expect(nextStep([], { ...driver, vehicleId: 'v' })).toBeUndefined();
});

test('onboarding comes before all else, and nothing is asked of a driver who does not work', () => {
  const lines = [line('DL'), line('STATE')];
  expect(nextStep(lines, { ...driver, state: 'ONBOARDING' })).toMatchObject({ do: 'onboarding' });
  expect(nextStep([line('DL', { waits: true })], { ...driver, state: 'ONBOARDING' })).toBeUndefined();
  for (const state of ['ON_LEAVE', 'SUSPENDED', 'EXITED'] as const)
    expect(nextStep(lines, { ...driver, state })).toBeUndefined();
  expect(nextStep(lines, { ...driver, status: 0 })).toBeUndefined();
});
