import { Menu, Modal } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconTrash, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { BulkReport } from '#kit/contract/answers.ts';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '../api.ts';
import { formatNumber, useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { toast } from '../toast.tsx';
import { download, writes } from './data.ts';

export type Selection = { ids: string[] } | { filter: Record<string, string> };

/** Fetches an export and hands it to the browser; a refusal comes as JSON and is shown by the API client. */
export async function exportRows(
  definition: AnyCatalogue,
  format: 'csv' | 'xlsx',
  selection: Selection,
): Promise<void> {
  try {
    const { blob, name } = await api.blob('POST', `/${definition.path}/export`, { body: { format, ...selection } });
    download(blob, name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

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
  const [busy, setBusy] = useState(false);
  const { path } = definition;

  const run = async (action: 'activate' | 'deactivate' | 'delete') => {
    setBusy(true);
    setAsking(false);
    try {
      const result = await writes.bulk(definition, action, selection);
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
    }
  };
  return (
    <>
      <div className="bulk" role="region" aria-label={t('catalogue.selection')}>
        <span role="status">{t('catalogue.selected', { count: formatNumber(count) })}</span>
        {total === undefined ? null : (
          <button type="button" className="btn all" onClick={onAll}>
            {t('catalogue.selectAll', { count: formatNumber(total) })}
          </button>
        )}
        <span className="vr" aria-hidden="true" />
        {can(path, 'status') ? (
          <>
            <button type="button" className="btn" disabled={busy} onClick={() => void run('activate')}>
              <IconPlayerPlay className="i s" aria-hidden="true" />
              <span className="act-word">{t('catalogue.activate')}</span>
            </button>
            <button type="button" className="btn" disabled={busy} onClick={() => void run('deactivate')}>
              <IconPlayerPause className="i s" aria-hidden="true" />
              <span className="act-word">{t('catalogue.deactivate')}</span>
            </button>
          </>
        ) : null}
        {can(path, 'export') ? (
          <Menu position="top" transitionProps={{ duration: 90 }}>
            <Menu.Target>
              <button type="button" className="btn">
                <IconDownload className="i s" aria-hidden="true" />
                <span className="act-word">{t('action.export')}</span>
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {(['csv', 'xlsx'] as const).map((format) => (
                <Menu.Item key={format} onClick={() => void exportRows(definition, format, selection)}>
                  {format.toUpperCase()}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
        {can(path, 'delete') ? (
          <button
            type="button"
            className="btn dng"
            disabled={busy}
            onClick={() => (count > typedAbove || !('ids' in selection) ? setAsking(true) : void run('delete'))}
          >
            <IconTrash className="i s" aria-hidden="true" />
            <span className="act-word">{t('action.delete')}</span>
          </button>
        ) : null}
        <span className="vr" aria-hidden="true" />
        <button type="button" className="btn ic" aria-label={t('catalogue.clearSelection')} onClick={onClear}>
          <IconX className="i s" aria-hidden="true" />
        </button>
      </div>
      <Confirm
        opened={asking}
        count={count}
        definition={definition}
        onClose={() => setAsking(false)}
        onYes={() => void run('delete')}
      />
      <Report report={report} definition={definition} onClose={() => setReport(undefined)} />
    </>
  );
}

function Confirm({
  opened,
  count,
  definition,
  onClose,
  onYes,
}: {
  opened: boolean;
  count: number;
  definition: AnyCatalogue;
  onClose: () => void;
  onYes: () => void;
}) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState('');
  const many = inSentence(definition.many);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('catalogue.confirmDelete', { count: formatNumber(count), many })}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className="col" style={{ gap: 16 }}>
        <p className="t2">{t('catalogue.confirmDeleteText')}</p>
        <div className="fld">
          <label htmlFor={id}>{t('catalogue.typeCount', { count })}</label>
          <input
            id={id}
            className="inp"
            inputMode="numeric"
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <div className="row">
          <button type="button" className="btn x" disabled={typed.trim() !== String(count)} onClick={onYes}>
            {t('action.delete')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </div>
    </Modal>
  );
}

function Report({
  report,
  definition,
  onClose,
}: {
  report: BulkReport | undefined;
  definition: AnyCatalogue;
  onClose: () => void;
}) {
  const t = useT();
  const save = () => {
    const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
    const lines = report?.failed.map((row) => [row.id, row.label, row.message].map(cell).join(',')) ?? [];
    download(
      new Blob([`\uFEFFId,${definition.one},Reason\r\n${lines.join('\r\n')}\r\n`], { type: 'text/csv' }),
      `${definition.path}-failed.csv`,
    );
  };
  return (
    <Modal
      opened={report !== undefined}
      onClose={onClose}
      size={620}
      title={t('catalogue.report', {
        done: formatNumber(report?.done ?? 0),
        failed: formatNumber(report?.failed.length ?? 0),
      })}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className="col" style={{ gap: 16 }}>
        <ul className="col" style={{ maxHeight: '45vh', overflow: 'auto' }}>
          {report?.failed.slice(0, 200).map((row) => (
            <li key={row.id} className="col" style={{ paddingBlock: 8, borderBlockEnd: '1px solid var(--line)' }}>
              <bdi className="mid">{row.label}</bdi>
              <span className="t2 sm">{row.message}</span>
            </li>
          ))}
        </ul>
        <div className="row">
          <button type="button" className="btn p" onClick={onClose}>
            {t('action.close')}
          </button>
          <button type="button" className="btn d" onClick={save}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('catalogue.failedCsv')}
          </button>
        </div>
      </div>
    </Modal>
  );
}
