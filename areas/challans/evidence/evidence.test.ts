import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSpeeding } from '#areas/speeding/testing/speeding.ts';
import { drivesOf } from '#areas/speeding/testing/drives.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { readZip, writeZip } from '../bundle/bundle-zip.ts';
import { canonicalBytes } from '../bundle/canonical-json.ts';
import type { EvidenceKey } from './evidence.contract.ts';
import { manifestName, manifestOf, sha256Of, signatureName } from '../bundle/manifest.ts';
import { makeKeyPair, signManifest } from '../bundle/signing.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
const { driven, violationsOf, one, settled } = drivesOf(() => speeding);
const tokens = { client: '', other: '' };

beforeAll(async () => {
  speeding = await startSpeeding();
  tokens.client = await speeding.product.login('client@roadkeeper.test');
  tokens.other = await speeding.product.login('deccan@roadkeeper.test');
});
afterAll(() => speeding?.close());

const asOwner = (sql: string, params: readonly string[] = []) =>
  withClient(speeding.product.database.owner, async (client) => {
    await client.query(`set app.scope = 'staff'`);
    return client.query(sql, [...params]);
  });
const make = (id: string, token = speeding.token) => speeding.call('POST', `/violation/${id}/evidence`, {}, token);
const listed = async (id: string, token = speeding.token) =>
  (await speeding.call('GET', `/violation/${id}/evidence`, undefined, token)).json.data as {
    id: string;
    number: number;
    sha256: string;
    isCurrent: boolean;
    keyId: string;
    madeBy: string | null;
  }[];
const fetched = (bundle: string, token = speeding.token) =>
  speeding.product.call('GET', `/evidence/${bundle}/file`, { token });
const keys = async () => (await speeding.product.call('GET', '/evidence-keys')).json.data as EvidenceKey[];
const verdict = async (id: string, given: object = { verdict: 'CONFIRM' }) =>
  speeding.call('POST', `/violation/${id}/verdict`, { version: (await one(id)).version, ...given });

/** A violation that was confirmed. */
async function confirmed(kmh = 100) {
  const { vehicle, road } = await driven(kmh);
  const [found] = await violationsOf(vehicle.vehicleId);
  const id = String(found?.id);
  expect((await verdict(id)).status).toBe(200);
  return { id, road, vehicle };
}

/** The bytes of a bundle that was just made of a new violation. */
async function bundle() {
  const { id } = await confirmed();
  const { json } = await make(id);
  const { raw } = await fetched(json.data.id);
  return { id, made: json.data as { id: string; sha256: string; number: number }, raw };
}

describe('a bundle is made of a violation', () => {
  it('once it is confirmed, by those who decide; what was made stays, byte for byte', async () => {
    const { vehicle } = await driven(100);
    const [found] = await violationsOf(vehicle.vehicleId);
    const id = String(found?.id);
    expect(await make(id)).toMatchObject({
      status: 409,
      json: { message: 'Only a confirmed violation has an evidence bundle' },
    });
    await verdict(id);
    expect((await make(id, tokens.client)).status).toBe(403);
    const made = await make(id);
    expect(made).toMatchObject({ status: 200, json: { message: 'Evidence bundle made.', data: { number: 1 } } });
    const again = await make(id);
    expect(again.json).toEqual({ message: 'This bundle was made before.', data: made.json.data });
    const { raw, headers } = await fetched(made.json.data.id);
    expect(sha256Of(raw)).toBe(made.json.data.sha256);
    expect(headers['content-disposition']).toBe(`attachment; filename="evidence-${id}-1.zip"`);
    // What is forgotten and made once more of the same is the same.
    await asOwner('delete from evidence_bundle where violation_id = $1', [id]);
    speeding.product.clock.move(3_600);
    const anew = await make(id);
    expect(anew.json.data.id).not.toBe(made.json.data.id);
    expect(anew.json.data.sha256).toBe(made.json.data.sha256);
  });

  it('that its owner may fetch, and nobody else; each time stands in the history', async () => {
    const { id, made } = await bundle();
    expect(await listed(id, tokens.client)).toMatchObject([{ id: made.id, madeBy: null }]);
    expect(await listed(id)).toMatchObject([{ madeBy: 'Asha Menon' }]);
    expect((await fetched(made.id, tokens.client)).status).toBe(200);
    expect((await fetched(made.id, tokens.other)).status).toBe(404);
    expect((await speeding.call('GET', `/violation/${id}/evidence`, undefined, tokens.other)).status).toBe(404);
    expect((await make('01a1fc17-27e9-7627-921e-d6ed735c9999')).status).toBe(404);
    const acts = await speeding.query<{ actorName: string }>(
      `select actor_name as "actorName" from history where module = 'violation' and record_id = $1 and action = 'export' order by at, id`,
      [id],
    );
    expect(acts).toHaveLength(2);
    expect(acts[0]?.actorName).toBe('Asha Menon');
  });

  it('is made under the next number where it was judged anew, and the former stays what it was', async () => {
    const { id, road } = await confirmed(130);
    const first = (await make(id)).json.data;
    const before = (await fetched(first.id)).raw;
    const { name, state, isDivided, oneWay, structure, layer } = road as Record<string, unknown>;
    const body = { name, state, isDivided, oneWay, structure, layer, roadTypeId: speeding.typeOf('DIVIDED_4L') };
    expect((await speeding.call('PUT', `/road/${road.id}`, body)).status).toBe(200);
    // Before it was judged anew the roads are no longer what it was judged by, and afterwards the decision is not.
    await settled();
    expect(await make(id)).toMatchObject({
      status: 409,
      json: { message: 'What the decision rests on has changed since. Review the violation again first' },
    });
    await speeding.call('POST', `/violation/${id}/reopen`, { version: (await one(id)).version });
    expect((await make(id)).json.message).toBe('Only a confirmed violation has an evidence bundle');
    await verdict(id);
    const second = await make(id);
    expect(second).toMatchObject({ status: 200, json: { data: { number: 2, revision: 2, isCurrent: true } } });
    expect(await listed(id)).toMatchObject([
      { number: 2, isCurrent: true },
      { number: 1, isCurrent: false },
    ]);
    expect((await fetched(first.id)).raw.equals(before)).toBe(true);
    const limitIn = async (raw: Buffer) =>
      JSON.parse(String((await readZip(raw)).get('verdict.json'))).episode.limit.limitKmh as number;
    expect([await limitIn(before), await limitIn((await fetched(second.json.data.id)).raw)]).toEqual([70, 100]);
    expect(await verifyBundle(before, await keys())).toMatchObject({ isGenuine: true });
  });

  it('is refused in words where it was dismissed or withdrawn', async () => {
    const { vehicle } = await driven(100);
    const id = String((await violationsOf(vehicle.vehicleId))[0]?.id);
    const reasons = (await speeding.call('GET', '/violation/reason')).json.data as {
      id: string;
      needsNote: boolean;
    }[];
    const reasonId = reasons.find(({ needsNote }) => !needsNote)?.id;
    expect((await verdict(id, { verdict: 'DISMISS', reasonId })).status).toBe(200);
    expect((await make(id)).json.message).toBe('Only a confirmed violation has an evidence bundle');
    await asOwner(`update violation set state = 'WITHDRAWN' where id = $1`, [id]);
    expect(await make(id)).toMatchObject({
      status: 409,
      json: { message: 'This violation was withdrawn: it was not found again' },
    });
  });

  it('is refused in words where its positions are no longer stored', async () => {
    const { id } = await confirmed();
    await asOwner('update violation set trip_id = null where id = $1', [id]);
    expect(await make(id)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('no longer stored') },
    });
    await settled();
  });
});

describe('whoever has a bundle', () => {
  let raw: Buffer;
  let parts: Map<string, Buffer>;
  beforeAll(async () => {
    ({ raw } = await bundle());
    parts = await readZip(raw);
  });
  const check = async (bytes: Buffer, token = tokens.client) => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(bytes)], 'bundle.zip', { type: 'application/zip' }));
    const asked = new Response(form);
    return speeding.product.call('POST', '/evidence/verify', {
      token,
      payload: Buffer.from(await asked.arrayBuffer()),
      headers: { 'content-type': asked.headers.get('content-type') ?? '' },
    });
  };
  /** The same with one part replaced. */
  const withPart = (name: string, bytes: Buffer): Buffer => writeZip(new Map([...parts, [name, bytes]]));

  it('can have it checked by the product', async () => {
    expect((await check(raw)).json.data).toMatchObject({ isGenuine: true, signature: 'VALID', verdict: 'SAME' });
    expect((await check(raw, tokens.other)).json.data).toMatchObject({ isGenuine: true });
    expect((await check(Buffer.from('no zip'))).json.data).toMatchObject({
      isGenuine: false,
      unreadable: expect.stringContaining('not a sound zip'),
    });
    expect((await check(Buffer.alloc(8 * 1024 * 1024 + 1))).status).toBe(413);
  });

  it('is told of every byte that was changed, in whichever part', async () => {
    const published = await keys();
    let seed = 20_261_127;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    let tried = 0;
    for (const [name, bytes] of parts)
      for (let time = 0; time < 12; time += 1) {
        const changed = Buffer.from(bytes);
        const at = random(bytes.length);
        changed[at] = (changed[at] as number) ^ (1 + random(255));
        const found = await verifyBundle(withPart(name, changed), published);
        const named = found.parts.filter(({ state }) => state !== 'SOUND').map((part) => part.name);
        expect(found.isGenuine, `${name} at ${at}`).toBe(false);
        // A manifest that is none any more is named in words.
        expect([...named, found.unreadable ?? ''].join(' '), `${name} at ${at}`).toContain(name);
        tried += 1;
      }
    console.info(`${tried} bundles with one changed byte, all of them told by the name of the part`);
    expect(tried).toBe(parts.size * 12);
  });

  it('is told of parts that are missing or were added', async () => {
    const published = await keys();
    const without = new Map(parts);
    without.delete('frames.json');
    expect(
      (await verifyBundle(writeZip(without), published)).parts.filter(({ state }) => state !== 'SOUND'),
    ).toMatchObject([{ name: 'frames.json', state: 'MISSING' }]);
    const more = await verifyBundle(withPart('more.txt', Buffer.from('more')), published);
    expect(more).toMatchObject({ isGenuine: false });
    expect(more.parts.filter(({ state }) => state !== 'SOUND')).toMatchObject([{ name: 'more.txt', state: 'EXTRA' }]);
  });

  it('is not deceived by a manifest that was made to fit, nor by a key that nobody knows', async () => {
    const published = await keys();
    const told = JSON.parse((parts.get(manifestName) as Buffer).toString('utf8'));
    const event = Buffer.from(
      (parts.get('event.json') as Buffer).toString('utf8').replace('Asha Menon', 'Asha Nobody'),
    );
    const forged = new Map([...parts, ['event.json', event]]);
    forged.delete(manifestName);
    forged.delete(signatureName);
    const { violationId, revision, version, keyId, missing } = told;
    const fits = manifestOf({ violationId, revision, version, keyId, missing }, forged);
    const unsigned = new Map([...forged, [manifestName, fits], [signatureName, parts.get(signatureName) as Buffer]]);
    expect(await verifyBundle(writeZip(unsigned), published)).toMatchObject({ isGenuine: false, signature: 'INVALID' });
    const own = makeKeyPair();
    const ownFits = manifestOf({ violationId, revision, version, keyId: own.keyId, missing }, forged);
    const signed = new Map([
      ...forged,
      [manifestName, ownFits],
      [signatureName, canonicalBytes(signManifest(ownFits, own))] as const,
    ]);
    expect(await verifyBundle(writeZip(signed), published)).toMatchObject({
      isGenuine: false,
      signature: 'UNKNOWN_KEY',
    });
    expect((await check(writeZip(signed))).json.data).toMatchObject({ verdict: 'NOT_TRIED', isGenuine: false });
    expect(await verifyBundle(writeZip(signed), undefined)).toMatchObject({
      isGenuine: false,
      signature: 'WHOLE_ONLY',
    });
  });

  it('is told where the verdict does not follow from the parts, though all of it was signed', async () => {
    const own = makeKeyPair();
    const verdicts = (parts.get('verdict.json') as Buffer).toString('utf8');
    const forged = new Map([
      ...parts,
      ['verdict.json', Buffer.from(verdicts.replace('"peakKmh":100', '"peakKmh":140'))],
    ]);
    forged.delete(manifestName);
    forged.delete(signatureName);
    const about = { violationId: 'v', revision: 1, version: 1, keyId: own.keyId, missing: [] };
    const fits = manifestOf(about, forged);
    const signed = new Map([
      ...forged,
      [manifestName, fits],
      [signatureName, canonicalBytes(signManifest(fits, own))] as const,
    ]);
    expect(await verifyBundle(writeZip(signed), [own])).toMatchObject({
      isGenuine: false,
      signature: 'VALID',
      verdict: 'DIFFERENT',
    });
  });

  it('is safe from files that are no bundle: paths, doubles, bombs', async () => {
    const told = async (bytes: Uint8Array) => (await verifyBundle(Buffer.from(bytes), undefined)).unreadable;
    const some = new Uint8Array([1, 2, 3]);
    expect(await told(zipSync({ '../up.json': some }))).toContain('sound zip');
    expect(await told(zipSync({ 'folder/in.json': some }))).toContain('which no bundle has');
    const twice = Buffer.from(zipSync({ 'aaaa.json': some, 'bbbb.json': some }));
    for (let at = twice.indexOf('bbbb'); at >= 0; at = twice.indexOf('bbbb', at)) twice.write('aaaa', at);
    expect(await told(twice)).toBe('The file holds aaaa.json twice');
    expect(await told(zipSync({ 'bomb.json': new Uint8Array(25 * 1024 * 1024) }, { level: 9 }))).toContain(
      'unpacks to more',
    );
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`part-${at}.json`, some]));
    expect(await told(zipSync(many))).toContain('more parts');
  });

  it('can check it on a machine with nothing of the product but its code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    try {
      const [file, keyFile] = [join(folder, 'bundle.zip'), join(folder, 'keys.json')];
      writeFileSync(file, raw);
      writeFileSync(keyFile, JSON.stringify({ message: 'OK', data: await keys() }));
      const run = (...given: string[]) =>
        spawnSync(
          process.execPath,
          [join(import.meta.dirname, '../../../tools/evidence/evidence-verify.ts'), ...given],
          {
            cwd: folder,
            // Nothing that says where a database is.
            env: { PATH: process.env['PATH'] ?? '' },
            encoding: 'utf8',
          },
        );
      const proven = run(file, '--key', keyFile);
      expect([proven.status, proven.stdout, proven.stderr]).toEqual([
        0,
        expect.stringContaining('GENUINE: every part'),
        '',
      ]);
      const whole = run(file);
      expect([whole.status, whole.stdout]).toEqual([3, expect.stringContaining('WARNING: no key was given')]);
      writeFileSync(file, withPart('fixes.json', Buffer.from('{"fixes":[]}')));
      const torn = run(file, '--key', keyFile);
      expect([torn.status, torn.stdout]).toEqual([1, expect.stringMatching(/fixes\.json +\d+ bytes +CHANGED/)]);
      expect(run(join(folder, 'nowhere.zip')).status).toBe(2);
      expect(run().status).toBe(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the signing key', () => {
  it('can be changed: what was signed before can still be verified', async () => {
    const { raw } = await bundle();
    const rotate = (token: string) => speeding.call('POST', '/evidence-keys/rotate', {}, token);
    expect((await rotate(tokens.client)).status).toBe(403);
    const [first] = await keys();
    expect((await rotate(speeding.token)).json.message).toBe('Signing key changed.');
    const after = await keys();
    expect(after).toHaveLength(2);
    expect(after[0]).toMatchObject({ algorithm: 'Ed25519', until: null });
    expect(after[1]).toMatchObject({ keyId: first?.keyId, until: expect.any(String) });
    expect(JSON.stringify(after)).not.toContain('private');
    expect(await verifyBundle(raw, after)).toMatchObject({ isGenuine: true, keyId: first?.keyId });
    const next = await bundle();
    expect(await verifyBundle(next.raw, after)).toMatchObject({ isGenuine: true, keyId: after[0]?.keyId });
    const [stored] = await speeding.query<{ sealed: string }>(
      'select private_key_sealed as sealed from evidence_key where until_at is null',
    );
    expect(stored?.sealed).not.toContain('MC4CAQAwBQYDK2Vw');
  });
});
