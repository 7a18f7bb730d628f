import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';

/** Runs the command as npm does: the lines in, the lines out. */
function decode(given: readonly string[], lines: readonly unknown[]): Promise<{ code: number | null; out: unknown[] }> {
  const child = spawn(process.execPath, ['tools/tracking/decode.ts', ...given], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stdin.end(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const out = output.split('\n').filter(Boolean);
      resolve({ code, out: out.map((line): unknown => JSON.parse(line)) });
    });
  });
}

const login = gt06Login('356307042441013').toString('hex');
const noon = Date.UTC(2026, 10, 22, 12, 0, 0);
const position = gt06Position({
  time: noon,
  lat: 23.03,
  lon: 72.5,
  speedKmh: 41,
  course: 270,
  ignition: true,
}).toString('hex');

test('frames are read as one connection, and the login before them says whose they are', async () => {
  const { code, out } = await decode(
    ['--protocol', 'gt06'],
    [
      { frame: login, encoding: 'hex' },
      { frame: position, encoding: 'hex' },
    ],
  );
  expect(code).toBe(0);
  expect(out[0]).toEqual({ positions: [], replies: ['787805010001d9dc0d0a'] });
  expect(out[1]).toMatchObject({
    replies: [expect.stringMatching(/^787805120002[0-9a-f]{4}0d0a$/) as string],
    positions: [
      {
        deviceId: '356307042441013',
        time: '2026-11-22T12:00:00.000Z',
        speedKph: 41,
        course: 270,
        valid: true,
        attributes: { sat: 9, ignition: true },
      },
    ],
  });
});

test('each line is a connection of its own when asked for', async () => {
  const lines = [
    { frame: login, encoding: 'hex' },
    { frame: position, encoding: 'hex' },
  ];
  const { out } = await decode(['--protocol', 'gt06', '--fresh'], lines);
  expect(out[1]).toMatchObject({ positions: [{ deviceId: null }] });
});

test('a line that is none is refused by name and the next one is read', async () => {
  const { code, out } = await decode(
    ['--protocol', 'gt06', '--checksum', 'strict'],
    ['no json', { frame: 'xyz', encoding: 'hex' }, { frame: `${position.slice(0, 60)}00000d0a` }, { frame: login }],
  );
  expect(code).toBe(0);
  expect(out).toMatchObject([
    { refused: expect.stringContaining('JSON') as string },
    { refused: "'frame' is not hexadecimal" },
    { refused: 'Wrong checksum', positions: [], replies: [] },
    { replies: ['787805010001d9dc0d0a'] },
  ]);
});

test('requests of devices that speak HTTP are read too', async () => {
  const { out } = await decode(
    ['--protocol', 'osmand'],
    [
      { frame: { uri: '/?id=7&lat=23.5&lon=72.5&speed=10&timestamp=1795320000' }, encoding: 'http' },
      { frame: { uri: '/?lat=23.5&lon=72.5' }, encoding: 'http' },
    ],
  );
  expect(out).toMatchObject([
    { positions: [{ deviceId: '7', lat: 23.5, speedKph: 18.52 }], replies: [{ httpStatus: 200 }] },
    { positions: [], replies: [{ httpStatus: 400 }], refused: 'No identity' },
  ]);
});

test('a protocol that nobody knows ends with 2', async () => {
  expect((await decode(['--protocol', 'gt07'], [])).code).toBe(2);
});
