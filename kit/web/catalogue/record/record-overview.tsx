import { Link } from '@tanstack/react-router';
import { type AnyCatalogue, type AnyRow, inSentence, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { useKept } from '../../storage/store.ts';
import { When } from '../../ui/when.tsx';
import { Value } from '../cells.tsx';
import { MergedHere } from './merge.tsx';
import { SealedValue } from './sealed-value.tsx';

/** What a record is, field by field. */
export function Overview({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const can = useCan();
  const fields = Object.entries<AnyField>(shownFields(definition));
  const [given, missing] = [fields.filter(([name]) => has(row, name)), fields.filter(([name]) => !has(row, name))];
  return (
    <div className="record">
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
      <div className="col" style={{ gap: 16 }}>
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
      </div>
    </div>
  );
}

const has = (row: AnyRow, name: string) => {
  const value = row[name];
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
};
const isLong = (field: AnyField) => field.kind === 'longText' || field.kind === 'file';
