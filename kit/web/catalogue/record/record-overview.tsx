import { Link } from '@tanstack/react-router';
import { Suspense, useId } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence, readFields } from '#kit/contract/catalogue.ts';
import { type AnyField, isAskedFor } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import { t, useT } from '../../i18n.ts';
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
  const fields = Object.entries<AnyField>(readFields(definition)).filter(([name]) => !elsewhere.includes(name));
  const says = ([name, { whenEmpty }]: [string, AnyField]) => has(row, name) || whenEmpty !== undefined;
  const given = fields.filter(says);
  // What the server sets is nothing that a reader could add.
  const missing = fields.filter((one) => one[0] in definition.fields && !says(one) && isAskedFor(one[1], row));
  return (
    <section className="sheet sec facts-sheet" aria-label={t('record.facts')}>
      {groupsOf(definition, given).map((group) => (
        <Group key={group.title ?? ''} {...group} definition={definition} row={row} />
      ))}
      {missing.length > 0 ? (
        <div className="missing">
          <p className="t2 sm">
            <bdi>
              {t('record.missing', {
                count: missing.length,
                names: missing.map(([, field]) => inSentence(field.label)).join(', '),
              })}
            </bdi>
          </p>
          {can(definition.path, 'edit', row) ? (
            <Link
              to={`/${definition.path}/${row.id}/edit`}
              search={{ focus: missing[0]?.[0] } as never}
              className="btn d sm"
            >
              {t('record.addMissing')}
            </Link>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

type Given = readonly (readonly [name: string, field: AnyField])[];
interface FactGroup {
  /** Left out: the catalogue has no groups. */
  title: string | undefined;
  fields: Given;
}

/** Facts by the groups of the catalogue; groups without a fact are left out. */
function groupsOf({ sections }: AnyCatalogue, given: Given): FactGroup[] {
  const inSome = new Set(sections.flatMap(({ fields }) => fields));
  const rest = given.filter(([name]) => !inSome.has(name));
  return [
    ...sections.map(({ title, fields }) => ({
      title,
      fields: fields.flatMap((name) => given.filter(([one]) => one === name)),
    })),
    { title: sections.length > 0 ? t('record.otherFacts') : undefined, fields: rest },
  ].filter(({ fields }) => fields.length > 0);
}

function Group({ title, fields, definition, row }: FactGroup & { definition: AnyCatalogue; row: AnyRow }) {
  const can = useCan();
  const id = useId();
  return (
    <div role={title ? 'group' : undefined} aria-labelledby={title ? id : undefined}>
      {title ? (
        <h2 className="h2" id={id}>
          {title}
        </h2>
      ) : null}
      <dl className="facts grid">
        {fields.map(([name, field]) => (
          <div key={name} className={isLong(field) ? 'wide' : undefined}>
            <dt>{field.label}</dt>
            <dd>
              {isSealed(field) && has(row, name) ? (
                <SealedValue definition={definition} row={row} name={name} />
              ) : field.kind === 'ref' && has(row, name) && can(field.to, 'view') ? (
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
    </div>
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
