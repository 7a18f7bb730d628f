import { IconDownload, IconEdit, IconPlayerPause, IconPlayerPlay, IconTrash, IconX } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import type { BulkReport } from '#kit/contract/answers.ts';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { ApiError } from '../../api.ts';
import { ask } from '../../ask.ts';
import { offTextOf } from '../flip.ts';
import { exportRows, type Selection } from '../../exports.ts';
import { bulkLimit } from '#kit/contract/list-query.ts';
import { formatNumber, useT } from '../../i18n.ts';
import { useOffers } from '../../offers.ts';
import { useCan } from '../../rights.ts';
import { toast } from '../../toast.tsx';
import { type BulkAction, useBulkActions } from './area-bulk.ts';
import { BulkConfirm, BulkOutcome } from './bulk-dialogs.tsx';
import { BulkEdit } from './bulk-edit.tsx';
import { writes } from '../data.ts';
import { LateMenu } from '../../ui/floating/late-floating.tsx';

/** Deleting more rows than this asks to type the number. */
const typedAbove = 20;

interface Props {
  definition: AnyCatalogue;
  count: number;
  /** Number of all matching rows, when they can still be added. */
  total: number | undefined;
  selection: Selection;
  onAll: () => void;
  onClear: () => void;
}

export function BulkBar({ definition, count, total, selection, onAll, onClear }: Props) {
  const t = useT();
  const can = useCan();
  const [report, setReport] = useState<BulkReport>();
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const { path } = definition;

  const run = async (action: 'activate' | 'deactivate' | 'delete' | 'edit', set?: Record<string, unknown>) => {
    setBusy(true);
    setAsking(false);
    setEditing(false);
    try {
      const result = await writes.bulk(definition, action, selection, set);
      if (result.failed.length > 0) setReport(result);
      else {
        const undo =
          action === 'delete' && 'ids' in selection
            ? () => void writes.bulk(definition, 'restore', selection)
            : undefined;
        toast.success(t(`catalogue.done.${action}`, { count: formatNumber(result.done) }), undo);
        onClear();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      // The dialog is closed, and when something was refused the selection is still there to go on with.
      if (action === 'edit') setTimeout(() => editButton.current?.focus());
    }
  };
  /** What becomes of one that is switched off becomes of all of them: asked before. */
  const deactivate = async () => {
    if (definition.offText !== null) {
      const yes = await ask({
        title: t('catalogue.offMany', { count: formatNumber(count), many: inSentence(definition.counted) }),
        text: offTextOf(definition.offText),
        yes: t('catalogue.deactivate'),
      });
      if (!yes) return;
    }
    await run('deactivate');
  };
  const askDelete = async () => {
    if (count > typedAbove || !('ids' in selection)) return setAsking(true);
    if (definition.removeText !== null) {
      const yes = await ask({
        title: t('catalogue.confirmDelete', { count: formatNumber(count), many: inSentence(definition.counted) }),
        text: offTextOf(definition.removeText),
        yes: t('action.delete'),
      });
      if (!yes) return;
    }
    await run('delete');
  };
  useBulkOffers({ definition, count, selection, onClear }, busy, {
    activate: () => void run('activate'),
    deactivate: () => void deactivate(),
    edit: () => setEditing(true),
    remove: () => void askDelete(),
  });
  return (
    <>
      <div className="bulk" role="region" aria-label={t('catalogue.selection')}>
        <span role="status">{t('catalogue.selected', { count: formatNumber(count) })}</span>
        <TakeAll total={total} onAll={onAll} />
        <span className="vr" aria-hidden="true" />
        {can(path, 'status') ? (
          <>
            <button type="button" className="btn" disabled={busy} onClick={() => void run('activate')}>
              <IconPlayerPlay className="i s" aria-hidden="true" />
              <span className="act-word">{t('catalogue.activate')}</span>
            </button>
            <button type="button" className="btn" disabled={busy} onClick={() => void deactivate()}>
              <IconPlayerPause className="i s" aria-hidden="true" />
              <span className="act-word">{t('catalogue.deactivate')}</span>
            </button>
          </>
        ) : null}
        {can(path, 'edit') && !definition.ownWrites ? (
          <button ref={editButton} type="button" className="btn" disabled={busy} onClick={() => setEditing(true)}>
            <IconEdit className="i s" aria-hidden="true" />
            <span className="act-word">{t('catalogue.setField')}</span>
          </button>
        ) : null}
        <Brought definition={definition} selection={selection} count={count} busy={busy} onClear={onClear} />
        {can(path, 'export') ? <ExportSelected definition={definition} selection={selection} count={count} /> : null}
        {can(path, 'delete') ? (
          <button type="button" className="btn dng" disabled={busy} onClick={() => void askDelete()}>
            <IconTrash className="i s" aria-hidden="true" />
            <span className="act-word">{t('action.delete')}</span>
          </button>
        ) : null}
        <span className="vr" aria-hidden="true" />
        <button type="button" className="btn ic" aria-label={t('catalogue.clearSelection')} onClick={onClear}>
          <IconX className="i s" aria-hidden="true" />
        </button>
      </div>
      {editing ? (
        <BulkEdit
          definition={definition}
          count={count}
          onClose={() => setEditing(false)}
          onSet={(set) => void run('edit', set)}
        />
      ) : null}
      <BulkConfirm
        opened={asking}
        count={count}
        definition={definition}
        onClose={() => setAsking(false)}
        onYes={() => void run('delete')}
      />
      <BulkOutcome report={report} definition={definition} onClose={() => setReport(undefined)} />
    </>
  );
}

/** What areas offer to do with what is selected. */
function Brought({
  definition,
  selection,
  count,
  busy,
  onClear,
}: Pick<Props, 'definition' | 'selection' | 'count' | 'onClear'> & { busy: boolean }) {
  const t = useT();
  const [shown, setShown] = useState<BulkAction>();
  return (
    <>
      {useBulkActions(definition.path).map((action) => (
        <button key={action.key} type="button" className="btn" disabled={busy} onClick={() => setShown(action)}>
          {t(action.label)}
        </button>
      ))}
      {shown ? (
        <Suspense>
          <shown.dialog
            definition={definition}
            selection={selection}
            count={count}
            onClose={(done) => {
              setShown(undefined);
              if (done) onClear();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Offers the same acts in the palette. */
function useBulkOffers(
  { definition, count, selection, onClear }: Pick<Props, 'definition' | 'count' | 'selection' | 'onClear'>,
  busy: boolean,
  acts: Readonly<Record<'activate' | 'deactivate' | 'edit' | 'remove', () => void>>,
): void {
  const t = useT();
  const can = useCan();
  const { path } = definition;
  useOffers(() => {
    const offer = (key: string, action: string, act: () => void) => ({
      key: `selected-${key}`,
      name: t('palette.with', { action, what: t('catalogue.selected', { count: formatNumber(count) }) }),
      run: act,
    });
    if (busy) return [];
    return [
      ...(can(path, 'status')
        ? [
            offer('activate', t('catalogue.activate'), acts.activate),
            offer('deactivate', t('catalogue.deactivate'), acts.deactivate),
          ]
        : []),
      ...(can(path, 'edit') && !definition.ownWrites ? [offer('edit', t('catalogue.setField'), acts.edit)] : []),
      ...(can(path, 'export')
        ? (['csv', 'xlsx'] as const).map((format) =>
            offer(
              format,
              `${t('action.export')} ${format.toUpperCase()}`,
              () => void exportRows(definition, { format, selection, count }),
            ),
          )
        : []),
      ...(can(path, 'delete') ? [offer('delete', t('action.delete'), acts.remove)] : []),
      { key: 'selected-clear', name: t('catalogue.clearSelection'), run: onClear },
    ];
  });
}

/** Takes all matching rows, as far as that many can be changed at once. */
function TakeAll({ total, onAll }: Pick<Props, 'total' | 'onAll'>) {
  const t = useT();
  if (total === undefined) return null;
  return total > bulkLimit ? (
    <span className="t3 sm">{t('catalogue.tooMany', { limit: formatNumber(bulkLimit) })}</span>
  ) : (
    <button type="button" className="btn all" onClick={onAll}>
      {t('catalogue.selectAll', { count: formatNumber(total) })}
    </button>
  );
}

function ExportSelected({ definition, selection, count }: Pick<Props, 'definition' | 'selection' | 'count'>) {
  const t = useT();
  return (
    <LateMenu
      position="top"
      trigger={
        <button type="button" className="btn">
          <IconDownload className="i s" aria-hidden="true" />
          <span className="act-word">{t('action.export')}</span>
        </button>
      }
    >
      {(Menu) => (
        <>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Menu.Item key={format} onClick={() => void exportRows(definition, { format, selection, count })}>
              {format.toUpperCase()}
            </Menu.Item>
          ))}
        </>
      )}
    </LateMenu>
  );
}
