import { catalogues } from '#areas/areas.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { file, longText, optional, ref, text } from '#kit/contract/fields.ts';
import { draftTable } from '#tools/database/draft-sql.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

/** Rows of organisations with numbers that are kept encrypted, one of them unique, and with a document. */
export const badge = catalogue('badge', {
  one: 'Badge',
  many: 'Badges',
  icon: 'id-badge',
  group: 'group-people',
  about: 'Badges of people who may enter.',
  scope: 'organisation',
  unique: [['number']],
  fields: {
    name: text({ label: 'Name', list: true, search: true }),
    number: text({
      label: 'Number',
      letters: 'upper',
      compact: true,
      sealed: 4,
      pattern: /^[A-Z]{2}\d{6,14}$/,
      patternHint: 'Two letters and six to fourteen digits, like AB12345678',
      list: true,
      filter: true,
      search: true,
    }),
    serial: optional(text({ label: 'Serial', sealed: 5, filter: true })),
    plate: optional(text({ label: 'Plate', letters: 'upper', compact: true, list: true, filter: true, search: true })),
    identity: optional(text({ label: 'Identity number', aadhaar: 'last4' })),
    note: optional(longText({ label: 'Note' })),
    paper: optional(file({ label: 'Paper', accept: ['image', 'pdf'], maxBytes: 2_000_000 })),
    orgId: ref('organisation', { label: 'Organisation' }),
  },
});

/** A product with badges, which an administrator may do everything with. Gives their token and an organisation to put badges in. */
export async function startBadgeProduct(): Promise<{ product: TestProduct; admin: string; orgId: string }> {
  const product = await startTestProduct({ catalogues: [...catalogues, badge], sql: draftTable(badge) });
  await product.product.db.query(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, m.actions from role r, module m
     where r.name = 'Super admin' and m.key = 'badge' on conflict (role_id, module_id) do update set actions = excluded.actions`,
  );
  product.product.sessions.forgetAll();
  const admin = await product.login('admin@roadkeeper.test');
  const { json } = await product.call('GET', '/organisation?take=1', { token: admin });
  return { product, admin, orgId: json.data[0].id };
}
