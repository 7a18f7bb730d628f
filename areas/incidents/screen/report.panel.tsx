import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { downloadReport } from '../incidents.queries.ts';

/** The incident on paper. */
export function IncidentReport({ row }: Pick<RecordTabProps, 'row'>) {
  const t = useT();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    await downloadReport(row.id);
    setBusy(false);
  };
  return (
    <section className="sheet sec col gap-14" aria-labelledby={id}>
      <h2 className="h2" id={id}>
        {t('incidents.report.title')}
      </h2>
      <p className="t2 sm">
        <bdi>{t('incidents.report.text')}</bdi>
      </p>
      <div className="row">
        <button type="button" className="btn d sm" disabled={busy} onClick={() => void load()}>
          <IconDownload className="i s" aria-hidden="true" />
          {t('incidents.report.download')}
        </button>
      </div>
    </section>
  );
}
