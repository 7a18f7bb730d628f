import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type ImportBatch, importLimits } from '#kit/contract/import.ts';
import { ApiError, api } from '../../api.ts';
import { formatNumber, useT } from '../../i18n.ts';
import { Ago } from '../../ui/when.tsx';
import { download } from '../data.ts';
import { Outcome } from './outcome.tsx';
import type { ReadSheet } from './sheet.ts';
import { useFileDrop } from '#kit/web/ui/use-file-drop.ts';

/** The first step: what is taken, an empty file to fill, and the way in; below it, what was brought in lately. */
export function Upload({ definition, onRead }: { definition: AnyCatalogue; onRead: (sheet: ReadSheet) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setFailure(undefined);
    if (file.size > importLimits.bytes) {
      setFailure(t('import.tooLarge', { limit: importLimits.bytes / 1_048_576 }));
      return;
    }
    setBusy(true);
    const form = new FormData();
    form.append('file', file);
    try {
      onRead((await api.post<Answer<ReadSheet>>(`/${definition.path}/import/read`, { form, quiet: true })).data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  const { over, listen } = useFileDrop(([file]) => void read(file));
  const template = async () => {
    const { blob, name } = await api.blob('GET', `/${definition.path}/import/template`);
    download(blob, name);
  };
  return (
    <>
      <section className="sheet sec col" style={{ gap: 16 }}>
        {failure ? (
          <p className="alert bad" role="alert">
            {failure}
          </p>
        ) : null}
        <p className="t2">{t('import.limits', { rows: formatNumber(importLimits.rows), mb: 10 })}</p>
        <div className={`drop${over ? ' over' : ''}`} {...listen}>
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            className="sr"
            tabIndex={-1}
            aria-label={t('import.file')}
            onChange={(event) => {
              void read(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <button type="button" className="btn p" disabled={busy} onClick={() => input.current?.click()}>
            {busy ? <span className="spin" aria-hidden="true" /> : <IconUpload className="i s" aria-hidden="true" />}
            {t('import.choose')}
          </button>
          <span className="t2 d-only">{t('import.drop')}</span>
        </div>
        <div>
          <button type="button" className="btn d" onClick={() => void template()}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('import.template')}
          </button>
        </div>
      </section>
      <Latest definition={definition} />
    </>
  );
}

function Latest({ definition }: { definition: AnyCatalogue }) {
  const t = useT();
  const [open, setOpen] = useState<ImportBatch>();
  const { data } = useQuery({
    queryKey: [definition.path, 'imports'],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<ImportBatch[]>>(`/${definition.path}/import`, { signal })).data,
  });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="latest" style={{ marginBlockStart: 22 }}>
      <h2 className="h2" id="latest" style={{ marginBlockEnd: 10 }}>
        {t('import.latest')}
      </h2>
      <ul className="sheet cards">
        {data.map((batch) => (
          <li key={batch.id} style={{ gridTemplateColumns: '1fr auto' }}>
            <span>
              <bdi className="mid">{batch.fileName}</bdi>
              <span className="t2 sm" style={{ display: 'block' }}>
                {t(`import.state.${batch.state}`)} ·{' '}
                {t('import.counts', {
                  created: formatNumber(batch.created),
                  updated: formatNumber(batch.updated),
                  failed: formatNumber(batch.failed),
                })}{' '}
                · <bdi>{batch.actorName}</bdi>, <Ago at={batch.at} />
              </span>
            </span>
            <button
              type="button"
              className="btn d sm"
              aria-expanded={open?.id === batch.id}
              onClick={() => setOpen(open?.id === batch.id ? undefined : batch)}
            >
              {t('action.open')}
              <span className="sr"> {batch.fileName}</span>
            </button>
            {open?.id === batch.id ? (
              <div style={{ gridColumn: '1 / -1' }}>
                <Outcome definition={definition} start={batch} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
