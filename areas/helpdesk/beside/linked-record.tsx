import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { linkOf, refName, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { seenAt } from '#kit/web/catalogue/all.ts';
import { Value } from '#kit/web/catalogue/cells.tsx';
import { useRow } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import styles from './beside.module.css';
import { titleText } from '#kit/web/catalogue/spoken.ts';

/** A record that tickets are about, and the facts of it that whoever answers asks for first. */
interface RecordLink {
  field: 'vehicleId' | 'driverId' | 'policyId' | 'challanId' | 'deviceId' | 'documentId' | 'appUserId';
  path: string;
  label: PlainTextKey;
  facts: readonly string[];
}
export const links: readonly RecordLink[] = [
  {
    field: 'vehicleId',
    path: 'vehicle',
    label: 'beside.vehicle',
    facts: ['verdict', 'verdictLine', 'state', 'driverId', 'nextDeadline'],
  },
  {
    field: 'driverId',
    path: 'drivers',
    label: 'beside.driver',
    facts: ['verdict', 'verdictLine', 'state', 'mobile', 'vehicleId'],
  },
  {
    field: 'policyId',
    path: 'app-user-policy',
    label: 'beside.policy',
    facts: ['state', 'insurerId', 'nextEnd', 'vehicleId'],
  },
  {
    field: 'challanId',
    path: 'challan',
    label: 'beside.challan',
    facts: ['challanStatus', 'amountPaise', 'due', 'dueOn', 'vehicleId'],
  },
  { field: 'deviceId', path: 'device', label: 'beside.device', facts: ['state', 'lastSeenAt', 'vehicleId'] },
  {
    field: 'documentId',
    path: 'vehicle-kyc-doc',
    label: 'beside.document',
    facts: ['reviewState', 'reasonText', 'validUpto', 'vehicleId', 'driverId'],
  },
];

/** A record with its facts, for those who may see it. */
export function LinkedRecord({ link: { path, label, facts }, id }: { link: RecordLink; id: string }) {
  const t = useT();
  const can = useCan();
  const heading = useId();
  const mayView = can(path, 'view');
  const definition = seenAt(path);
  const { data: row } = useRow({ path }, mayView ? id : undefined);
  if (!mayView || !definition) return null;
  const fields: Readonly<Record<string, AnyField>> = shownFields(definition);
  const given = row ? facts.filter((name) => row[name] !== null && row[name] !== undefined && fields[name]) : [];
  const title = row ? String(row[linkOf(definition.fields, definition.title)] ?? row.title) : '';
  return (
    <section className="sec" aria-labelledby={heading}>
      <div className={styles.top}>
        <h2 className={styles.heading} id={heading}>
          {t(label)}
        </h2>
        {row ? (
          <Link
            to={`/${path}/${id}`}
            className="sm"
            aria-label={t('beside.openOf', { title: titleText(path, row.title) })}
          >
            {t('action.open')}
          </Link>
        ) : null}
      </div>
      {row ? (
        <>
          <p className="mid">
            {path === 'vehicle' ? <Plate no={title} use={row.plateUse} /> : <bdi>{titleText(path, row.title)}</bdi>}
          </p>
          <dl className={styles.facts}>
            {given.map((name) => {
              const field = fields[name] as AnyField;
              return (
                <div key={name}>
                  <dt>{field.label}</dt>
                  <dd>
                    {field.kind === 'ref' && can(field.to, 'view') ? (
                      <Link to={`/${field.to}/${String(row[name])}`}>
                        <bdi>{titleText(field.to, (row[refName(name)] as { label: string } | null)?.label ?? '')}</bdi>
                      </Link>
                    ) : (
                      <Value field={field} name={name} row={row} full={field.kind === 'choice'} />
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </>
      ) : (
        <span className="sk" aria-hidden="true" />
      )}
    </section>
  );
}
