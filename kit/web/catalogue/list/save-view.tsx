import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SavedView } from '#kit/contract/views.ts';
import { ApiError } from '../../api.ts';
import { useT } from '../../i18n.ts';
import { ChangedNotice } from '../../live/changed-notice.tsx';
import { LateModal } from '../../ui/late.tsx';
import { Switch } from '../../ui/parts.tsx';
import { viewsOf } from './use-views.ts';

/** No push tells of views. */
const askAgainMs = 10_000;

/** Says in the open dialog that the view got another name or other readers in another window. */
function ChangedView({ view, onUpdate }: { view: SavedView; onUpdate: (newest: SavedView) => void }) {
  const t = useT();
  const { data } = useQuery({ ...viewsOf(view.module), refetchInterval: askAgainMs });
  const newest = data?.find(({ id }) => id === view.id);
  if (!newest || newest.version <= view.version) return null;
  const fields = [
    ...(newest.name === view.name ? [] : [t('saved.name')]),
    ...(newest.shared === view.shared ? [] : [t('saved.share')]),
  ];
  if (fields.length === 0) return null;
  const author = { name: newest.ownerName, at: newest.updatedAt };
  return <ChangedNotice author={author} fields={fields} onUpdate={() => onUpdate(newest)} />;
}

/** Names a view, and says who reads it. */
export function SaveAs({
  view,
  mayShare,
  onSave,
  onNewer,
  onClose,
}: {
  /** The view that gets another name or other readers; left out, a new one. */
  view?: SavedView;
  mayShare: boolean;
  onSave: (name: string, shared: boolean) => Promise<void>;
  /** The dialog is about a newer version of the view now. */
  onNewer: (newest: SavedView) => void;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    try {
      await onSave(name, shared);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.fields['name'] ?? error.message);
    }
  };
  return (
    <LateModal opened onClose={onClose} title={t(view ? 'saved.rename' : 'saved.saveAs')}>
      <form
        className="col gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {view ? (
          <ChangedView
            view={view}
            onUpdate={(newest) => {
              setName(newest.name);
              setShared(newest.shared);
              onNewer(newest);
            }}
          />
        ) : null}
        <div className="fld">
          <label htmlFor={id}>{t('saved.name')}</label>
          <input
            id={id}
            className="inp"
            data-autofocus
            maxLength={60}
            value={name}
            aria-invalid={failure ? true : undefined}
            aria-describedby={failure ? `${id}-error` : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure ? (
            <span className="errm" id={`${id}-error`}>
              {failure}
            </span>
          ) : null}
        </div>
        {mayShare ? <Switch on={shared} label={t('saved.share')} onToggle={() => setShared(!shared)} /> : null}
        <div className="row">
          <button type="submit" className="btn p" disabled={name.trim() === ''}>
            {t('saved.keep')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </LateModal>
  );
}
