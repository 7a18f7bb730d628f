import type { RowOf } from '#kit/contract/rows.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { pagesOf, type vehicleKycDoc } from '../documents/document.contract.ts';

type Row = RowOf<typeof vehicleKycDoc>;

/** Notes that somebody was shown a stored page of a document, all of it: of a PDF each of its pages. */
export async function notePageView(
  db: Queryable,
  { id, orgId }: Pick<Row, 'id' | 'orgId'>,
  view: { accountId: string; fileId: string; at: Date },
): Promise<void> {
  await db.query(
    `insert into document_page_view (document_id, account_id, file_id, org_id, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [id, view.accountId, view.fileId, orgId, view.at.toISOString()],
  );
}

/** Ids of the stored pages of a document that somebody was shown. A page that was replaced has another id. */
export async function viewedPages(db: Queryable, row: Row, accountId: string): Promise<string[]> {
  const views = await db.query<{ id: string }>(
    'select file_id as id from document_page_view where document_id = $1 and account_id = $2',
    [row.id, accountId],
  );
  const viewed = new Set(views.map(({ id }) => id));
  return pagesOf(row).flatMap(([, { id }]) => (viewed.has(id) ? [id] : []));
}

/** @throws 409 where somebody would verify a document of which they were not shown every page. */
export async function refuseUnseen(db: Queryable, row: Row, accountId: string): Promise<void> {
  const viewed = await viewedPages(db, row, accountId);
  if (viewed.length < pagesOf(row).length) throw refuse.conflict('View every page before you verify the document');
}
