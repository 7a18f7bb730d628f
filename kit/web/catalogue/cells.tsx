import { lazy, Suspense, useEffect, useState } from 'react';
import { type AnyCatalogue, type AnyRow, linkOf, type RefInfo, refName, shownFields } from '#kit/contract/catalogue.ts';
import {
  type AnyField,
  choiceOf,
  type FileRef,
  type NumberField,
  type Place,
  titlePlate,
} from '#kit/contract/fields.ts';
import { addDays, daysBetween, indiaDay } from '#kit/contract/days.ts';
import { api } from '../api.ts';
import { said, formatDay, formatNumber, t } from '../i18n.ts';
import { Code } from '../ui/parts.tsx';
import { shortReason } from './short-reason.ts';
import { spokenText, titleText } from './spoken.ts';
import { catalogueAt } from './all.ts';
import { Plate } from '../ui/plate.tsx';
import { Ago, When } from '../ui/when.tsx';

const RichText = lazy(async () => ({ default: (await import('../ui/rich-text.tsx')).RichText }));

const urls = new Map<string, Promise<string>>();
/** Address of a stored picture; the bytes are fetched once with the session's token. */
function pictureUrl(id: string, size: number): Promise<string> {
  const key = `${id}/${size}`;
  let url = urls.get(key);
  if (!url) {
    url = api
      .blob('GET', `/file/${id}`, { query: { size }, quiet: true })
      .then(({ blob }) => URL.createObjectURL(blob));
    url.catch(() => urls.delete(key));
    urls.set(key, url);
  }
  return url;
}

export function Picture({ file, size, alt }: { file: FileRef; size: number; alt: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let live = true;
    pictureUrl(file.id, size).then(
      (found) => live && setUrl(found),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [file.id, size]);
  return url ? <img src={url} alt={alt} /> : null;
}

/** The picture of a row, or its first letters. */
export function Mark({ row, name, size = 64 }: { row: AnyRow; name: string; size?: number }) {
  const file = row[name] as FileRef | null;
  return (
    <span className="mark" aria-hidden="true">
      {file?.mime.startsWith('image/') ? (
        <Picture file={file} size={size} alt="" />
      ) : file ? (
        'PDF'
      ) : (
        row.title.slice(0, 2).toUpperCase()
      )}
    </span>
  );
}

/** A number as people read it, money in rupees. */
export const numberText = (field: NumberField, value: number) => {
  if (field.kind === 'money') return `₹${formatNumber(value / 100)}`;
  const shown = value + (field.shownFrom ?? 0);
  return field.plain ? String(shown) : formatNumber(shown);
};

/** One value as people read it. */
function wordOf(field: AnyField, one: unknown): string {
  if (field.kind === 'choice') return choiceOf(field, one)?.label ?? String(one);
  return field.kind === 'text' ? spokenText(field, String(one)) : String(one);
}

/** A value as people read it. `full` adds what a list has no room for. */
export function Value({
  field,
  name,
  row,
  full = false,
}: {
  field: AnyField;
  name: string;
  row: AnyRow;
  full?: boolean;
}) {
  const value = row[name];
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    return <span className="t3">{field.whenEmpty ?? (full ? t('catalogue.none') : '–')}</span>;
  const word = (one: unknown): string => wordOf(field, one);
  switch (field.kind) {
    case 'choice':
    case 'text':
      if (Array.isArray(value)) {
        const shown = full ? value : value.slice(0, 2);
        return (
          <span className={full ? 'row wrap' : 'row'} style={{ gap: 6 }}>
            {shown.map((one) => (
              <span key={String(one)} className="tag">
                <bdi>{word(one)}</bdi>
              </span>
            ))}
            {value.length > shown.length ? <span className="tag">+{value.length - shown.length}</span> : null}
          </span>
        );
      }
      if (field.kind === 'choice') {
        const { tone, short } = choiceOf(field, value) ?? {};
        const reason = field.reason === undefined || full ? null : (row[field.reason] as string | null);
        if (tone !== undefined)
          return reason === null ? (
            <bdi className={`st ${tone}`}>{word(value)}</bdi>
          ) : (
            <span className="stated">
              <bdi className={`st ${tone}`}>{short ?? word(value)}</bdi>{' '}
              <bdi className={`tag ${tone}`} title={said(reason)}>
                {shortReason(reason)}
              </bdi>
            </span>
          );
      }
      if (field.kind === 'text' && field.plate) return <Plate no={String(value)} use={row.plateUse} />;
      return field.kind === 'text' && field.code ? <Code>{String(value)}</Code> : <bdi>{word(value)}</bdi>;
    case 'integer':
    case 'decimal':
    case 'money':
      return (
        <bdi dir="ltr">
          {numberText(field, value as number)}
          {full && field.unit ? ` ${field.unit}` : ''}
        </bdi>
      );
    case 'flag':
      return <>{field.words ? field.words[value ? 0 : 1] : t(value ? 'catalogue.yes' : 'catalogue.no')}</>;
    case 'time':
      return full ? (
        <>
          <When at={String(value)} />{' '}
          <span className="t3">
            (<Ago at={String(value)} />)
          </span>
        </>
      ) : (
        <Ago at={String(value)} />
      );
    case 'date':
      if (field.distance && !full && isNear(String(value))) return <Deadline day={String(value)} />;
      return (
        <>
          <When at={String(value)} />{' '}
          {full ? (
            <span className="t3">
              (<Ago at={String(value)} />)
            </span>
          ) : null}
        </>
      );
    case 'ref': {
      const info = row[refName(name)] as RefInfo | null;
      if (info && isPlate(field.to)) return <Plate no={info.label} use={info.plateUse} />;
      return (
        <bdi className={info?.status === 0 ? 't3' : field.isSecondName && !full ? 'mid' : undefined}>
          {info ? titleText(field.to, info.label) : '–'}
        </bdi>
      );
    }
    case 'file':
      return full && (value as FileRef).mime.startsWith('image/') ? (
        <span className="picture-box">
          <Picture file={value as FileRef} size={256} alt={field.label} />
        </span>
      ) : (
        <bdi>{(value as FileRef).name}</bdi>
      );
    case 'place': {
      const { lat, lon } = value as Place;
      return (
        <bdi dir="ltr" className="mono">
          {lat.toFixed(5)}, {lon.toFixed(5)}
        </bdi>
      );
    }
    case 'longText':
      if (field.rich && full)
        return (
          <Suspense fallback={<span className="sk" />}>
            <RichText html={String(value)} />
          </Suspense>
        );
      return <bdi style={full ? { whiteSpace: 'pre-line' } : undefined}>{spokenText(field, String(value))}</bdi>;
    default:
      return <bdi style={full ? { whiteSpace: 'pre-line' } : undefined}>{String(value)}</bdi>;
  }
}

/** Days that a deadline was missed by; negative before it. */
const daysLate = (day: string): number => daysBetween(day, indiaDay(new Date()));

/** How far a deadline is: 'in 6 days', or '15 days late'. */
function Deadline({ day }: { day: string }) {
  const late = daysLate(day);
  if (late <= 0) return <Ago at={day} />;
  return (
    <time dateTime={day} title={formatDay(day)}>
      <bdi>{t('catalogue.overdue', { count: late })}</bdi>
    </time>
  );
}

/** A deadline of the next weeks, or one that was missed: quiet until it matters. */
const nearDays = 60;
const isNear = (day: string): boolean => day <= addDays(indiaDay(new Date()), nearDays);

/** True for records that are called by their plate. */
const isPlate = (path: string): boolean => {
  const definition = catalogueAt(path);
  return definition !== undefined && titlePlate(definition) !== undefined;
};

export const isNumber = (field: AnyField): boolean => ['integer', 'decimal', 'money'].includes(field.kind);

/** Columns of a list: the field that links to the record, the picture beside it, and the rest. */
export function columnsOf(definition: AnyCatalogue) {
  const { firstColumns } = definition;
  const rank = (name: string) => (firstColumns.includes(name) ? firstColumns.indexOf(name) : firstColumns.length);
  const listed = Object.entries<AnyField>(shownFields(definition))
    .filter(([, field]) => field.list)
    .toSorted(([a], [b]) => rank(a) - rank(b));
  const link = linkOf(definition.fields, definition.title);
  const picture = listed.find(([, field]) => field.kind === 'file')?.[0];
  return { link, picture, rest: listed.filter(([name]) => name !== link && name !== picture) };
}
