import { Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { BulkReport } from '#kit/contract/answers.ts';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { formatNumber, useT } from '../../i18n.ts';
import { download } from '../data.ts';
import { offTextOf } from '../flip.ts';

/** Asks for the number before many records are deleted. */
export function BulkConfirm({
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
  const many = inSentence(definition.counted);
  return (
    <Modal opened={opened} onClose={onClose} title={t('catalogue.confirmDelete', { count: formatNumber(count), many })}>
      <div className="col" style={{ gap: 16 }}>
        <p className="t2">{t('catalogue.confirmDeleteText')}</p>
        {definition.removeText === null ? null : <p className="t2">{offTextOf(definition.removeText)}</p>}
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

/** What became of a change of many records: those that were left, with the reason. */
export function BulkOutcome({
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
