import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { useKept } from '../../storage/store.ts';
import { When } from '../../ui/when.tsx';
import { Value } from '../cells.tsx';
import { MergedHere } from './merge.tsx';
import type { RecordPanel } from './record-tabs.tsx';
import { SealedValue } from './sealed-value.tsx';

/** What areas show of a record, what it is field by field, and when it changed. */
export function Overview({
  definition,
  row,
  panels: brought,
  shows,
}: {
  definition: AnyCatalogue;
  row: AnyRow;
  panels: readonly RecordPanel[];
  /** Fields that stand above already. */
  shows: readonly string[];
}) {
  const can = useCan();
  const panels = brought.filter((panel) => panel.also === undefined || can(panel.also, 'view'));
  const elsewhere = [...shows, ...panels.flatMap((panel) => panel.shows ?? [])];
  const at = (place: RecordPanel['place']) =>
    panels
      .filter((panel) => panel.place === place)
      .map((panel) => (
        <Suspense key={panel.order} fallback={<section className="sheet sec record-panel" aria-hidden="true" />}>
          <panel.component definition={definition} row={row} />
        </Suspense>
      ));
  return (
    <div className="record">
      <div className="record-column">
        {at('main')}
        <Facts definition={definition} row={row} elsewhere={elsewhere} />
      </div>
      <div className="record-column">
        {at('side')}
        <About definition={definition} row={row} />
      </div>
    </div>
  );
}

/** The fields that say something, and the names of those that do not. */
function Facts(props: { definition: AnyCatalogue; row: AnyRow; elsewhere: readonly string[] }) {
  const { definition, row, elsewhere } = props;
  const t = useT();
  const can = useCan();
  const fields = Object.entries<AnyField>(shownFields(definition)).filter(([name]) => !elsewhere.includes(name));
  const [given, missing] = [fields.filter(([name]) => has(row, name)), fields.filter(([name]) => !has(row, name))];
  return (
    <section className="sheet sec" aria-label={t('record.facts')}>
      <dl className="facts grid">
        {given.map(([name, field]) => (
          <div key={name} className={isLong(field) ? 'wide' : undefined}>
            <dt>{field.label}</dt>
            <dd>
              {isSealed(field) && has(row, name) ? (
                <SealedValue definition={definition} row={row} name={name} />
              ) : field.kind === 'ref' && can(field.to, 'view') ? (
                <Link to={`/${field.to}/${String(row[name])}`}>
                  <Value field={field} name={name} row={row} full />
                </Link>
              ) : (
                <Value field={field} name={name} row={row} full />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 ? (
        <p className="t3 sm missing">
          <bdi>{t('record.missing', { names: missing.map(([, field]) => inSentence(field.label)).join(', ') })}</bdi>
        </p>
      ) : null}
    </section>
  );
}

/** Where it comes from. */
function About({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  return (
    <>
      {definition.merge && isStaff ? <MergedHere definition={definition} id={row.id} /> : null}
      <section className="sheet sec" aria-label={t('record.about')}>
        <h2 className="h2" style={{ marginBlockEnd: 10 }}>
          {t('record.about')}
        </h2>
        <dl className="facts sm">
          <dt>{t('record.created')}</dt>
          <dd>
            <When at={row.createdAt} />
          </dd>
          <dt>{t('record.updated')}</dt>
          <dd>
            <When at={row.updatedAt} />
          </dd>
          <dt>{t('record.version')}</dt>
          <dd>{row.version}</dd>
        </dl>
      </section>
    </>
  );
}

const has = (row: AnyRow, name: string) => {
  const value = row[name];
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
};
const isLong = (field: AnyField) => field.kind === 'longText' || field.kind === 'file';
