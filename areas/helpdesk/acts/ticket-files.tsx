import { IconFileText, IconPaperclip, IconPhoto, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { FileRef } from '#kit/contract/fields.ts';
import type { FormBodyProps } from '#kit/web/catalogue/form/form-part.ts';
import type { FileChoice } from '#kit/web/catalogue/form/form-values.ts';
import { useT } from '#kit/web/i18n.ts';
import { useFileDrop } from '#kit/web/ui/use-file-drop.ts';
import { addFiles } from '../talk/chosen-files.rules.ts';
import { FileInput, type RefusedFile, RefusedFiles } from '../talk/chosen-files.tsx';
import { sizeText } from '../talk/attachments.tsx';
import { attachmentNames } from '../tickets/ticket.contract.ts';
import styles from './ticket-form.module.css';

interface Shown {
  slot: (typeof attachmentNames)[number];
  name: string;
  mime: string;
  bytes: number;
}

/** All files of a ticket in one place: up to five, dropped, chosen or taken with the camera. */
export function TicketFiles({ values, set, row, errorOf, id }: FormBodyProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const shown = attachmentNames.flatMap((slot): Shown[] => {
    const choice = values[slot] as FileChoice;
    const stored = (row?.[slot] ?? null) as FileRef | null;
    if (choice instanceof File) return [{ slot, name: choice.name, mime: choice.type, bytes: choice.size }];
    return choice === undefined && stored ? [{ slot, ...stored }] : [];
  });
  const free = attachmentNames.filter((slot) => !shown.some((one) => one.slot === slot));
  const add = (more: readonly File[]) => {
    // What stands there already counts, and is not looked at again.
    const room = addFiles([], more);
    const taken = room.files.slice(0, free.length);
    for (const [at, file] of taken.entries()) set(free[at] as string, file);
    const tooMany = room.files.slice(free.length).map(({ name }) => ({ name, problem: 'count' as const }));
    setRefused([...room.refused, ...tooMany]);
  };
  const remove = (slot: Shown['slot']) => {
    set(slot, row?.[slot] ? null : undefined);
    setRefused([]);
  };
  const { over, listen } = useFileDrop(add);
  const wrong = attachmentNames.map((slot) => errorOf(slot)).filter((one) => one !== undefined);
  return (
    <div className="fld wide" role="group" aria-labelledby={`${id}-files`}>
      <span className={styles.label} id={`${id}-files`}>
        {t('ask.files')}
      </span>
      <FileInput input={input} onAdd={add} />
      <div className={`${styles.drop} ${over ? styles.over : ''}`} {...listen}>
        {shown.map(({ slot, name, mime, bytes }) => {
          const Icon = mime.startsWith('image/') ? IconPhoto : IconFileText;
          return (
            <p key={slot} className={styles.file}>
              <Icon className="i s" aria-hidden="true" />
              <bdi className="cut">{name}</bdi>
              <span className="sm t2">{sizeText(bytes)}</span>
              <button
                type="button"
                className="btn g ic sm"
                aria-label={t('talk.leaveOut', { name })}
                onClick={() => remove(slot)}
              >
                <IconX className="i s" aria-hidden="true" />
              </button>
            </p>
          );
        })}
        {free.length > 0 ? (
          <button
            type="button"
            id={`${id}-attachment`}
            className={styles.add}
            aria-describedby={`${id}-files-help`}
            onClick={() => input.current?.click()}
          >
            <IconPaperclip className="i" aria-hidden="true" />
            <span>
              <span className="mid">{t('ask.addFiles')}</span>
              <span className="sm t2" id={`${id}-files-help`}>
                {t('talk.attachHelp')}
              </span>
            </span>
          </button>
        ) : null}
      </div>
      <RefusedFiles refused={refused} />
      {wrong.map((message) => (
        <p key={message} className="errm" role="alert">
          {message}
        </p>
      ))}
    </div>
  );
}
