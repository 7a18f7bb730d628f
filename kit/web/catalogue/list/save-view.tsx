import { useId, useState } from 'react';
import type { SavedView } from '#kit/contract/views.ts';
import { ApiError } from '../../api.ts';
import { useT } from '../../i18n.ts';
import { LateModal } from '../../ui/late.tsx';
import { Switch } from '../../ui/parts.tsx';

/** Names a view, and says who reads it. */
export function SaveAs({
  view,
  mayShare,
  onSave,
  onClose,
}: {
  /** The view that gets another name or other readers; left out, a new one. */
  view?: SavedView;
  mayShare: boolean;
  onSave: (name: string, shared: boolean) => Promise<void>;
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
