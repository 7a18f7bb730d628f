import { expect, test } from 'vitest';
import { momentsOf, type ReplayedEvent } from './replay-moments.web.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 4, 30, seconds)).toISOString();
const event = (over: Partial<ReplayedEvent>): ReplayedEvent => ({
  id: 'e',
  vehicleId: 'one',
  kind: 'VIOLATION',
  at: at(0),
  until: null,
  name: '',
  ...over,
});

test('events of trips, speeding and geofence alerts are one list by time, of vehicles and the window that are replayed', () => {
  const moments = momentsOf(
    {
      vehicles: [
        {
          id: 'one',
          plate: 'MH12AB1001',
          trips: [
            {
              id: 't',
              events: [
                { kind: 'START', at: at(10), until: null },
                { kind: 'IDLE', at: at(40), until: at(100) },
              ],
            },
          ],
        },
      ],
      events: [
        event({ id: 'a', at: at(50), until: at(62), name: '118 in an 80, Expressway' }),
        event({ id: 'b', kind: 'ENTER', at: at(20), name: 'Depot' }),
        event({ id: 'c', at: at(5) }),
        event({ id: 'd', at: at(30), vehicleId: 'another' }),
      ],
    },
    Date.parse(at(10)),
    Date.parse(at(60)),
  );
  expect(
    moments.map(({ kind, name, time, seconds }) => [kind, name, (time - Date.parse(at(0))) / 1_000, seconds]),
  ).toEqual([
    ['START', null, 10, null],
    ['ENTER', 'Depot', 20, null],
    ['IDLE', null, 40, 60],
    ['VIOLATION', '118 in an 80, Expressway', 50, 12],
  ]);
  expect(new Set(moments.map(({ key }) => key)).size).toBe(4);
});
