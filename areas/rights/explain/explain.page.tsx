import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import type { Action } from '#kit/contract/rights.ts';
import { ApiError } from '#kit/web/api.ts';
import { catalogueAt } from '#kit/web/catalogue/all.ts';
import { said, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { PageTitle, Segments } from '#kit/web/ui/parts.tsx';
import { RowPicker } from '../row-picker.tsx';
import { RoleTabs } from '../role-tabs.tsx';
import { useExplanation, useOffered } from '../rights.queries.ts';
import type { ExplainStep, Explanation } from '../permissions.contract.ts';
import explainStyles from './explain.module.css';
import rightsStyles from '../rights.module.css';

type Asked = Partial<Record<'kind' | 'userId' | 'module' | 'action' | 'recordId', string | undefined>>;

/** Why somebody can or cannot do something, gate by gate. */
export function Why() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const allowed = can('role', 'view');
  useTurnAway(allowed);
  const { kind: _, ...rest } = asked;
  const query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value)) as Record<string, string>;
  const isWhole = Boolean(query['userId'] && query['module'] && query['action']);
  const { data, error } = useExplanation(query, allowed && isWhole);
  if (!allowed) return null;
  const ask = (change: Asked) =>
    void navigate({ to: '.', search: { ...asked, ...change } as never, replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title={t('why.title')} sub={<bdi>{t('why.text')}</bdi>} />
      <RoleTabs at="why" />
      <Question asked={asked} ask={ask} />
      {error ? (
        <p className="alert bad" role="alert">
          {error instanceof ApiError ? error.message : t('error.wrong')}
        </p>
      ) : null}
      {isWhole ? null : (
        <p className="t2">
          <bdi>{t('why.ask')}</bdi>
        </p>
      )}
      {data && isWhole && !error ? <Answer explanation={data} /> : null}
    </>
  );
}

/** Who, what and on which record: the permission check in fields. */
function Question({ asked, ask }: { asked: Asked; ask: (change: Asked) => void }) {
  const t = useT();
  const can = useCan();
  const id = useId();
  const modules = useOffered(true);
  const offered = modules.data?.filter((one) => one.offered.length > 0) ?? [];
  const module = offered.find((one) => one.key === asked.module);
  const definition = catalogueAt(asked.module);
  return (
    <section className={`sheet ${rightsStyles['why-pick']}`} aria-label={t('why.question')}>
      <Person asked={asked} ask={ask} />
      <div className="fld">
        <label htmlFor={`${id}-module`}>{t('rights.module')}</label>
        <select
          id={`${id}-module`}
          className="inp"
          value={module?.key ?? ''}
          onChange={(event) => {
            const key = event.currentTarget.value;
            const next = offered.find((one) => one.key === key);
            const keeps = next?.offered.includes(asked.action as Action);
            ask({ module: key || undefined, recordId: undefined, ...(keeps ? {} : { action: next?.offered[0] }) });
          }}
        >
          <option value="">{t('catalogue.choose')}</option>
          {offered.map((one) => (
            <option key={one.key} value={one.key}>
              {said(one.name)}
            </option>
          ))}
        </select>
      </div>
      <div className="fld">
        <label htmlFor={`${id}-action`}>{t('why.action')}</label>
        <select
          id={`${id}-action`}
          className="inp"
          value={asked.action ?? ''}
          disabled={!module}
          onChange={(event) => ask({ action: event.currentTarget.value })}
        >
          {module ? null : <option value="">{t('catalogue.choose')}</option>}
          {module?.offered.map((action) => (
            <option key={action} value={action}>
              {t(`rights.action.${action}`)}
            </option>
          ))}
        </select>
      </div>
      {definition && can(definition.path, 'view') && asked.action !== 'create' ? (
        <div className="fld">
          <label htmlFor={`${id}-record`}>
            {definition.one} <span className="opt">{t('form.optional')}</span>
          </label>
          <RowPicker
            id={`${id}-record`}
            key={definition.path}
            label={definition.one}
            path={definition.path}
            value={asked.recordId ?? ''}
            optional
            onChange={(value) => ask({ recordId: value || undefined })}
          />
        </div>
      ) : null}
    </section>
  );
}

/** Whose permission is asked about; who may look up nobody asks about themselves. */
function Person({ asked, ask }: { asked: Asked; ask: (change: Asked) => void }) {
  const t = useT();
  const can = useCan();
  const id = useId();
  const [user] = useKept('userData');
  const mayPick = (['user', 'app-user'] as const).filter((path) => can(path, 'view'));
  const whose = asked.kind === 'app-user' && mayPick.includes('app-user') ? 'app-user' : 'user';
  return (
    <>
      {mayPick.length > 1 ? (
        <Segments
          label={t('why.whose')}
          name={`${id}-kind`}
          value={whose}
          options={[
            { value: 'user', label: t('rights.staff') },
            { value: 'app-user', label: t('rights.clients') },
          ]}
          onChange={(path) => ask({ kind: path === 'user' ? undefined : path, userId: undefined })}
        />
      ) : null}
      <div className="fld">
        <label htmlFor={`${id}-person`}>{t('why.person')}</label>
        {mayPick.length > 0 ? (
          <RowPicker
            id={`${id}-person`}
            key={whose}
            label={t('why.person')}
            path={whose}
            value={asked.userId ?? ''}
            onChange={(value) => ask({ userId: value || undefined })}
          />
        ) : (
          <button type="button" className="btn d" id={`${id}-person`} onClick={() => ask({ userId: user?.id })}>
            {user?.name}
          </button>
        )}
      </div>
    </>
  );
}

const shapes = { true: 'ok', false: 'bad', null: 'off' } as const;

function Answer({ explanation }: { explanation: Explanation }) {
  const t = useT();
  const word = (step: ExplainStep) => t(step.ok === null ? 'why.note' : step.ok ? 'why.passes' : 'why.stops');
  return (
    <section aria-label={t('why.answer')} aria-live="polite">
      <div className={`${explainStyles.verdict} ${explanation.allowed ? 'ok' : 'bad'}`}>
        <span className={`dot ${explanation.allowed ? 'ok' : 'bad'}`} aria-hidden="true" />
        <div>
          <p className="sm">
            <bdi>{explanation.person.name}</bdi>,{' '}
            <Link to={`/role/${explanation.person.roleId}`}>{said(explanation.person.roleName)}</Link>
          </p>
          <p className={explainStyles.answer}>
            <bdi>{said(explanation.verdict)}</bdi>
          </p>
        </div>
      </div>
      <ol className={`sheet ${explainStyles.gates}`}>
        {explanation.steps.map((step) => (
          <li key={step.key}>
            <span className={`st ${shapes[String(step.ok) as 'true']}`}>{word(step)}</span>
            <span className="mid">{t(`why.gate.${step.key}`)}</span>
            <span className="t2">
              <bdi>{said(step.text)}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
