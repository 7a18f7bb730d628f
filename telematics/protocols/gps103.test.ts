import { describe } from 'vitest';
import { gps103 } from './gps103.ts';
import { testHostile } from './testing/hostile.ts';
import { bytesOf, testVectors, vectorsOf } from './testing/vectors.ts';

const vectors = vectorsOf('gps103');

describe('GPS103', () => {
  testVectors({
    protocol: gps103,
    vectors,
    ends: ';',
    attributes: 'ignition door alarm fuel driverUniqueId event fuel1 fuel2 hours rpm obdSpeed coolantTemp',
  });
  testHostile(gps103, vectors.map(bytesOf));
});
