import type { Database, Queryable } from '#kit/server/db/database.ts';
import { challanTypes } from './challan-types.ts';
import { loadChallans } from './challans/load-challans.ts';
import { loadCommercialVehicles } from './commercial/load-commercial.ts';
import { helpCategories, purposes } from './desk.ts';
import { deviceCategories } from './device-categories.ts';
import { faqCategories, type FaqSeed, faqs } from './faqs.ts';
import { hindiFaqs } from './faqs-hindi.ts';
import { kycDocs, reminderDaysOf } from './kyc-docs.ts';
import { roadTypes, statutoryKindOf } from './road-types.ts';
import { safetyScoreRule } from './safety-score-rule.ts';
import { sosNumbers } from './sos-numbers.ts';
import { statutoryLimits } from './statutory-limits.ts';
import { specificationRow } from './specification-rows.ts';
import { specifications } from './specifications.ts';
import { speedConfiguration } from './speed-configuration.ts';
import { vahanClasses } from './vahan-classes.ts';
import { byKey, found, insert, once, type Row } from './load.ts';

/** Reference data of the later catalogues: papers, devices, roads, offences, emergency numbers, help. */
export async function loadCatalogues(db: Database, now: Date): Promise<void> {
  const load = (path: string, titles: readonly string[], rows: readonly Row[]) =>
    once(db, path, now, async (db) => void (await insert(db, path, titles, rows, now)));
  const paise = (rupees: number | null) => (rupees === null ? null : rupees * 100);
  await load(
    'kyc-doc',
    kycDocs.map((doc) => doc.name),
    kycDocs.map((doc, index) => ({
      name: doc.name,
      code: doc.code,
      applies_to: doc.appliesTo,
      vehicle_use: doc.vehicleUse,
      owner_use: doc.ownerUse,
      mandatory: doc.mandatory,
      blocks_operation: doc.blocksOperation,
      has_expiry: doc.hasExpiry,
      number_regex: doc.numberRegex,
      reminder_days: reminderDaysOf(doc),
      grace_days: 0,
      max_file_mb: 10,
      mime: ['PDF', 'JPEG', 'PNG', 'WEBP'],
      position: (index + 1) * 10,
      note: doc.note,
    })),
  );
  await load(
    'device-category',
    deviceCategories.map(([, name]) => name),
    deviceCategories.map(([code, name, protocol, capabilities, intervalS]) => ({
      code,
      name,
      protocol,
      capabilities,
      interval_s: intervalS,
    })),
  );
  await load(
    'road-type',
    roadTypes.map((type) => type.name),
    roadTypes.map(({ name, code, osmHighway, limits, colour }) => ({
      name,
      code,
      statutory_kind: statutoryKindOf(code),
      osm_highway: osmHighway,
      limit_m1_kmh: limits[0],
      limit_m2_m3_kmh: limits[1],
      limit_n_kmh: limits[2],
      limit_motorcycle_kmh: limits[3],
      limit_quadricycle_kmh: limits[4],
      limit_three_wheeler_kmh: limits[5],
      colour,
    })),
  );
  await load(
    'statutory-speed-limit',
    statutoryLimits.map(({ name }) => name),
    statutoryLimits,
  );
  await load('speed-configuration', ['India default'], [speedConfiguration]);
  await load('safety-score-rule', [safetyScoreRule.name], [safetyScoreRule]);
  await load('map-setting', ['Built-in map'], [{ name: 'Built-in map', provider: 'BUILT_IN' }]);
  await load(
    'challan-type',
    challanTypes.map((type) => type.name),
    challanTypes.map((type) => ({
      code: type.code,
      name: type.name,
      act_section: type.section,
      first_fine_min_paise: paise(type.first[0]),
      first_fine_max_paise: paise(type.first[1]),
      repeat_fine_min_paise: paise(type.repeat[0]),
      repeat_fine_max_paise: paise(type.repeat[1]),
      fine_basis: type.basis,
      first_imprisonment_months: type.months[0],
      repeat_imprisonment_months: type.months[1],
      is_compoundable: type.isCompoundable,
      detectable_by: type.detectableBy,
      legal_source: 'ACT',
      applies_to: type.appliesTo,
      other_penalty: type.otherPenalty,
      note: type.note,
    })),
  );
  await load(
    'sos',
    sosNumbers.map((one) => one.name),
    sosNumbers.map(({ number, name, kind, state, priority, note }) => ({
      name,
      number,
      kind,
      state,
      priority,
      is24x7: true,
      channels: ['CALL'],
      note,
    })),
  );
  await load(
    'help-category',
    helpCategories.map(([name]) => name),
    helpCategories.map(([name, icon, first, solved], index) => ({
      name,
      icon,
      sla_first_response_min: first,
      sla_resolution_min: solved,
      position: (index + 1) * 10,
    })),
  );
  await load(
    'purpose',
    purposes.map(([, name]) => name),
    purposes.map(([code, name, appliesTo, needsNote], index) => ({
      code,
      name,
      applies_to: appliesTo,
      needs_note: needsNote,
      position: (index + 1) * 10,
    })),
  );
  await once(db, 'faq', now, async (db) => {
    const names = faqCategories.map(([name]) => name);
    const rows = faqCategories.map(([name, icon], index) => ({ name, icon, position: (index + 1) * 10 }));
    const categoryOf = byKey(names, await insert(db, 'faq-category', names, rows, now));
    await insertFaqs(db, categoryOf, faqs, 'en', now);
  });
  await once(db, 'faq-hindi', now, async (db) => {
    const categories = await db.query<{ id: string; name: string }>(
      'select id, name from faq_category where deleted_at is null',
    );
    const categoryOf = new Map(categories.map(({ id, name }) => [name, id]));
    // Whoever has other chapters by now has answers of their own.
    const fitting = hindiFaqs.filter(({ category }) => categoryOf.has(category));
    await insertFaqs(db, categoryOf, fitting, 'hi', now);
  });
  await once(db, 'vehicle-specification', now, (db) => loadSpecifications(db, now));
  await loadChallans(db, now);
  await loadCommercialVehicles(db, now);
  await once(db, 'vahan-classes', now, async (db) => {
    for (const [code, classes] of Object.entries(vahanClasses))
      await db.query('update vehicle_category set vahan_classes = $2 where code = $1', [code, classes]);
  });
}

/** Builds of the seeded models that are still there under the names they were seeded with. */
async function loadSpecifications(db: Queryable, now: Date): Promise<void> {
  const listed = await db.query<{ id: string; title: string }>(
    `select m.id, b.name || ' ' || m.name as title from vehicle_model m join vehicle_brand b on b.id = m.brand_id
     where m.deleted_at is null and m.variant is null`,
  );
  const modelOf = new Map(listed.map((model) => [model.title, model.id]));
  const known = specifications.filter((one) => modelOf.has(`${one.brand} ${one.model}`));
  if (known.length === 0) return;
  await insert(
    db,
    'vehicle-specification',
    known.map((one) => `${one.brand} ${one.model} ${one.name}`),
    known.map((one) => specificationRow(found(modelOf, `${one.brand} ${one.model}`), one)),
    now,
  );
}

const insertFaqs = (
  db: Queryable,
  categoryOf: ReadonlyMap<string, string>,
  all: readonly FaqSeed[],
  language: string,
  now: Date,
) =>
  insert(
    db,
    'faq',
    all.map((faq) => faq.question),
    all.map(({ category, question, answer, audience }, index) => ({
      category_id: found(categoryOf, category),
      question,
      answer,
      language,
      audience,
      state: 'PUBLISHED',
      position: (index + 1) * 10,
    })),
    now,
  );
