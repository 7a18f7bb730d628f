import { describe } from 'vitest';
import { its } from './ais140.ts';
import { testHostile } from './testing/hostile.ts';
import { bytesOf, testVectors, vectorsOf } from './testing/vectors.ts';

const vectors = vectorsOf('its');

describe('AIS-140 over TCP', () => {
  testVectors({
    protocol: its,
    vectors,
    ends: '*',
    // An emergency frame under another head: read, not dropped (docs/decisions/0012).
    decided: { 'its-48bb49329b': ['a fix'] },
    attributes: 'event archive alarm sat pdop hdop operator ignition charge power battery emergency input output',
  });
  testHostile(its, vectors.map(bytesOf));
});
