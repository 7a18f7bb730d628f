import { expect, test } from 'vitest';
import { vehicleCategories } from '#db/seed/vehicle-categories.ts';
import { ceilingOf } from './speed-ceiling.rules.ts';

test('each category has the ceiling of its slowest class: three-wheelers, mopeds, what is heavy, and the rest', () => {
  const byCode = new Map(vehicleCategories.map(({ code, licenceClasses }) => [code, ceilingOf(licenceClasses)]));
  expect(byCode.get('THREE_WHEELER_GOODS')).toBe(100);
  expect(byCode.get('E_RICKSHAW')).toBe(100);
  expect(byCode.get('TWO_WHEELER_GEARLESS')).toBe(120);
  expect(byCode.get('BUS')).toBe(160);
  expect(byCode.get('RECOVERY_VEHICLE')).toBe(160);
  expect(byCode.get('MOTOR_CAR')).toBe(250);
  expect(byCode.get('TWO_WHEELER')).toBe(250);
});

test('a vehicle whose category says nothing, or a class that nobody knows, has the ceiling of all', () => {
  expect([ceilingOf(null), ceilingOf([]), ceilingOf(['ROAD_ROLLER'])]).toEqual([250, 250, 250]);
  expect(ceilingOf(['ROAD_ROLLER', 'HMV'])).toBe(160);
});
