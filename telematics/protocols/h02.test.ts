import { describe } from 'vitest';
import { h02 } from './h02.ts';
import { testHostile } from './testing/hostile.ts';
import { bytesOf, testVectors, vectorsOf } from './testing/vectors.ts';

const vectors = vectorsOf('h02');

describe('H02', () => {
  testVectors({
    protocol: h02,
    vectors,
    attributes: 'ignition status alarm batteryLevel battery rssi result',
  });
  testHostile(h02, vectors.map(bytesOf));
});
