import { IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useFileDrop } from '#kit/web/ui/use-file-drop.ts';
import { states } from '#areas/offices/states.contract.ts';
import { roadFileLimits } from '../road-import.contract.ts';
import { sendFile } from './send-file.web.ts';
import styles from './road-imports.module.css';

const mega = 1_048_576;

/** Files of one name follow each other: by default their own, without its end and its date. */
const nameOf = (file: string): string =>
  file
    .replace(/(\.osm)?\.(pbf|json|geojson|geojsonl|ndjson)$/i, '')
    .replace(/[-_ ]?(latest|\d{6,8}|\d{4}-\d{2}-\d{2})$/i, '')
    .slice(0, 80)
    .trim() || file.slice(0, 80);

/** A place for a file, what else is to be known of it, and how much of it has arrived. */
export function BeginImport({ dataSets }: { dataSets: readonly string[] }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [failure, setFailure] = useState<string>();
  const take = (given: File | undefined) => {
    setFailure(undefined);
    if (!given) return;
    if (given.size > roadFileLimits.bytes) setFailure(t('roadImport.tooLarge', { limit: roadFileLimits.bytes / mega }));
    else if (given.size === 0) setFailure(t('roadImport.emptyFile'));
    else setFile(given);
  };
  const { over, listen } = useFileDrop(([given]) => take(given));
  return (
    <section className={`sheet sec col ${styles.begin}`} aria-label={t('roadImport.begin')}>
      {failure ? (
        <p className="alert bad" role="alert">
          {failure}
        </p>
      ) : null}
      {file ? (
        <FileForm key={file.name} file={file} dataSets={dataSets} onClose={() => setFile(undefined)} />
      ) : (
        <>
          <div className={over ? 'drop over' : 'drop'} {...listen}>
            <input
              ref={input}
              type="file"
              accept=".pbf,.json,.geojson,.geojsonl,.ndjson"
              className="sr"
              tabIndex={-1}
              aria-label={t('roadImport.chooseFile')}
              onChange={(event) => {
                take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <button type="button" className="btn p" onClick={() => input.current?.click()}>
              <IconUpload className="i s" aria-hidden="true" />
              {t('roadImport.choose')}
            </button>
            <span className="t2 d-only">{t('roadImport.drop')}</span>
          </div>
          <p className="t2 sm">{t('roadImport.limits')}</p>
        </>
      )}
    </section>
  );
}

function FileForm({ file, dataSets, onClose }: { file: File; dataSets: readonly string[]; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const [dataSet, setDataSet] = useState(() => nameOf(file.name));
  const [elsewhere, setElsewhere] = useState('');
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<ApiError>();
  const sending = useRef<{ stop: AbortController; id?: string }>(undefined);
  const send = async () => {
    const own: NonNullable<typeof sending.current> = { stop: new AbortController() };
    sending.current = own;
    setProblem(undefined);
    setShare(0);
    try {
      const begin = { dataSet, elsewhere: elsewhere || null };
      const sent = await sendFile(
        file,
        begin,
        (now, importId) => {
          own.id = importId;
          setShare(now);
        },
        own.stop.signal,
      );
      await invalidate('road-import');
      await navigate({ to: `/road-import/${sent.id}` });
    } catch (error) {
      setShare(undefined);
      if (own.stop.signal.aborted) return;
      setProblem(error instanceof ApiError ? error : new ApiError(0, { message: t('error.wrong') }));
      await invalidate('road-import');
    }
  };
  const cancel = async () => {
    const { stop, id: importId } = sending.current ?? {};
    stop?.abort();
    if (importId !== undefined)
      await api.post(`/road-import/${importId}/cancel`, { quiet: true }).catch(() => undefined);
    await invalidate('road-import');
    onClose();
  };
  const fields = problem?.fields ?? {};
  return (
    <form
      className={`col ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p>
        <bdi className="mid">{file.name}</bdi>{' '}
        <span className="t2">
          {t('roadImport.megabytes', { size: formatNumber(Math.max(0.1, Math.round((file.size / mega) * 10) / 10)) })}
        </span>
      </p>
      {problem && Object.keys(fields).every((name) => name !== 'dataSet') ? (
        <p className="alert bad" role="alert">
          <bdi>{problem.message}</bdi>
        </p>
      ) : null}
      <div className={styles.fields}>
        <TextField
          label={t('roadImport.dataSet')}
          value={dataSet}
          onChange={setDataSet}
          maxLength={80}
          required
          disabled={share !== undefined}
          list={`${id}-sets`}
          help={t('roadImport.dataSetHelp')}
          error={fields['dataSet']}
        />
        <datalist id={`${id}-sets`}>
          {dataSets.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <StateField value={elsewhere} isOff={share !== undefined} onChange={setElsewhere} />
      </div>
      {share === undefined ? null : (
        <div role="status">
          <p className="t2 sm">{t('roadImport.uploaded', { percent: formatNumber(Math.floor(share * 100)) })}</p>
          <progress className="bar-of" max={1} value={share} aria-label={t('roadImport.upload')} />
        </div>
      )}
      <div className="row wrap">
        <button type="submit" className="btn p" disabled={share !== undefined || dataSet.trim() === ''}>
          {share === undefined ? null : <span className="spin" aria-hidden="true" />}
          {t('roadImport.check')}
        </button>
        <button type="button" className="btn d" onClick={() => void cancel()}>
          {t('action.cancel')}
        </button>
      </div>
    </form>
  );
}

/** The state of roads that no town is near. */
function StateField(props: { value: string; isOff: boolean; onChange: (state: string) => void }) {
  const t = useT();
  const id = useId();
  return (
    <div className="fld">
      <label htmlFor={id} className="lab">
        {t('roadImport.elsewhere')} <span className="opt">{t('form.optional')}</span>
      </label>
      <select
        id={id}
        className="inp"
        value={props.value}
        disabled={props.isOff}
        aria-describedby={`${id}-help`}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        <option value="">{t('roadImport.noState')}</option>
        {states.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span className="help" id={`${id}-help`}>
        {t('roadImport.elsewhereHelp')}
      </span>
    </div>
  );
}
