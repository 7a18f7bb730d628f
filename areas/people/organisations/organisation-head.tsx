import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { organisation } from '../people.contract.ts';

const kinds = organisation.fields.kind.choices;

/** What the organisation is, where, and its GSTIN, in one line. */
export function OrganisationHead({ row }: Pick<RecordTabProps<typeof organisation>, 'row'>) {
  const facts = [kinds.find(({ value }) => value === row.kind)?.label, row.city].filter(Boolean);
  return (
    <p className="row wrap">
      <bdi className="mid">{facts.join(' · ')}</bdi>
      {row.gstin ? <Code>{row.gstin}</Code> : null}
    </p>
  );
}
