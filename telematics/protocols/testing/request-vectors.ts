import { expect, test } from 'vitest';
import { randomFrom } from '../../simulator/random.ts';
import type { RequestProtocol, TrackerRequest } from '../request.ts';
import { longMs, mutate, mutations, stallMs, timed, timedAgain } from './hostile.ts';
import { differences, now, positionsOf, type Vector, vectorsAreHere } from './vectors.ts';

export type RequestSuite = {
  readonly protocol: RequestProtocol;
  readonly vectors: readonly Vector<TrackerRequest>[];
  readonly attributes: string;
  /** The start of differences that are on purpose (docs/decisions). */
  readonly decided?: readonly string[];
};

type Status = { httpStatus?: number };

export function testRequestVectors({ protocol, vectors, attributes, decided = [] }: RequestSuite): void {
  test.skipIf(!vectorsAreHere)(
    `every ${protocol.name} request is read as it was meant and answered with its status`,
    () => {
      const wrong: string[] = [];
      for (const vector of vectors) {
        const { readings, identity, status } = protocol.read(vector.frame, { now });
        const positions = positionsOf(vector);
        const found = positions.flatMap((position, at) => differences(readings[at], position, attributes));
        if (readings.length !== positions.length) found.push(`${readings.length} readings`);
        if (vector.deviceIds?.[0] && identity !== vector.deviceIds[0]) found.push(`speaks for ${identity}`);
        const expected = (vector.serverResponse as Status[] | undefined)?.[0]?.httpStatus;
        if (status !== expected) found.push(`status ${status} for ${expected}`);
        const left = found.filter((line) => !decided.some((start) => line.startsWith(start)));
        if (left.length > 0) wrong.push(`${vector.id}: ${left.join('; ')}`);
      }
      expect(wrong).toEqual([]);
      expect(vectors.length).toBeGreaterThan(0);
    },
  );

  test.skipIf(!vectorsAreHere)(
    `${protocol.name} survives requests with bytes changed (${mutations} of them)`,
    () => {
      const random = randomFrom(20_261_122);
      const changed = (text: string) => (text === '' ? '' : mutate(Buffer.from(text), random).toString('latin1'));
      let slowest = 0;
      for (let round = 0; round < mutations; round += 1) {
        const request = vectors[round % vectors.length]?.frame;
        if (!request) throw new Error('No sample');
        const hostile = { ...request, uri: changed(request.uri), body: changed(request.body) };
        const read = () => protocol.read(hostile, { now });
        slowest = Math.max(slowest, timed(read));
        if (slowest >= stallMs) slowest = timedAgain(read);
        const { status, readings } = read();
        expect(status === 200 || readings.length === 0).toBe(true);
      }
      expect(slowest).toBeLessThan(stallMs);
    },
    longMs,
  );
}
