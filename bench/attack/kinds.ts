import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Ask, formOf, jsonOf } from './asks.ts';
import { driverRows, importOrder, largePdf, largePicture, largeWorkbook, longMail } from './material.ts';

/** What is known of the attacked product: records and files of the attacker's own organisation. */
export interface Facts {
  drivers: readonly string[];
  vehicles: readonly string[];
  /** Pictures of its papers. */
  pictures: readonly string[];
  /** A document of 25 MB. */
  largeFile: string;
  /** Kind of a paper that needs neither a number nor an end. */
  paperType: string;
}

/** Gives one request after the other of a kind of work; called once for each connection. */
export type Kind = (facts: Facts) => Promise<() => Ask> | (() => Ask);

const api = '/api/v1';
const pick = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T;
const ids = (count: number) => Array.from({ length: count }, () => randomUUID()).join(',');
const wideWords = ['ra', 'sh', 'an', 'ma', 'mh', '12', 'su', 'ha', 'ree', 'patil', 'a s', 'e r', '98', 'mh12', 'kul'];

/** Pages of the fleet, none like another, with as many values as their addresses have room for: up to 16 KB. */
const longList = (facts: Facts): Ask => {
  const names = ['orgId', 'rtoId', 'brandId', 'modelId', 'driverId'].slice(0, randomInt(1, 4));
  const filters = names.map((name) => `${name}=${ids(100)}`).join('&');
  const found = Array.from({ length: 100 }, () => pick(facts.vehicles)).join(',');
  const page = `sort=${pick(['', '-'])}${pick(['registrationNo', 'createdAt', 'insuranceUpto'])}&take=${randomInt(20, 100)}`;
  const path = pick([
    `/vehicle?${page}&${filters}`,
    `/vehicle?${page}&id=${found}&createdAtFrom=2020-01-01T00:00:${String(randomInt(60)).padStart(2, '0')}Z`,
    `/vehicle?${page}&skip=${randomInt(2_000)}`,
    `/drivers?sort=-name&take=100&skip=${randomInt(2_000)}&createdAtFrom=2020-01-01T00:00:${String(randomInt(60)).padStart(2, '0')}Z`,
    // Nobody's parameters: they are refused, after all of them were read.
    `/drivers?${Array.from({ length: 1_500 }, (_, at) => `${at}x=${randomInt(1_000)}`).join('&')}`,
  ]);
  return { method: 'GET', path: api + path };
};

/** Of networks that each have tries left. */
const anyAddress = () => `127.${randomInt(1, 250)}.${randomInt(250)}.${randomInt(1, 250)}`;

/** The longest that public calls take, and longer; of strangers, whose signatures and passes are of the right form. */
const longOpen = (): Ask => {
  const hex = randomBytes(32).toString('hex');
  const seconds = String(Math.floor(Date.now() / 1_000));
  const [path, type, body, more] = pick<[string, string, Buffer, Record<string, string>]>([
    ['/mail/inbound', 'message/rfc822', longMail(), { 'x-mail-timestamp': seconds, 'x-mail-signature': hex }],
    ['/mail/inbound', 'message/rfc822', longMail(), { 'x-mail-timestamp': '1', 'x-mail-signature': hex }],
    ['/invitation/onboarding', 'multipart/form-data; boundary=b', longMail(), { 'x-onboarding': `rko_${hex}` }],
    [
      '/wallet/gateway-event',
      'application/json',
      longMail().subarray(0, 64 * 1024),
      { 'x-razorpay-signature': hex, 'x-razorpay-event-id': hex },
    ],
    ['/login', 'application/json', longMail(), {}],
    ['/login', 'application/json', longMail().subarray(0, 16 * 1024), {}],
    ['/nothing', 'application/json', longMail().subarray(0, 256 * 1024), {}],
  ]);
  const headers = { 'content-type': type, ...more };
  return { method: 'POST', path: api + path, isOpen: true, from: anyAddress(), headers, body };
};

/** What one client can ask for in such quantity that others might have to wait. */
export const kinds: Readonly<Record<string, Kind>> = {
  'import-check': () => {
    const body = jsonOf(importOrder(driverRows(2_000)));
    return () => ({ method: 'POST', path: `${api}/drivers/import/check`, ...body });
  },
  imports: () => {
    let at = 0;
    return () => {
      const rows = driverRows(2_000, 600_000_000 + (at += 1) * 2_000);
      const order = { ...importOrder(rows), fileName: 'drivers.csv', partial: at % 2 === 0 };
      return { method: 'POST', path: `${api}/drivers/import`, ...jsonOf(order) };
    };
  },
  'xlsx-read': () => {
    const file = { name: 'drivers.xlsx', type: 'application/octet-stream', content: largeWorkbook() };
    const form = formOf({ file });
    return () => ({ method: 'POST', path: `${api}/drivers/import/read`, ...form });
  },
  exports: () => () => {
    const format = pick(['csv', 'xlsx']);
    return { method: 'POST', path: `${api}/${pick(['drivers', 'vehicle'])}/export`, ...jsonOf({ format, filter: {} }) };
  },
  documents: (facts) => {
    const front = { name: 'noc.pdf', type: 'application/pdf', content: largePdf() };
    const form = formOf({ typeId: facts.paperType, vehicleId: facts.vehicles[0] as string, front });
    return () => ({ method: 'POST', path: `${api}/vehicle-kyc-doc`, ...form });
  },
  pictures: async () => {
    const photo = { name: 'photo.jpg', type: 'image/jpeg', content: await largePicture() };
    return () => {
      const mobile = `7${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
      return { method: 'POST', path: `${api}/drivers`, ...formOf({ name: 'Pictured', mobile, photo }) };
    };
  },
  thumbnails: (facts) => () => ({
    method: 'GET',
    path: `${api}/file/${pick(facts.pictures)}?size=${pick([32, 64, 128, 256, 512])}`,
  }),
  searches: () => () => {
    const q = encodeURIComponent(pick(wideWords) + ' '.repeat(randomInt(20)));
    return { method: 'GET', path: api + pick([`/search?q=${q}`, `/drivers?q=${q}&take=100`, `/vehicle?q=${q}`]) };
  },
  lists: (facts) => () => longList(facts),
  readers: (facts) => () => ({ method: 'GET', path: `${api}/file/${facts.largeFile}`, take: 'nothing' }),
  leavers: (facts) => () => ({ method: 'GET', path: `${api}/file/${facts.largeFile}`, take: 'a piece' }),
  etags: (facts) => () => ({
    method: 'GET',
    path: api + pick(['/rto?option=true', `/drivers?take=100`, `/file/${facts.largeFile}`, '/vehicle-model?take=100']),
    headers: { 'if-none-match': pick(['*', `"${randomUUID()}"`, Array.from({ length: 200 }, () => '"v1"').join(',')]) },
  }),
  logins: () => () => ({
    method: 'POST',
    path: `${api}/login`,
    isOpen: true,
    from: anyAddress(),
    ...jsonOf({ email: `somebody${randomInt(1_000_000)}@roadkeeper.test`, password: 'Not-the-right-one-2026' }),
  }),
  mails: () => longOpen,
};
