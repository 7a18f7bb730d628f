import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { type AnyCatalogue, type AnyRow, inSentence, shownFields } from '#kit/contract/catalogue.ts';
import { type AnyField, isOpaque } from '#kit/contract/fields.ts';
import { historySources } from '#kit/contract/history.ts';
import { named, textOf, useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { Failure } from '../../shell/failure.tsx';
import { actorText, historyActionTexts, historyFieldTexts, historySituationTexts } from '../../texts/history-texts.ts';
import { Ago, When } from '../../ui/when.tsx';
import { Value } from '../cells.tsx';
import { catalogueAt } from '../all.ts';
import { useHistory, useRow } from '../data.ts';
import { Pager } from '../../list/pager.tsx';
import { titleText } from '../spoken.ts';

/** Shapes of what is worth a second look; the rest is plain. */
const shapes: Partial<Record<HistoryRow['action'], string>> = {
  create: 'ok',
  restore: 'ok',
  update: 'info',
  merge: 'info',
  delete: 'bad',
  purge: 'bad',
  refused: 'due',
  'sign-in-refused': 'due',
  'session-ended': 'due',
};
/** What can be done to a record, as its filter offers it. */
const actions = ['create', 'update', 'status', 'delete', 'restore', 'purge', 'merge', 'reveal', 'refused'] as const;
const size = 100;

/** Who did something, on whose behalf, and how. */
export function ByWhom({ entry }: { entry: HistoryRow }) {
  const t = useT();
  return (
    <>
      {t('history.by')} <bdi className="mid">{actorText(entry.actorName)}</bdi>
      {entry.onBehalfOfName ? ` ${t('history.onBehalfOf', { name: entry.onBehalfOfName })}` : ''}
    </>
  );
}

/** What an area restores by itself from entries that tell of it: the form that takes the entry's id by a parameter. */
interface OwnRestore {
  /** What the entries tell. */
  name: string;
  parameter: string;
  label: string;
}

/** Who changed a record, newest first, with what was there before. */
export function RecordHistory(props: { definition: AnyCatalogue; row: AnyRow; back?: OwnRestore }) {
  const { definition, row, back } = props;
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as { action?: string; source?: string; page?: string };
  const page = Math.max(1, Number(asked.page) || 1);
  const ask = (change: typeof asked) =>
    void navigate({ to: '.', search: { tab: 'history', ...asked, ...change } as never, replace: true });
  const filter = { action: asked.action || undefined, source: asked.source || undefined };
  const { data, error, refetch } = useHistory(definition, row.id, { ...filter, skip: (page - 1) * size });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  // What is no field, like a password, is not brought back.
  const mayComeBack = ({ action, before }: HistoryRow) =>
    action === 'update' &&
    !definition.ownWrites &&
    can(definition.path, 'edit', row) &&
    Object.keys(before ?? {}).some((name) => Object.hasOwn(definition.fields, name));
  const mayRestore = ({ after }: HistoryRow) =>
    back !== undefined && can(definition.path, 'edit', row) && Object.hasOwn(after ?? {}, back.name);
  const filtered = filter.action !== undefined || filter.source !== undefined;
  const none = filtered ? t('history.noMatch') : t('history.none', { one: inSentence(definition.one) });
  return (
    <section className="sheet sec" aria-label={t('record.history')}>
      <fieldset className="history-filters" aria-label={t('history.filters')}>
        <Narrow
          label={t('history.action')}
          value={filter.action}
          options={actions.map((value) => [value, t(historyActionTexts[value])])}
          onChange={(action) => ask({ action, page: undefined as never })}
        />
        <Narrow
          label={t('history.how')}
          value={filter.source}
          options={historySources.map((value) => [value, t(`history.source.${value}`)])}
          onChange={(source) => ask({ source, page: undefined as never })}
        />
      </fieldset>
      <ul className="tl">
        {data?.data.map((entry) => (
          <li key={entry.id}>
            <span className={`dot ${shapes[entry.action] ?? 'off'}`} aria-hidden="true" />
            <div>
              <span className="mid">{t(historyActionTexts[entry.action])}</span> <ByWhom entry={entry} />
            </div>
            <div className="t3 sm">
              <When at={entry.at} /> (<Ago at={entry.at} />) · <bdi>{t(`history.source.${entry.source}`)}</bdi>
            </div>
            {entry.action === 'reveal' ? <p className="sm">{String(entry.after?.['field'] ?? '')}</p> : null}
            {entry.action === 'merge' ? (
              <p className="sm">{t('history.merged', { title: String(entry.after?.['merged'] ?? '') })}</p>
            ) : null}
            {entry.action === 'update' || entry.action === 'status' ? (
              <ChangeDetails definition={definition} entry={entry} row={row} />
            ) : null}
            {mayComeBack(entry) ? (
              <Link className="sm" to={`/${definition.path}/${row.id}/edit`} search={{ back: entry.id }}>
                {t('history.bringBack')}
              </Link>
            ) : null}
            {back && mayRestore(entry) ? (
              <Link
                className="sm"
                to={`/${definition.path}/${row.id}/edit`}
                search={{ [back.parameter]: entry.id } as never}
              >
                {back.label}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {data?.count === 0 ? <p className="t2">{none}</p> : null}
      {data && data.count > size ? (
        <Pager view={{ page, size }} count={data.count} onPage={(next) => ask({ page: String(next) })} />
      ) : null}
    </section>
  );
}

/** One of a few, with "any" first. */
function Narrow(props: {
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}) {
  const t = useT();
  return (
    <label className="row">
      {props.label}
      <select className="inp" value={props.value ?? ''} onChange={(event) => props.onChange(event.currentTarget.value)}>
        <option value="">{t('history.any')}</option>
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A record that a former state referred to, by its name of today; one that is gone keeps the end of its id. */
function Referred({ path, id }: { path: string; id: string }) {
  const { data, isPending } = useRow({ path }, id);
  return <bdi>{data ? titleText(path, data.title) : isPending ? '…' : id.slice(-8)}</bdi>;
}

/** What an area tells of a change beside the fields of the record: texts, lists, and lists by name. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${inWords(one) || '–'}`)
      .join('; ');
  return typeof value === 'string' || typeof value === 'number' ? named(String(value)) : '';
}

/** What a change changed, field by field. `row` is the record as it is now, where it is at hand. */
export function ChangeDetails({
  definition,
  entry,
  row,
}: {
  definition: AnyCatalogue;
  entry: HistoryRow;
  row?: AnyRow;
}) {
  const t = useT();
  // What is for those alone who read notes is told as a change of a note, though it is of what the note is about.
  const above = catalogueAt(definition.tabOf ?? undefined);
  const fields: Readonly<Record<string, AnyField>> = {
    ...(above ? shownFields(above) : {}),
    ...shownFields(definition),
  };
  const names = Object.keys(entry.after ?? {}).filter((name) => !isOpaque(fields[name]));
  const shown = (name: string, side: Record<string, unknown> | null) => {
    const field = fields[name];
    if (name === 'status') return t(side?.[name] === 1 ? 'catalogue.active' : 'catalogue.inactive');
    if (name === 'situation' && !field && side?.[name]) return textOf(historySituationTexts, String(side[name]));
    if (!field) return <bdi>{inWords(side?.[name]) || t('catalogue.none')}</bdi>;
    if (field.kind === 'ref')
      return typeof side?.[name] === 'string' ? <Referred path={field.to} id={side[name]} /> : t('catalogue.none');
    return <Value field={field} name={name} row={{ ...row, ...side } as AnyRow} full />;
  };
  return (
    <dl className="diff">
      {names.map((name) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{fields[name]?.label ?? textOf(historyFieldTexts, name)}</dt>
          <dd>
            <del>{shown(name, entry.before)}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{shown(name, entry.after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
