import { IconFileText, IconPaperclip, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useFileDrop } from '#kit/web/ui/use-file-drop.ts';
import styles from '../challan.module.css';

const taken = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const [mostFiles, mostBytes] = [5, 10 * 1024 * 1024];
const problems = {
  type: 'challan.contest.refused.type',
  size: 'challan.contest.refused.size',
  count: 'challan.contest.refused.count',
} as const;
interface Refused {
  name: string;
  problem: keyof typeof problems;
}

/** Documents that go along: up to five pictures or PDFs, chosen or dropped. */
export function ChosenFiles({
  files,
  onChange,
}: {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}) {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const add = (more: readonly File[]) => {
    const next = [...files];
    const without: Refused[] = [];
    for (const file of more) {
      const problem = !taken.includes(file.type)
        ? 'type'
        : file.size > mostBytes
          ? 'size'
          : next.length >= mostFiles
            ? 'count'
            : undefined;
      if (problem) without.push({ name: file.name, problem });
      else next.push(file);
    }
    setRefused(without);
    onChange(next);
  };
  const { over, listen } = useFileDrop(add);
  return (
    <div className="fld" role="group" aria-labelledby={id}>
      <span className="lab" id={id}>
        {t('challan.contest.documents')} <span className="opt">{t('form.optional')}</span>
      </span>
      <input
        ref={input}
        type="file"
        multiple
        accept={taken.join(',')}
        className="sr"
        tabIndex={-1}
        aria-label={t('challan.contest.choose')}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (chosen.length > 0) add(chosen);
        }}
      />
      <div className={`${styles.drop} ${over ? styles.over : ''}`} {...listen}>
        {files.map((file, at) => (
          <p key={`${file.name} ${file.lastModified} ${file.size}`} className={styles.chosen}>
            <IconFileText className="i s" aria-hidden="true" />
            <bdi className="cut">{file.name}</bdi>
            <span className="sm t2">
              {t('challan.contest.size', { kb: formatNumber(Math.ceil(file.size / 1_000)) })}
            </span>
            <button
              type="button"
              className="btn g ic sm"
              aria-label={t('challan.contest.leaveOut', { name: file.name })}
              onClick={() => onChange(files.filter((_, one) => one !== at))}
            >
              <IconX className="i s" aria-hidden="true" />
            </button>
          </p>
        ))}
        {files.length < mostFiles ? (
          <button
            type="button"
            className="btn d sm"
            aria-describedby={`${id}-help`}
            onClick={() => input.current?.click()}
          >
            <IconPaperclip className="i s" aria-hidden="true" />
            {t('challan.contest.choose')}
          </button>
        ) : null}
        <span className="help" id={`${id}-help`}>
          {t('challan.contest.chooseHelp')}
        </span>
      </div>
      {refused.map(({ name, problem }) => (
        <p key={`${name} ${problem}`} className="errm" role="alert">
          <bdi>
            {name}: {t(problems[problem])}
          </bdi>
        </p>
      ))}
    </div>
  );
}
