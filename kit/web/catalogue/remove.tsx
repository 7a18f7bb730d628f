import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reference } from '#kit/contract/answers.ts';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { ApiError } from '../api.ts';
import { formatNumber, said, useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { toast } from '../toast.tsx';
import { LateModal } from '../ui/late.tsx';
import { writes } from './data.ts';
import { mayFlip, mayRemove } from './flip.ts';
import { titleText } from './spoken.ts';

/** Says what was deleted, with an Undo that brings it back. */
export function toastRemoved(definition: AnyCatalogue, row: AnyRow, message: string): void {
  toast.success(message, () => {
    writes.restore(definition, row.id).then(
      (restored) => toast.success(restored),
      () => undefined,
    );
  });
}

/** Deletes a row at once, with Undo; where more comes of that than the word says, it asks before. When something refers to it, a dialog says what, and offers to deactivate instead. */
export function useRemove(definition: AnyCatalogue, onGone: () => void) {
  const t = useT();
  const can = useCan();
  // Kept while the dialog goes; a row that was never refused has none.
  const [refused, setRefused] = useState<{ row: AnyRow; references: Reference[]; isShown: boolean }>();
  const remove = async (row: AnyRow) => {
    if (!(await mayRemove(definition, row))) return;
    try {
      toastRemoved(definition, row, await writes.remove(definition, row));
      onGone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.body.references) setRefused({ row, references: error.body.references, isShown: true });
      else toast.error(error.message);
    }
  };
  const close = () => setRefused((last) => last && { ...last, isShown: false });
  const deactivate = async (row: AnyRow) => {
    close();
    if (!(await mayFlip(definition, row))) return;
    await writes.flip(definition, row).then(
      (message) => toast.success(message),
      () => undefined,
    );
  };
  const dialog = refused && (
    <LateModal
      opened={refused.isShown}
      onClose={close}
      title={t('catalogue.inUse', { title: titleText(definition.path, refused.row.title) })}
    >
      <div className="col" style={{ gap: 14 }}>
        <p className="t2">{t('catalogue.inUseText', { one: inSentence(definition.one) })}</p>
        <ul className="col" style={{ gap: 6 }}>
          {refused.references.map((reference) => (
            <li key={reference.path + reference.label} className="row">
              <Link to={`/${reference.path}`} search={{ [reference.field]: refused.row.id }} className="mid">
                {formatNumber(reference.count)} {inSentence(said(reference.label))}
              </Link>
            </li>
          ))}
        </ul>
        <div className="row">
          {refused.row.status === 1 && can(definition.path, 'status') ? (
            <button type="button" className="btn p" onClick={() => void deactivate(refused.row)}>
              {t('catalogue.deactivate')}
            </button>
          ) : null}
          <button type="button" className="btn d" onClick={close}>
            {t('action.close')}
          </button>
        </div>
      </div>
    </LateModal>
  );
  return { remove, dialog };
}
