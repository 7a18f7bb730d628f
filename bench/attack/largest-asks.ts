import { randomUUID } from 'node:crypto';
import { type Ask, formOf, jsonOf } from './asks.ts';
import type { Facts } from './kinds.ts';
import { driverRows, importOrder, largePdf, largePicture, largeWorkbook, noise } from './material.ts';

const api = '/api/v1';
/** Bytes that calls take, a little less: bodies of imports, of selections, of everything else, and addresses. */
const most = { rows: 47_500_000, selection: 520_000, usual: 255_000, address: 15_500 };
const post = (path: string, body: Pick<Ask, 'headers' | 'body'>): Ask => ({
  method: 'POST',
  path: api + path,
  ...body,
});
const raw = (text: string): Pick<Ask, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(text),
});
const get = (path: string, headers: Record<string, string> = {}): Ask => ({ method: 'GET', path: api + path, headers });
const filled = (head: string, each: (at: number) => string, tail: string, length: number) => {
  const parts = [head];
  for (let at = 0, size = head.length; size < length; at += 1) {
    const part = `${at ? ',' : ''}${each(at)}`;
    parts.push(part);
    size += part.length;
  }
  return [...parts, tail].join('');
};

/** Bodies of imports at their limits. */
function imports(): Record<string, () => Ask> {
  const longRows = driverRows(10_000).map(({ line, cells }, at) => ({
    line,
    cells: { ...cells, address: noise(at, 4_600) },
  }));
  const many = driverRows(10_000).map(({ line }, at) => ({
    line,
    cells: Object.fromEntries(Array.from({ length: 170 }, (_, name) => [`field${at}of${name}`, '12345'])),
  }));
  const wrong = driverRows(10_000).map(({ line }) => ({
    line,
    cells: {
      name: 'x',
      mobile: 'none',
      dlNo: 'none',
      dob: 'none',
      licenceClasses: 'none',
      email: 'none',
      orgId: 'none',
    },
  }));
  const start = (rows: readonly object[]) => ({ ...importOrder(rows), fileName: 'x.csv', partial: true });
  const csv = (rows: number, columns: number, cell: (at: number) => string) =>
    Buffer.from(
      Array.from({ length: rows }, (_, line) =>
        Array.from({ length: columns }, (_, at) => (line ? cell(line + at) : `Column ${at}`)).join(','),
      ).join('\r\n'),
    );
  const read = (name: string, content: Buffer) => formOf({ file: { name, type: 'application/octet-stream', content } });
  return {
    'check: 10,000 rows': () => post('/drivers/import/check', jsonOf(importOrder(driverRows(10_000)))),
    'check: 10,000 rows of 48 MB': () => post('/drivers/import/check', jsonOf(importOrder(longRows))),
    'check: 1.7 million fields of no name': () => post('/drivers/import/check', jsonOf(importOrder(many))),
    'check: 10,000 rows, all wrong': () => post('/drivers/import/check', jsonOf(importOrder(wrong))),
    'check: 48 MB of brackets': () => post('/drivers/import/check', raw('['.repeat(most.rows))),
    'check: 48 MB of rows that are none': () =>
      post(
        '/drivers/import/check',
        raw(filled('{"mode":"create","key":["mobile"],"rows":[', () => '1', ']}', most.rows)),
      ),
    'start: 1.7 million fields of no name': () => post('/drivers/import', jsonOf(start(many))),
    'start: 48 MB, another mode': () => post('/drivers/import', jsonOf({ ...start(longRows), mode: 'none' })),
    'read: a workbook of 10 MB': () => post('/drivers/import/read', read('a.xlsx', largeWorkbook())),
    'read: 10,000 lines of 100 columns': () =>
      post(
        '/drivers/import/read',
        read(
          'a.csv',
          csv(10_000, 100, (at) => String(at % 1e7)),
        ),
      ),
    'read: 10 MB of one cell': () => post('/drivers/import/read', read('a.csv', Buffer.alloc(10_000_000, 'a'))),
    'read: 10 MB of lines': () => post('/drivers/import/read', read('a.csv', Buffer.alloc(10_000_000, 'a\n'))),
  };
}

/** Selections, ordinary bodies and forms at theirs. */
async function bodies(facts: Facts): Promise<Record<string, () => Ask>> {
  const ids = Array.from({ length: 10_000 }, () => randomUUID());
  const photo = await largePicture();
  return {
    'bulk: 10,000 records that are none': () => post('/drivers/bulk', jsonOf({ action: 'activate', ids })),
    'export: 10,000 records that are none, XLSX': () => post('/drivers/export', jsonOf({ format: 'xlsx', ids })),
    'export: everything, XLSX': () => post('/drivers/export', jsonOf({ format: 'xlsx', filter: {} })),
    'export: everything, CSV': () => post('/vehicle/export', jsonOf({ format: 'csv', filter: {} })),
    'export: a filter of 512 KB': () =>
      post('/drivers/export', raw(filled('{"format":"csv","filter":{', (at) => `"f${at}":"1"`, '}}', most.selection))),
    'create: 256 KB of fields': () => post('/drivers', raw(filled('{', (at) => `"f${at}":1`, '}', most.usual))),
    'create: 256 KB of lists': () => post('/drivers', raw('['.repeat(most.usual / 2) + ']'.repeat(most.usual / 2))),
    'create: 256 KB of numbers': () => post('/drivers', raw(filled('{"name":[', () => '9', ']}', most.usual))),
    'create: 256 KB of signs': () => post('/drivers', raw(`{"name":"${'\\u0301'.repeat(most.usual / 6)}"}`)),
    'create: a form of 100 long fields': () =>
      post(
        '/drivers',
        formOf(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, '2341 '.repeat(19_000)]))),
      ),
    'create: a form of one name, 100 times': () =>
      post(
        '/drivers',
        formOf(Object.fromEntries(Array.from({ length: 99 }, (_, at) => ['name'.padEnd(at), 'x'.repeat(99_000)]))),
      ),
    'document of 25 MB': () => {
      const front = { name: 'a.pdf', type: 'application/pdf', content: largePdf() };
      return post(
        '/vehicle-kyc-doc',
        formOf({ typeId: facts.paperType, vehicleId: facts.vehicles[0] as string, front }),
      );
    },
    'document of 25 MB that is none': () => {
      const front = {
        name: 'a.pdf',
        type: 'application/pdf',
        content: Buffer.alloc(26_000_000, '%PDF-1.4\n1 0 obj<<'),
      };
      return post('/vehicle-kyc-doc', formOf({ typeId: facts.paperType, front }));
    },
    'picture of 39 million pixels': () =>
      post('/drivers', formOf({ name: 'Large', photo: { name: 'a.jpg', type: 'image/jpeg', content: photo } })),
    'read a file of 25 MB': () => get(`/file/${facts.largeFile}`),
    'login: 16 KB': () => ({
      ...post('/login', raw(`{"email":"${'a@'.repeat(100)}","password":"${'x'.repeat(15_000)}"}`)),
      isOpen: true,
    }),
  };
}

/** Addresses and headers at theirs. */
function addresses(facts: Facts): Record<string, () => Ask> {
  const long = (each: (at: number) => string, between: string) => {
    const parts: string[] = [];
    for (let at = 0, size = 0; size < most.address; at += 1) {
      const part = each(at);
      size += part.length + between.length;
      parts.push(part);
    }
    return parts.join(between);
  };
  const words = (word: string) => encodeURIComponent(Array.from({ length: 33 }, () => word).join(' ')).slice(0, 300);
  return {
    'address: 8,000 parameters': () => get(`/drivers?${long(() => 'a', '&')}`),
    'address: 3,000 parameters of other names': () => get(`/drivers?${long((at) => `a${at}`, '&')}`),
    'address: 400 ids': () => get(`/vehicle?id=${long(() => randomUUID(), ',')}`),
    'address: 8,000 values': () => get(`/vehicle?state=${long(() => 'A', ',')}`),
    'address: signs in percent': () => get(`/drivers?q=${long(() => '%CC%81', '')}`),
    'address: 16 KB of a path': () => get(`/${long(() => 'a', '/')}`),
    'address: a cursor of 15 KB': () => get(`/drivers?after=${long(() => 'abcd', '')}`),
    'search: 33 words of a letter': () => get(`/search?q=${words('ra')}`),
    'list: 33 words': () => get(`/drivers?q=${words('an')}`),
    'list: 100 records with all they refer to': () => get(`/vehicle?take=100&id=${facts.vehicles.join(',')}`),
    'list: 10,000 options': () => get('/vehicle?option=true'),
    'header: 8,000 etags': () => get('/rto?option=true', { 'if-none-match': long(() => '"v"', ',').slice(0, 15_000) }),
    'header: a cookie of 15 KB': () => get('/drivers', { cookie: long((at) => `kd${at}=a`, '; ') }),
  };
}

/** Requests of the size that is allowed, and no larger: what the longest a single one can hold the product up is seen from. */
export const largestAsks = async (facts: Facts): Promise<Record<string, () => Ask>> => ({
  ...imports(),
  ...(await bodies(facts)),
  ...addresses(facts),
});
