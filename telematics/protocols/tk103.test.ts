import { describe } from 'vitest';
import { tk103 } from './tk103.ts';
import { testHostile } from './testing/hostile.ts';
import { bytesOf, testVectors, vectorsOf } from './testing/vectors.ts';

const vectors = vectorsOf('tk103');

describe('TK103', () => {
  testVectors({
    protocol: tk103,
    vectors,
    // docs/decisions/0012: an identity without its bracket, and the cells of a battery that are not read.
    decided: {
      'tk103-b2151d7795': ['speaks'],
      'tk103-25fa85acb5': ['charge', 'batteryLevel', 'battery'],
      'tk103-15b5b2c2bc': ['odometer'],
    },
    attributes: 'charge ignition fuel odometer alarm batteryLevel battery power result vin',
  });
  testHostile(tk103, vectors.map(bytesOf));
});
