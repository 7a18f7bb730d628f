import { Link } from '@tanstack/react-router';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { noRecord, sessionModule } from '#kit/contract/history.ts';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { catalogueAt, seenAt } from '#kit/web/catalogue/all.ts';
import { titleText } from '#kit/web/catalogue/spoken.ts';
import { ChangeDetails } from '#kit/web/catalogue/record/record-history.tsx';
import { actorText, historyActionTexts } from '#kit/web/texts/history-texts.ts';
import { formatNumber, formatTime, said, t as text, textOf, useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { factValue } from './fact-values.web.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';

/** Names a kind of record: of a catalogue, or of another module that the reader may see. */
export function useModuleNames(): (module: string) => string {
  const t = useT();
  const [modules] = useKept('_accessible');
  return (module) => {
    if (module === sessionModule) return t('history.session');
    return seenAt(module)?.one ?? said(modules?.find((one) => one.key === module)?.name ?? module);
  };
}

/** A row of the history of everything. `onPerson` narrows it to what one person did or was done for them. */
export function HistoryEntry({ entry, onPerson }: { entry: HistoryRow; onPerson: (id: string) => void }) {
  const t = useT();
  const nameOf = useModuleNames();
  const [modules] = useKept('_accessible');
  const definition = seenAt(entry.module);
  const isChange = entry.action === 'update' || entry.action === 'status';
  return (
    <li>
      <span className="t2 sm">
        <When at={entry.at} />
        <span className="t3" style={{ display: 'block' }}>
          <Ago at={entry.at} />
        </span>
      </span>
      <span>
        <span className="mid">{t(historyActionTexts[entry.action])}</span>{' '}
        {entry.module === sessionModule || entry.action === 'export' ? null : (
          <span className="t2">{nameOf(entry.module)} </span>
        )}
        <Title entry={entry} modules={modules ?? []} onPerson={onPerson} />
        <span className="t2 sm" style={{ display: 'block' }}>
          {t('history.by')} <Person id={entry.actorId} name={actorText(entry.actorName)} onPerson={onPerson} />
          {entry.onBehalfOfName ? (
            <>
              {' '}
              {t('history.for')} <Person id={entry.onBehalfOfId} name={entry.onBehalfOfName} onPerson={onPerson} />
            </>
          ) : null}
          , <bdi>{t(`history.source.${entry.source}`)}</bdi>
        </span>
      </span>
      {definition && isChange && entry.after ? <ChangeDetails definition={definition} entry={entry} /> : null}
      {!definition || !isChange ? <Facts entry={entry} isCatalogue={definition !== undefined} /> : null}
    </li>
  );
}

/** What it was done to, with the way to it where there is one. */
function Title(props: { entry: HistoryRow; modules: readonly PermittedModule[]; onPerson: (id: string) => void }) {
  const { entry } = props;
  const { module, recordId, recordTitle } = entry;
  const title = <bdi>{titleText(module, recordTitle)}</bdi>;
  const hasRecord = recordId !== noRecord;
  // Who signed in stands below.
  if (module === sessionModule && recordId === entry.actorId) return null;
  if (module === sessionModule)
    return hasRecord ? <Person id={recordId} name={recordTitle} onPerson={props.onPerson} /> : title;
  const isCatalogue = catalogueAt(module) !== undefined;
  const isGone = entry.action === 'delete' || entry.action === 'purge';
  const route = props.modules.find((one) => one.key === module)?.route;
  const to = isCatalogue && hasRecord ? `/${module}/${recordId}` : route;
  if (isGone || !to) return <span className="mid">{title}</span>;
  return (
    <Link to={to} className="mid">
      {title}
    </Link>
  );
}

/** A name that narrows the history to its bearer. */
function Person({ id, name, onPerson }: { id: string | null; name: string; onPerson: (id: string) => void }) {
  const t = useT();
  if (id === null) return <bdi>{name}</bdi>;
  return (
    <button type="button" className="link" title={t('records.onlyOf', { name })} onClick={() => onPerson(id)}>
      <bdi>{name}</bdi>
    </button>
  );
}

/** What acts that change no record tell of, by its name in the history. */
const facts = {
  field: 'history.fact.field',
  call: 'history.fact.call',
  right: 'history.fact.right',
  why: 'history.fact.why',
  count: 'history.fact.count',
  minute: 'history.fact.minute',
  rows: 'history.fact.rows',
  format: 'history.fact.format',
  columns: 'history.fact.columns',
  trash: 'history.fact.trash',
  filter: 'history.fact.filter',
  reason: 'history.fact.reason',
  status: 'catalogue.status',
  state: 'catalogue.status',
  capturedPaise: 'history.fact.captured',
  amountPaise: 'history.fact.amountPaise',
  paidPaise: 'history.fact.paidPaise',
  transactionType: 'history.fact.transactionType',
  note: 'history.fact.note',
  lowPaise: 'history.fact.lowPaise',
  alonePaise: 'history.fact.alonePaise',
  org: 'history.fact.org',
  owner: 'history.fact.owner',
  lines: 'history.fact.lines',
  from: 'history.fact.from',
  to: 'history.fact.to',
  deviceId: 'history.fact.deviceId',
  vehicleId: 'history.fact.vehicleId',
  driverId: 'history.fact.driverId',
  carriedFrom: 'history.fact.carriedFrom',
  carriedTo: 'history.fact.carriedTo',
  label: 'history.fact.label',
  expiresAt: 'history.fact.expiresAt',
  hasPin: 'history.fact.hasPin',
  source: 'history.fact.source',
  place: 'history.fact.place',
  incidentNo: 'history.fact.incidentNo',
  payment: 'history.fact.payment',
  revoked: 'history.fact.revoked',
  endsWith: 'history.fact.endsWith',
  isOn: 'history.fact.isOn',
  conclusion: 'history.fact.conclusion',
  evidence: 'history.fact.evidence',
  problem: 'history.fact.problem',
  reminded: 'history.fact.reminded',
  found: 'history.fact.found',
  ticket: 'history.fact.ticket',
  merged: 'history.fact.merged',
  moved: 'history.fact.moved',
  sha256: 'history.fact.sha256',
  ticketNo: 'history.fact.ticketNo',
  resendCount: 'history.fact.resendCount',
  reviewState: 'history.fact.reviewState',
  reviewReason: 'history.fact.reviewReason',
  onboarding: 'history.fact.onboarding',
  consentBy: 'history.fact.consentBy',
} as const;

/** What else is known of something that is no change of a catalogue's record. */
function Facts({ entry, isCatalogue }: { entry: HistoryRow; isCatalogue: boolean }) {
  // The whole of a record that was made or deleted stands on its page.
  if (isCatalogue && !['merge', 'export', 'reveal', 'refused'].includes(entry.action)) return null;
  const names = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  if (names.length === 0) return null;
  const shown = (name: string, value: unknown) => factValue(entry.module, name, value, text) ?? plain(value);
  return (
    <dl className="diff">
      {names.map((name) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{textOf(facts, name)}</dt>
          <dd>
            {entry.before ? (
              <>
                <del>{shown(name, entry.before[name])}</del> <span aria-hidden="true">→</span>{' '}
              </>
            ) : null}
            <ins>{shown(name, entry.after?.[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A value of which nothing is known but its type. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return text('catalogue.none');
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return text(value ? 'history.yes' : 'history.no');
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatTime(value) : said(value);
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${plain(one)}`)
    .join(', ');
}
