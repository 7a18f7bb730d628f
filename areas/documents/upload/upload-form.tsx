import { IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import { formatDay, named, useT } from '#kit/web/i18n.ts';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { vehicleKycDoc } from '../documents/document.contract.ts';
import type { SetKind } from '../review/review.contract.ts';
import { FilesInput } from './files-input.tsx';
import { FilePreview } from './file-preview.tsx';
import { type Draft, maxPages, type Step, type Typed } from './upload-queue.rules.ts';
import styles from './upload.module.css';

interface Props {
  draft: Draft;
  kind: SetKind;
  kinds: readonly SetKind[];
  /** Another one follows. */
  hasNext: boolean;
  step: (step: Step) => void;
  onSend: () => void;
}
const { fields: labels } = vehicleKycDoc;

/** One document: its pages, what it is, and only what its type asks for. */
export function UploadForm({ draft, kind, kinds, hasNext, step, onSend }: Props) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const { id, pages, typed, fields, message, state } = draft;
  const [shown, setShown] = useState(0);
  const page = pages[Math.min(shown, pages.length - 1)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  // What there is to type, or else the button: a row of documents is worked through without the pointer.
  useEffect(() => {
    const place = form.current?.querySelector(`.${styles.asked}`);
    const target =
      place?.querySelector<HTMLElement>('input[aria-invalid]') ??
      place?.querySelector<HTMLElement>('input') ??
      form.current?.querySelector<HTMLElement>('button[type=submit]');
    target?.focus();
  }, [id]);
  const wrong = Object.keys(fields).length > 0;
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [wrong]);
  const type = (name: keyof Typed) => (value: string) => step({ do: 'type', id, typed: { [name]: value } });
  const of = (name: keyof Typed) => ({
    label: labels[name].label,
    value: typed[name],
    error: fields[name],
    onChange: type(name),
    optional: name !== 'validUpto',
  });
  const said = [fields['pages'], fields['typeId'], fields['vehicleId'], fields['driverId']].filter(Boolean);
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={submit}
      aria-label={t('upload.document', { name: named(kind.type.label) })}
    >
      {page ? <FilePreview key={`${page.name} ${page.size} ${page.lastModified}`} file={page} /> : null}
      <Pages draft={draft} shown={shown} onShow={setShown} step={step} />
      {message && said.length === 0 && !Object.keys(typed).some((name) => fields[name]) ? (
        <div className="alert bad" role="alert">
          <bdi>{message}</bdi>
        </div>
      ) : null}
      {said.map((one) => (
        <div key={one} className="alert bad" role="alert">
          <bdi>{one}</bdi>
        </div>
      ))}
      <label className="fld">
        <span className="lab">{labels.typeId.label}</span>
        <select
          className="inp"
          value={draft.code}
          onChange={(event) => {
            const chosen = kinds.find((one) => one.type.code === event.currentTarget.value);
            if (chosen) step({ do: 'choose', id, kind: chosen });
          }}
        >
          {kinds.map((one) => (
            <option key={one.type.code} value={one.type.code}>
              {one.missing ? t('upload.missingOption', { name: named(one.type.label) }) : named(one.type.label)}
            </option>
          ))}
        </select>
      </label>
      <Existing kind={kind} />
      <div className={styles.asked}>
        {kind.hasExpiry ? <DayField {...of('validUpto')} required help={lateOf(t, typed.validUpto)} /> : null}
        {kind.asksNumber ? <TextField {...of('number')} dir="ltr" spellCheck={false} help={helpOf(kind)} /> : null}
      </div>
      <details
        className={styles.more}
        open={['issuedOn', 'validFrom', 'authority', 'note'].some((name) => fields[name])}
      >
        <summary>{t('upload.details')}</summary>
        <div className={styles.pair}>
          {kind.asksNumber || kind.known.number !== null ? null : (
            <TextField {...of('number')} dir="ltr" spellCheck={false} />
          )}
          <TextField {...of('authority')} />
          <DayField {...of('issuedOn')} />
          {kind.hasExpiry ? <DayField {...of('validFrom')} /> : null}
          <TextField {...of('note')} />
        </div>
      </details>
      <div className="row wrap">
        <button type="submit" className="btn p">
          {t(state === 'refused' && !wrong ? 'upload.retry' : hasNext ? 'upload.sendNext' : 'upload.send')}
        </button>
        <button type="button" className="btn g" onClick={() => step({ do: 'remove', id })}>
          {t('upload.remove')}
        </button>
      </div>
    </form>
  );
}

type T = ReturnType<typeof useT>;
/** A day that is over is taken, but hardly meant. */
const lateOf = (t: T, day: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && day < indiaDay(new Date()) ? t('upload.late') : undefined;
const helpOf = ({ type }: SetKind): string | undefined => (type.code === 'AADHAAR' ? labels.number.help : undefined);

/** What there is of the type already, so that nothing is uploaded twice by mistake. */
function Existing({ kind: { current, open } }: { kind: SetKind }) {
  const t = useT();
  if (open.some(({ state }) => state === 'PENDING' || state === 'UNDER_REVIEW'))
    return (
      <p className="st due">
        <bdi>{t('upload.waiting')}</bdi>
      </p>
    );
  if (!current) return null;
  return (
    <p className={`st off ${styles.renews}`}>
      <bdi>{current.validUpto ? t('upload.renews', { day: formatDay(current.validUpto) }) : t('upload.renewsAny')}</bdi>
    </p>
  );
}

/** The pages that belong together, and room for another. */
function Pages(props: { draft: Draft; shown: number; onShow: (at: number) => void; step: (step: Step) => void }) {
  const { draft, shown, onShow, step } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { id, pages } = draft;
  return (
    <div className={styles.pages}>
      <ul aria-label={t('papers.pages')}>
        {pages.map((page, at) => (
          <li key={`${page.name} ${page.size} ${page.lastModified}`}>
            {pages.length > 1 ? (
              <>
                <button
                  type="button"
                  className={`btn sm ${at === Math.min(shown, pages.length - 1) ? 'd' : 'g'}`}
                  aria-pressed={at === Math.min(shown, pages.length - 1)}
                  onClick={() => onShow(at)}
                >
                  <bdi className="cut">{page.name}</bdi>
                </button>
                <button
                  type="button"
                  className="btn g ic sm"
                  aria-label={t('upload.removePage', { name: page.name })}
                  onClick={() => step({ do: 'part', id, page })}
                >
                  <IconX className="i s" aria-hidden="true" />
                </button>
              </>
            ) : (
              <bdi className="t2 sm cut">{page.name}</bdi>
            )}
          </li>
        ))}
      </ul>
      {pages.length < maxPages ? (
        <>
          <FilesInput
            inputRef={input}
            label={t('upload.addPage')}
            onFiles={(files) => step({ do: 'extend', id, files })}
          />
          <button type="button" className="btn g sm" onClick={() => input.current?.click()}>
            {t('upload.addPage')}
          </button>
        </>
      ) : null}
    </div>
  );
}
