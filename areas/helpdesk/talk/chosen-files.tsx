import { IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { sizeText } from './attachments.tsx';
import { addFiles, type FileProblem, takenTypes } from './chosen-files.rules.ts';
import styles from './talk.module.css';

const reasons = {
  type: 'talk.refused.type',
  size: 'talk.refused.size',
  count: 'talk.refused.count',
} as const satisfies Record<FileProblem, PlainTextKey>;

/** Files that are about to be sent. They last as long as the page: what the browser keeps of a draft is its words. */
export function useChosenFiles() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  return {
    files,
    refused,
    add: (more: readonly File[]) => {
      const next = addFiles(files, more);
      setFiles(next.files);
      setRefused(next.refused);
    },
    remove: (at: number) => {
      setFiles(files.filter((_, one) => one !== at));
      setRefused([]);
    },
    clear: () => {
      setFiles([]);
      setRefused([]);
    },
  };
}
export type Chosen = ReturnType<typeof useChosenFiles>;

/** Where the browser asks for files; a button opens it. */
export function FileInput({ input, onAdd }: { input: Ref<HTMLInputElement>; onAdd: (files: File[]) => void }) {
  const t = useT();
  return (
    <input
      ref={input}
      type="file"
      multiple
      accept={takenTypes.join(',')}
      className="sr"
      tabIndex={-1}
      aria-label={t('talk.attach')}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // The same file can be chosen again.
        currentTarget.value = '';
        if (files.length > 0) onAdd(files);
      }}
    />
  );
}

export type RefusedFile = Readonly<{ name: string; problem: FileProblem }>;

/** Why files were not taken. */
export function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  const t = useT();
  return refused.map(({ name, problem }) => (
    <p key={`${name} ${problem}`} className="errm" role="alert">
      <bdi>
        {name}: {t(reasons[problem])}
      </bdi>
    </p>
  ));
}

/** The button that chooses files. */
export function AttachButton({ chosen, label }: { chosen: Chosen; label: ReactNode }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput input={input} onAdd={chosen.add} />
      <button type="button" className="btn g sm" title={t('talk.attachHelp')} onClick={() => input.current?.click()}>
        <IconPaperclip className="i s" aria-hidden="true" />
        {label}
      </button>
    </>
  );
}

/** What was chosen, each with a way to leave it out, and why others were not taken. */
export function ChosenFiles({ chosen: { files, refused, remove } }: { chosen: Chosen }) {
  const t = useT();
  return (
    <>
      {files.length > 0 ? (
        <ul className={styles.files} aria-label={t('talk.chosen')}>
          {files.map((file, at) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`} className={styles.file}>
              <bdi className="cut">{file.name}</bdi>
              <span className="t2 sm">{sizeText(file.size)}</span>
              <button
                type="button"
                className="btn g ic sm"
                aria-label={t('talk.leaveOut', { name: file.name })}
                onClick={() => remove(at)}
              >
                <IconX className="i s" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <RefusedFiles refused={refused} />
    </>
  );
}
