import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { useFileDrop } from '#kit/web/ui/use-file-drop.ts';
import type { EvidenceCheck } from './evidence.contract.ts';
import { checkBundle } from './evidence.queries.ts';
import styles from './evidence.module.css';

const contents = [
  'certificate',
  'event',
  'fixes',
  'frames',
  'limits',
  'manifest',
  'map',
  'match',
  'network',
  'signature',
  'speed',
  'summary',
  'thresholds',
  'verdict',
] as const;

/** A bundle is dropped here, and every part of it is green or red. */
export function EvidenceCheckPage() {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<{ name: string; check?: EvidenceCheck; refused?: string }>();
  const check = async (file: File | undefined) => {
    if (!file) return;
    if (input.current) input.current.value = '';
    setFound({ name: file.name });
    try {
      setFound({ name: file.name, check: await checkBundle(file) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFound({ name: file.name, refused: error.message });
    }
  };
  const { over, listen } = useFileDrop((files) => void check(files[0]));
  const isBusy = found !== undefined && !found.check && found.refused === undefined;
  return (
    <>
      <PageTitle title={t('evidence.page')} sub={t('evidence.pageText')} />
      <div className={over ? `${styles.drop} ${styles.over}` : styles.drop} {...listen}>
        <input
          ref={input}
          type="file"
          className="sr"
          tabIndex={-1}
          accept=".zip,application/zip"
          aria-label={t('evidence.choose')}
          onChange={({ currentTarget }) => void check(currentTarget.files?.[0])}
        />
        <button type="button" className="btn p" disabled={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? t('evidence.checking') : t('evidence.choose')}
        </button>
        <span className="t2 d-only">{t('evidence.drop')}</span>
      </div>
      <div role="status" className={styles.result}>
        {found?.refused === undefined ? null : (
          <p className="alert bad">
            <bdi>{found.refused}</bdi>
          </p>
        )}
        {found?.check ? <Result name={found.name} check={found.check} /> : null}
      </div>
    </>
  );
}

function Result({ name, check }: { name: string; check: EvidenceCheck }) {
  const t = useT();
  const { isGenuine, unreadable, signature, verdict, words, keyId } = check;
  const Sign = isGenuine ? IconCircleCheck : IconCircleX;
  return (
    <>
      <div className={`alert ${isGenuine ? 'ok' : 'bad'}`}>
        <Sign className="i" aria-hidden="true" />
        <span className={styles.says}>
          <strong>{t(isGenuine ? 'evidence.genuine' : 'evidence.notGenuine')}</strong>
          <bdi className={styles.words}>{name}</bdi>
          <bdi>{unreadable ?? t(isGenuine ? 'evidence.genuineText' : 'evidence.notGenuineText')}</bdi>
        </span>
      </div>
      {unreadable === null ? (
        <>
          <section className="sheet sec">
            <dl className="facts sm">
              <dt>{t('evidence.signature')}</dt>
              <dd>
                <bdi className={`st ${signature === 'VALID' ? 'ok' : 'bad'}`}>
                  {t(`evidence.signatures.${signature}`, { keyId: keyId ?? '' })}
                </bdi>
              </dd>
              <dt>{t('evidence.result')}</dt>
              <dd>
                <bdi className={`st ${verdict === 'SAME' ? 'ok' : 'bad'}`}>{t(`evidence.results.${verdict}`)}</bdi>
                <bdi className={`${styles.under} ${styles.words}`}>{words}</bdi>
              </dd>
            </dl>
          </section>
          <Parts parts={check.parts} />
        </>
      ) : null}
    </>
  );
}

function Parts({ parts }: Pick<EvidenceCheck, 'parts'>) {
  const t = useT();
  return (
    <section className={`sheet ${styles.parts}`}>
      <table className="tbl plain">
        <thead>
          <tr>
            <th scope="col">{t('evidence.part')}</th>
            <th scope="col" className="num">
              {t('evidence.size')}
            </th>
            <th scope="col">{t('evidence.state')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, state, bytes }) => {
            const content = contents.find((one) => name.startsWith(`${one}.`));
            return (
              <tr key={name}>
                <th scope="row">
                  <bdi>{content ? t(`evidence.contents.${content}`) : name}</bdi>
                  <bdi dir="ltr" className={styles.under}>
                    {name}
                  </bdi>
                </th>
                <td className="num">
                  <bdi>{t('evidence.bytes', { number: formatNumber(bytes) })}</bdi>
                </td>
                <td>
                  <span className={`st ${state === 'SOUND' ? 'ok' : 'bad'}`}>{t(`evidence.states.${state}`)}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
