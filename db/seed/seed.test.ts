import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedModules } from '#areas/rights/modules/modules.ts';
import { catalogues, pages } from '#areas/areas.ts';
import { brands } from './brands.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import { models } from './models.ts';
import { organisations } from './organisations.ts';
import { roles } from './roles.ts';
import { rtoOffices } from './rto.ts';
import { mendedBrands, mendedModels, mendedOffices, stillSold } from './seed-mends.data.ts';
import { states } from './states.ts';
import { tpPremiumClasses, vehicleCategories } from './vehicle-categories.ts';
import { vehicleTypes } from './vehicle-types.ts';

const reference = path.resolve(import.meta.dirname, '../../../shared/data/reference');
const hasReference = existsSync(reference);
if (!hasReference) console.warn('seed.test: ../shared/data/reference is absent, the comparison with it is skipped');

const readText = (file: string) => readFileSync(path.join(reference, file), 'utf8');
const readJson = (file: string) => JSON.parse(readText(file));

/** Rows of a CSV file with a heading line; fields may be quoted, but hold no line breaks. */
function readCsv(file: string): Record<string, string>[] {
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2] ?? '');
  const [heading = '', ...lines] = readText(file).trim().split(/\r?\n/);
  const names = cells(heading);
  return lines.map((line) => {
    const values = cells(line);
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
  });
}

const sameText = (text: string) => text.toLowerCase().replaceAll('–', '-').replace(/\s+/g, ' ').trim();
const repeated = (keys: readonly string[]) => keys.filter((key, i) => keys.indexOf(key) !== i);

describe('the seeds by themselves', () => {
  test('every key is unique', () => {
    expect(repeated(states.flatMap((s) => [s.code, ...s.legacyCodes]))).toEqual([]);
    expect(repeated(states.flatMap((s) => s.gstCodes))).toEqual([]);
    expect(repeated(rtoOffices.map((o) => o.code))).toEqual([]);
    expect(repeated(vehicleTypes.map((t) => t.name.toLowerCase()))).toEqual([]);
    expect(repeated(vehicleCategories.map((c) => c.code))).toEqual([]);
    expect(repeated(vehicleCategories.map((c) => c.name.toLowerCase()))).toEqual([]);
    expect(repeated(brands.map((b) => b.name.toLowerCase()))).toEqual([]);
    expect(repeated(models.map((m) => `${m.brand} ${m.name}`.toLowerCase()))).toEqual([]);
    expect(repeated(organisations.map((o) => o.name.toLowerCase()))).toEqual([]);
    expect(repeated(demoAccounts.map((a) => a.email ?? a.mobile ?? ''))).toEqual([]);
  });

  test('there are 28 states and 8 union territories', () => {
    expect(states.filter((s) => s.kind === 'STATE')).toHaveLength(28);
    expect(states.filter((s) => s.kind === 'UNION_TERRITORY')).toHaveLength(8);
    for (const state of states) {
      expect(state.code).toMatch(/^[A-Z]{2}$/);
      expect(state.gstCodes.length, state.name).toBeGreaterThan(0);
      for (const gst of state.gstCodes) expect(gst).toMatch(/^\d{2}$/);
      expect(state.capital).not.toBe('');
    }
  });

  test('every office code has two letters of a known state and two or three digits', () => {
    const known = new Set(states.map((s) => s.code));
    for (const office of rtoOffices) {
      expect(office.code).toMatch(/^[A-Z]{2}\d{2,3}$/);
      expect(office.code.slice(0, 2)).toBe(office.state);
      expect(known, office.code).toContain(office.state);
    }
  });

  test('names are clean: no double spaces, no outer spaces, no shouting', () => {
    const named = [
      ...rtoOffices.flatMap((o) => [o.name, o.district]),
      ...models.map((m) => m.name),
      ...brands.map((b) => b.name),
    ];
    for (const name of named) expect(name).toMatch(/^\S+( \S+)*$/);
    for (const office of rtoOffices) {
      expect(office.name, office.code).not.toMatch(/^[A-Z\s().,/-]{4,}$/);
      expect(office.name, office.code).not.toMatch(/\((?:HP|UP|MP)\)/);
    }
  });

  test('an office named like a district of its state lies in that district', () => {
    const districts = new Set(rtoOffices.map((o) => `${o.state} ${o.district}`));
    expect(districts.size).toBeGreaterThan(600);
    for (const office of rtoOffices) {
      if (districts.has(`${office.state} ${office.name}`)) expect(office.district, office.code).toBe(office.name);
    }
  });

  test('the kind of an office is the one its name states', () => {
    for (const { code, name, kind } of rtoOffices) {
      if (/additional rto/i.test(name)) expect(kind, code).toBe('ARTO');
      else if (/sub-rto|\((?:SDM|SDO)\)/i.test(name)) expect(kind, code).toBe('SRTO');
      else if (/police|government|governor|corporation/i.test(name)) expect(kind, code).toBe('UNIT');
      else expect(kind, code).toBe('RTO');
    }
  });

  test('every model names a known brand, type and category, and every brand has a model', () => {
    const typeByName = new Map(vehicleTypes.map((t) => [t.name, t]));
    const categoryByCode = new Map(vehicleCategories.map((c) => [c.code, c]));
    for (const model of models) {
      const label = `${model.brand} ${model.name}`;
      expect(typeByName.has(model.type), `type of ${label}`).toBe(true);
      expect(categoryByCode.has(model.category), `category of ${label}`).toBe(true);
      expect(typeByName.get(model.type)?.speedClass, label).toBe(categoryByCode.get(model.category)?.speedClass);
      expect(model.yearTo ?? 9999, label).toBeGreaterThanOrEqual(model.yearFrom ?? 0);
    }
    expect([...new Set(models.map((m) => m.brand))].sort()).toEqual(brands.map((b) => b.name).sort());
  });

  test('brands carry a country code or nothing', () => {
    for (const brand of brands) expect(brand.country, brand.name).toMatch(/^(?:[A-Z]{2})?$/);
  });

  test('types and categories use each speed class, and categories only known premium classes and licences', () => {
    const classes = [...new Set(vehicleTypes.map((t) => t.speedClass))].sort();
    expect(classes).toEqual(['M1', 'M2_M3', 'MOTORCYCLE', 'N', 'QUADRICYCLE', 'THREE_WHEELER']);
    expect([...new Set(vehicleCategories.map((c) => c.speedClass))].sort()).toEqual(classes);
    const used = new Set(vehicleCategories.map((c) => c.tpPremiumClass));
    expect([...used].sort()).toEqual(tpPremiumClasses.map((c) => c.value).sort());
    for (const category of vehicleCategories) expect(category.licenceClasses.length, category.code).toBeGreaterThan(0);
  });

  test('every icon exists in the icon set', () => {
    const icons = path.resolve(import.meta.dirname, '../../node_modules/@tabler/icons-react/dist/esm/icons');
    for (const { icon } of vehicleTypes) {
      expect(icon).toMatch(/^[a-z]+(-[a-z]+)*$/);
      const file = `Icon${icon
        .split('-')
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
        .join('')}.mjs`;
      expect(existsSync(path.join(icons, file)), file).toBe(true);
    }
  });

  test('role levels run from 0 without gaps, and only the first role has every right', () => {
    expect(roles.map((r) => r.level)).toEqual(roles.map((_, i) => i));
    expect(repeated(roles.map((r) => r.name))).toEqual([]);
    expect(roles.filter((r) => r.grants === 'all').map((r) => r.name)).toEqual(['Super admin']);
    expect(roles.at(-1)?.name).toBe('Client viewer');
  });

  test('grants name known modules, and every grant includes looking', () => {
    const modules = [...shippedModules(catalogues, pages).map((module) => module.key), 'settings'];
    for (const role of roles) {
      if (role.grants === 'all') continue;
      for (const [module, actions] of Object.entries(role.grants)) {
        expect(modules).toContain(module);
        expect(actions, `${role.name} on ${module}`).toContain('view');
        expect(actions.includes('impersonate') && !['user', 'app-user'].includes(module)).toBe(false);
      }
    }
  });

  test('of clients the owner keeps what the organisation owns and never decides on papers; the viewer only looks', () => {
    const clients = roles.filter((r) => r.audience === 'client');
    expect(clients.map((r) => r.name)).toEqual(['Client owner', 'Client viewer']);
    const grantsOf = (name: string) =>
      clients.find((r) => r.name === name)?.grants as Record<string, readonly string[]>;
    for (const { name, grants } of clients) {
      for (const module of ['trash', 'settings', 'document-review', 'doctor-report', 'user', 'role'])
        expect(grants, name).not.toHaveProperty(module);
      for (const action of ['impersonate', 'approve']) expect(Object.values(grants).flat(), name).not.toContain(action);
    }
    const more = Object.entries(grantsOf('Client owner')).filter(([, actions]) => actions.join() !== 'view');
    expect(Object.fromEntries(more)).toEqual({
      organisation: ['view', 'edit'],
      'app-user': ['view', 'create', 'edit', 'delete', 'status', 'export'],
      vehicle: ['view', 'create', 'edit', 'delete', 'status', 'export'],
      'vehicle-group': ['view', 'create', 'edit', 'delete', 'status', 'export'],
      'off-duty-rule': ['view', 'create', 'edit', 'delete', 'status', 'export'],
      drivers: ['view', 'create', 'edit', 'delete', 'status', 'export'],
      // What was reviewed once stays: papers and examinations are neither removed nor switched off by clients.
      'vehicle-kyc-doc': ['view', 'create', 'edit', 'export'],
      'medical-report': ['view', 'create', 'edit', 'export'],
      'app-user-policy': ['view', 'create', 'edit', 'delete', 'status', 'export'],
      'policy-claim': ['view', 'create', 'edit', 'delete', 'status', 'export'],
      'emergency-contact': ['view', 'create', 'edit', 'delete', 'status', 'export'],
      incident: ['view', 'create', 'edit', 'export'],
      alarm: ['view', 'edit', 'export'],
      'alarm-rule': ['view', 'create', 'edit', 'delete', 'status', 'export'],
      'help-desk': ['view', 'create', 'edit', 'export'],
      'ticket-reply': ['view', 'create', 'edit', 'export'],
      // Whoever installs them makes them and takes them back.
      device: ['view', 'edit', 'export'],
      'vehicle-trips': ['view', 'export'],
      report: ['view', 'export'],
      violation: ['view', 'export'],
      challan: ['view', 'create', 'edit', 'delete', 'status', 'export'],
      'challan-contest': ['view', 'create', 'export'],
      alibi: ['view', 'create', 'export'],
      'safety-score': ['view', 'export'],
      'report-schedule': ['view', 'create', 'edit', 'delete', 'status', 'export'],
      geofence: ['view', 'create', 'edit', 'delete', 'status', 'export'],
      'geofence-event': ['view', 'export'],
      calendar: ['view', 'export'],
      'share-link': ['view', 'create', 'delete'],
      'api-key': ['view', 'create', 'delete'],
      webhook: ['view', 'create', 'edit', 'delete'],
      wallet: ['view', 'create', 'export'],
      'vehicle-invitation': ['view', 'create', 'edit', 'delete'],
      'ownership-transfer': ['view', 'create', 'edit'],
      'model-request': ['view', 'create'],
      history: ['view', 'export'],
    });
    expect([...new Set(Object.values(grantsOf('Client viewer')).flat())]).toEqual(['view']);
  });

  test('demo accounts have a known role, and exactly the clients a known organisation', () => {
    const known = new Set(organisations.map((o) => o.name));
    for (const account of demoAccounts) {
      const role = roles.find((r) => r.name === account.role);
      expect(account.email ?? 'none@roadkeeper.test').toMatch(/^[a-z]+@roadkeeper\.test$/);
      expect(account.mobile ?? '7000000000').toMatch(/^70000000\d\d$/);
      expect(account.email ?? account.mobile, account.name).toBeDefined();
      expect(role, account.email).toBeDefined();
      if (role?.audience === 'client') expect(known).toContain(account.organisation);
      else expect(account.organisation, account.email).toBeUndefined();
    }
    for (const { state } of organisations) expect(states.map((s) => s.code)).toContain(state);
    expect(demoPassword.length).toBeGreaterThanOrEqual(15);
  });
});

describe.skipIf(!hasReference)('the seeds against the reference data', () => {
  test('36 states with their codes, legacy pairs, GST codes and capitals', () => {
    const expected = readJson('states.json').map((s: Record<string, unknown>) => ({
      code: s['code'],
      name: s['name'],
      kind: s['type'] === 'State' ? 'STATE' : 'UNION_TERRITORY',
      legacyCodes: s['legacy_codes'],
      gstCodes: s['gst_state_codes'],
      capital: s['capital'],
    }));
    expect(expected).toHaveLength(36);
    const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);
    expect([...states].sort(byCode)).toEqual(expected.sort(byCode));
  });

  test('1,215 offices with the same codes, states and names, save for the listed mends', () => {
    const rows = readCsv('rto.csv');
    expect(rows).toHaveLength(1215);
    expect(rtoOffices.map((o) => o.code)).toEqual(rows.map((r) => r['code']).sort());
    const sourceByCode = new Map(rows.map((r) => [r['code'], r]));
    const mended: Record<string, string> = {};
    for (const office of rtoOffices) {
      const source = sourceByCode.get(office.code);
      expect(office.state).toBe(source?.['state_code']);
      const name = source?.['office'] ?? '';
      if (sameText(office.name) !== sameText(name)) mended[office.code] = name;
    }
    expect(mended).toEqual(mendedOffices);
  });

  test('600 models with the same makes, names and years, save for the listed mends', () => {
    const expected = readCsv('vehicle_models.csv').map((row) => {
      const make = mendedBrands[row['make'] ?? ''] ?? row['make'];
      const source = `${make} ${row['model']}`;
      const label = mendedModels[source] ?? source;
      // The lists end in 2025 or 2026: a model still in them then has no last year.
      const yearTo = Number(row['year_to']);
      return `${sameText(label)} ${row['year_from']}-${yearTo >= 2025 || stillSold.includes(label) ? '' : yearTo}`;
    });
    expect(expected).toHaveLength(600);
    expect(models.map((m) => `${sameText(`${m.brand} ${m.name}`)} ${m.yearFrom}-${m.yearTo ?? ''}`).sort()).toEqual(
      expected.sort(),
    );
    const listed = new Set(models.map((m) => `${m.brand} ${m.name}`));
    expect(stillSold.filter((label) => !listed.has(label))).toEqual([]);
  });

  test('cars of the reference are four-wheeled and its two-wheelers two-wheeled', () => {
    const wheelsByType = new Map(vehicleTypes.map((t) => [t.name, t.wheels]));
    const wheels = (kind: number) => models.filter((m) => wheelsByType.get(m.type) === kind).length;
    const rows = readCsv('vehicle_models.csv');
    expect(wheels(4)).toBe(rows.filter((r) => r['category'] === 'car').length);
    expect(wheels(2)).toBe(rows.filter((r) => r['category'] === 'two_wheeler').length);
  });

  test('premium classes are tables of the tariff, but for quotation', () => {
    const tables = new Set(readJson('motor_premiums.json').third_party_annual.map((t: { cls: string }) => t.cls));
    const missing = tpPremiumClasses.filter((c) => !tables.has(c.value.toLowerCase())).map((c) => c.value);
    expect(missing).toEqual(['MISCELLANEOUS']);
  });

  test('speed classes are those of the statutory table', () => {
    const names: Record<string, string> = {
      M2M3: 'M2_M3',
      MC: 'MOTORCYCLE',
      QUAD: 'QUADRICYCLE',
      '3W': 'THREE_WHEELER',
    };
    const table = readJson('speed_limits_india_2018.json').classes.map(
      (c: { code: string }) => names[c.code] ?? c.code,
    );
    expect([...new Set(vehicleTypes.map((t) => t.speedClass))].sort()).toEqual(table.sort());
  });

  test('a category is transport exactly where VAHAN says so of the same class', () => {
    const vahanNames: Record<string, string> = {
      TWO_WHEELER: 'M-CYCLE/SCOOTER',
      MOTOR_CAR: 'MOTOR CAR',
      QUADRICYCLE: 'QUADRICYCLE (PRIVATE)',
      TRACTOR_AGRICULTURAL: 'AGRICULTURAL TRACTOR',
      CONSTRUCTION_EQUIPMENT: 'CONSTRUCTION EQUIPMENT VEHICLE',
      RECOVERY_VEHICLE: 'RECOVERY VEHICLE',
      TWO_WHEELER_HIRE: 'MOTOR CYCLE/SCOOTER-USED FOR HIRE',
      E_RICKSHAW: 'E-RICKSHAW(P)',
      E_CART: 'E-RICKSHAW WITH CART (G)',
      THREE_WHEELER_PASSENGER: 'THREE WHEELER (PASSENGER)',
      THREE_WHEELER_GOODS: 'THREE WHEELER (GOODS)',
      QUADRICYCLE_HIRE: 'QUADRICYCLE (COMMERCIAL)',
      MOTOR_CAB: 'MOTOR CAB',
      LUXURY_CAB: 'LUXURY CAB',
      MAXI_CAB: 'MAXI CAB',
      BUS: 'BUS',
      SCHOOL_BUS: 'SCHOOL BUS',
      PRIVATE_SERVICE_VEHICLE: 'PRIVATE SERVICE VEHICLE',
      GOODS_HEAVY: 'GOODS CARRIER',
      ARTICULATED_VEHICLE: 'ARTICULATED VEHICLE',
      TRACTOR_COMMERCIAL: 'TRACTOR (COMMERCIAL)',
      AMBULANCE: 'AMBULANCE',
      FIRE_TENDER: 'FIRE TENDERS',
      CASH_VAN: 'CASH VAN',
    };
    const classes: { name: string; transport: boolean }[] = readJson('vehicle_classes_vahan.json').classes;
    expect(classes).toHaveLength(76);
    for (const category of vehicleCategories) {
      const vahan = vahanNames[category.code];
      if (vahan) expect(classes.find((c) => c.name === vahan)?.transport, category.code).toBe(category.isTransport);
    }
  });
});
