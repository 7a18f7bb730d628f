import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (environment: Record<string, string>) => readConfig(environment, { demo: false }).mail;
const line = (environment: Record<string, string>): string => {
  try {
    read(environment);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('mail settings are read from SMTP_URL and MAIL_FROM', () => {
  expect(read({})).toEqual({ from: { name: 'Roadkeeper', address: 'no-reply@localhost' } });
  expect(read({ PUBLIC_URL: 'https://fleet.example.in', SMTP_URL: 'smtp://mail.example.in' })).toEqual({
    smtp: { host: 'mail.example.in', port: 587, tls: 'required' },
    from: { name: 'Roadkeeper', address: 'no-reply@fleet.example.in' },
  });
  expect(read({ SMTP_URL: 'smtps://rk%40example.in:p%40ss%2F%25@mail.example.in' }).smtp).toEqual({
    host: 'mail.example.in',
    port: 465,
    tls: 'implicit',
    user: 'rk@example.in',
    password: 'p@ss/%',
  });
  expect(read({ SMTP_URL: 'smtp://relay.internal:25?tls=optional' }).smtp?.tls).toBe('offered');
  expect(read({ SMTP_URL: 'smtp://[::1]:2525' }).smtp).toEqual({ host: '::1', port: 2525, tls: 'none' });
  expect(read({ MAIL_FROM: 'सड़क रक्षक <mail@example.in>' }).from).toEqual({
    name: 'सड़क रक्षक',
    address: 'mail@example.in',
  });
  expect(read({ MAIL_FROM: '"Fleet, Ltd" <mail@example.in>' }).from.name).toBe('Fleet, Ltd');
  expect(read({ MAIL_FROM: 'mail@example.in' }).from).toEqual({ name: 'Roadkeeper', address: 'mail@example.in' });
  expect(read({ PUBLIC_URL: 'http://192.0.2.7:8080' }).from.address).toBe('no-reply@localhost');
});

test('a wrong one stops the start with one line that names it and shows no password', () => {
  const password = 'hunter2-hunter2';
  for (const url of [
    `http://rk:${password}@mail.example.in`,
    `rk:${password}@mail.example.in`,
    `smtp://rk:${password}`,
    `smtp://rk:${password}%zz@mail.example.in`,
    `smtp://:${password}@mail.example.in`,
    `smtp://rk:${password}@mail.example.in/path`,
    `smtp://rk:${password}@mail.example.in?pool=true`,
    `smtp://rk:${password}@mail.example.in?tls=off`,
    `smtp://rk:${password}@mail.example.in?tls=optional`,
    `smtps://rk:${password}@mail.example.in?tls=optional`,
  ]) {
    expect(line({ SMTP_URL: url }), url).toMatch(/^SMTP_URL [^\n]+$/);
    expect(line({ SMTP_URL: url })).not.toContain(password);
  }
  for (const from of [
    'nobody',
    'A <nobody>',
    'A <a@example.in> B',
    'A\r\nBcc: b@example.in <a@example.in>',
    'a@example.in, b@example.in',
  ])
    expect(line({ MAIL_FROM: from }), from).toMatch(/^MAIL_FROM must be an address like/);
});

test('the project of firebase tokens is taken when it can be one, and named when it cannot', () => {
  const projectOf = (id: string) => readConfig({ FIREBASE_PROJECT_ID: id }, { demo: true }).firebaseProjectId;
  expect(projectOf(' roadkeeper-fleet ')).toBe('roadkeeper-fleet');
  expect(projectOf('')).toBeUndefined();
  expect(() => projectOf('Not A Project')).toThrow('FIREBASE_PROJECT_ID');
});

test('where devices are listened to follows the web application, and each protocol has a port of its own', () => {
  const tracking = (environment: Record<string, string>, demo = false) => readConfig(environment, { demo }).tracking;
  expect(tracking({})).toMatchObject({
    host: '127.0.0.1',
    ports: { osmand: 5055, gt06: 5023, teltonika: 5027, h02: 5013, gps103: 5001, tk103: 5002, its: 5179, vlt: 5180 },
    busyPort: 'fail',
    kept: { positions: 90, frames: 30 },
  });
  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://fleet.example.in' };
  expect([tracking(open).host, tracking({ ...open, GATEWAY_HOST: '::' }).host]).toEqual(['0.0.0.0', '::']);
  expect(tracking({}, true).busyPort).toBe('another');
  const changed = {
    GATEWAY_GT06_PORT: 'auto',
    GATEWAY_H02_PORT: '0',
    GATEWAY_OSMAND_PORT: '15055',
    FRAMES_KEEP_DAYS: '7',
  };
  expect(tracking(changed)).toMatchObject({ ports: { gt06: 'auto', h02: 0, osmand: 15_055 }, kept: { frames: 7 } });
  expect(new Set(Object.values(tracking({ PORT: '0' }).ports))).toEqual(new Set(['auto']));
  const wrong: [Record<string, string>, RegExp][] = [
    [
      { GATEWAY_GT06_PORT: '65536' },
      /^GATEWAY_GT06_PORT must be a port from 1 to 65535, auto, or 0 for none, not '65536'$/,
    ],
    [{ GATEWAY_VLT_PORT: '-1' }, /^GATEWAY_VLT_PORT must/],
    [{ GATEWAY_GT06_PORT: '5055' }, /cannot both be at port 5055/],
    [{ GATEWAY_HOST: 'everywhere' }, /^GATEWAY_HOST must be an address/],
    [{ TRACKING_KEEP_DAYS: '0' }, /^TRACKING_KEEP_DAYS must be a whole number from 1 to 3650, not '0'$/],
    [{ FRAMES_KEEP_DAYS: '1.5' }, /^FRAMES_KEEP_DAYS must/],
    [{ GATEWAY_MAX_CONNECTIONS: 'many' }, /^GATEWAY_MAX_CONNECTIONS must/],
  ];
  for (const [environment, said] of wrong) expect(() => readConfig(environment, { demo: true })).toThrow(said);
});

test('origins of other pages are exact ones over https, and no star opens the product to all', () => {
  const origins = (API_ORIGINS: string) => readConfig({ API_ORIGINS }, { demo: false }).apiOrigins;
  expect(origins('https://portal.example.in, https://app.example.in:8443,http://localhost:5173')).toEqual([
    'https://portal.example.in',
    'https://app.example.in:8443',
    'http://localhost:5173',
  ]);
  expect(origins('')).toBeUndefined();
  for (const wrong of [
    '*',
    'https://*.example.in',
    'http://portal.example.in',
    'https://portal.example.in/',
    'null',
    'portal.example.in',
  ])
    expect(() => origins(wrong), wrong).toThrow(/^API_ORIGINS must be exact origins/);
});
