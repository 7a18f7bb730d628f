import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { formatNumber, said, useT } from '#kit/web/i18n.ts';
import { FieldsChanged } from '#kit/web/live/changed-notice.tsx';
import { Clash } from '#kit/web/live/send-merged.ts';
import { toast } from '#kit/web/toast.tsx';
import { ActionForm } from '#kit/web/ui/action-dialog.tsx';
import { ModuleHistory } from './module-history.tsx';
import { whyNot } from './module-places.web.ts';
import { moduleAuthors, type Place, rightsWrites, useMovePreview } from '../rights.queries.ts';
import type { MenuChange, ModuleRow } from '../permissions.contract.ts';
import styles from './modules.module.css';

export type ModuleDialog =
  | { kind: 'move'; module: ModuleRow; place?: Place }
  | { kind: 'rename' | 'history'; module: ModuleRow };

const titles = { move: 'modules.moveTitle', rename: 'modules.renameTitle', history: 'modules.historyTitle' } as const;

/** What is asked before a module is changed, and what was done to it. */
export function ModuleDialogs({
  dialog,
  all,
  onClose,
  onMove,
}: {
  dialog: ModuleDialog | undefined;
  all: readonly ModuleRow[];
  onClose: () => void;
  onMove: (module: ModuleRow, place: Place) => void;
}) {
  const t = useT();
  const title = dialog && t(titles[dialog.kind], { title: said(dialog.module.name) });
  return (
    <Modal opened={dialog !== undefined} onClose={onClose} title={title} size={dialog?.kind === 'move' ? 620 : 460}>
      {dialog?.kind === 'move' ? (
        <Move module={dialog.module} all={all} {...(dialog.place ? { place: dialog.place } : {})} onMove={onMove} />
      ) : null}
      {dialog?.kind === 'rename' ? <Rename module={dialog.module} all={all} onDone={onClose} /> : null}
      {dialog?.kind === 'history' ? <ModuleHistory module={dialog.module} /> : null}
    </Modal>
  );
}

const top = '';

function Move({
  module,
  all,
  place: given,
  onMove,
}: {
  module: ModuleRow;
  all: readonly ModuleRow[];
  place?: Place;
  onMove: (module: ModuleRow, place: Place) => void;
}) {
  const t = useT();
  const id = useId();
  const [place, setPlace] = useState<Place>(given ?? { parentId: module.parentId, beforeId: null });
  const [base, setBase] = useState(module);
  const newest = all.find((one) => one.id === module.id) ?? base;
  const siblings = all.filter((one) => one.parentId === place.parentId && one.id !== module.id);
  const groups = all.filter((one) => one.route === null);
  const why = whyNot(all, module.id, place.parentId);
  const { data, error, isPlaceholderData } = useMovePreview(module.id, why ? undefined : place);
  return (
    <ActionForm
      onSubmit={() => {
        if (!why) onMove(base, place);
      }}
    >
      {newest.parentId !== base.parentId ? (
        <FieldsChanged
          queryKey={['module', module.id, newest.version]}
          authors={() => moduleAuthors(module.id)}
          fields={{ parentId: t('modules.under') }}
          onUpdate={() => {
            setBase(newest);
            setPlace({ parentId: newest.parentId, beforeId: null });
          }}
        />
      ) : null}
      <div className="two">
        <div className="fld">
          <label htmlFor={`${id}-parent`}>{t('modules.under')}</label>
          <select
            id={`${id}-parent`}
            className="inp"
            data-autofocus
            value={place.parentId ?? top}
            onChange={(event) => setPlace({ parentId: event.currentTarget.value || null, beforeId: null })}
          >
            <option value={top}>{t('modules.top')}</option>
            {groups.map((one) => {
              const reason = whyNot(all, module.id, one.id);
              return (
                <option key={one.id} value={one.id} disabled={reason !== undefined}>
                  {`${'\u2003'.repeat(one.depth - 1)}${said(one.name)}${reason ? ` (${t(reason)})` : ''}`}
                </option>
              );
            })}
          </select>
        </div>
        <div className="fld">
          <label htmlFor={`${id}-before`}>{t('modules.place')}</label>
          <select
            id={`${id}-before`}
            className="inp"
            value={place.beforeId ?? top}
            onChange={(event) => setPlace({ ...place, beforeId: event.currentTarget.value || null })}
          >
            {siblings.map((one) => (
              <option key={one.id} value={one.id}>
                {t('modules.before', { title: one.name })}
              </option>
            ))}
            <option value={top}>{t('modules.last')}</option>
          </select>
        </div>
      </div>
      <section aria-label={t('modules.preview')} aria-busy={isPlaceholderData} aria-live="polite">
        <h3 className="h2" style={{ marginBlockEnd: 8 }}>
          {t('modules.preview')}
        </h3>
        {error ? <p className="alert bad">{error.message}</p> : null}
        {data ? <Preview changes={data} /> : error ? null : <span className="sk" />}
      </section>
      <div className="row">
        <button type="submit" className="btn p" disabled={why !== undefined || error !== null}>
          {t('modules.move')}
        </button>
      </div>
    </ActionForm>
  );
}

/** Whose menu changes, and how: roles whose menu changes alike stand together. */
function Preview({ changes }: { changes: readonly MenuChange[] }) {
  const t = useT();
  if (changes.length === 0) return <p className="t2">{t('modules.nobody')}</p>;
  const alike = new Map<string, MenuChange[]>();
  for (const change of changes) {
    const key = JSON.stringify([change.moved, change.appears, change.vanishes]);
    alike.set(key, [...(alike.get(key) ?? []), change]);
  }
  return (
    <ul className={styles['menu-changes']}>
      {[...alike].map(([key, some]) => {
        const people = some.reduce((sum, one) => sum + one.people, 0);
        return (
          <li key={key}>
            <div className="row">
              <bdi className="mid grow">{some.map((one) => one.roleName).join(', ')}</bdi>
              <span className="t3 sm nowrap">
                {t('rights.people', { count: people, number: formatNumber(people) })}
              </span>
            </div>
            {some[0] ? <How change={some[0]} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function How({ change }: { change: MenuChange }) {
  const t = useT();
  return (
    <ul className="sm t2">
      {change.moved.map((one) => (
        <li key={one.name}>
          <bdi>{said(one.name)}</bdi>
          {': '}
          <bdi>{one.from ?? t('modules.top')}</bdi>{' '}
          <span className="flip" aria-hidden="true" style={{ display: 'inline-block' }}>
            →
          </span>
          <span className="sr">{t('modules.to')}</span> <bdi>{one.to ?? t('modules.top')}</bdi>
        </li>
      ))}
      {change.appears.map((group) => (
        <li key={group}>{t('modules.appears', { group })}</li>
      ))}
      {change.vanishes.map((group) => (
        <li key={group}>{t('modules.vanishes', { group })}</li>
      ))}
      {change.isOrderOnly ? <li>{t('modules.orderOnly')}</li> : null}
    </ul>
  );
}

function Rename(props: { module: ModuleRow; all: readonly ModuleRow[]; onDone: () => void }) {
  const { module, all, onDone } = props;
  const t = useT();
  const id = useId();
  const [name, setName] = useState(module.name);
  const [base, setBase] = useState(module);
  const [error, setError] = useState<string>();
  const newest = all.find((one) => one.id === module.id) ?? base;
  const isOvertaken = newest.version > base.version && newest.name !== base.name && newest.name !== name;
  const save = async () => {
    try {
      toast.success(await rightsWrites.rename(base, { name }));
      onDone();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      // The name that others gave it is shown beside; whoever saves again means to replace it.
      if (failed instanceof Clash) setBase(failed.current as ModuleRow);
      setError(failed.fields['name'] ?? failed.message);
      document.getElementById(id)?.focus();
    }
  };
  return (
    <ActionForm onSubmit={() => void save()}>
      {isOvertaken ? (
        <FieldsChanged
          queryKey={['module', module.id, newest.version]}
          authors={() => moduleAuthors(module.id)}
          fields={{ name: t('rights.name') }}
          onUpdate={() => {
            setBase(newest);
            setName(newest.name);
            setError(undefined);
          }}
        />
      ) : null}
      <div className="fld">
        <label htmlFor={id}>{t('rights.name')}</label>
        <input
          id={id}
          className="inp"
          data-autofocus
          maxLength={60}
          value={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-help`}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error ? (
          <p id={`${id}-error`} className="errm">
            {error}
          </p>
        ) : null}
        <p id={`${id}-help`} className="help">
          {t('modules.renameHelp')}
        </p>
      </div>
      <div className="row">
        <button type="submit" className="btn p">
          {t('form.save')}
        </button>
      </div>
    </ActionForm>
  );
}
