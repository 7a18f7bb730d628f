import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { AnyField, FileField } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { Picture } from '../cells.tsx';
import { acceptedNames, acceptedTypes, type FileChoice } from '../form/form-values.ts';
import type { InputProps } from './input-props.ts';
import { useFileDrop } from '#kit/web/ui/use-file-drop.ts';

/** A file to upload, to replace or to remove, with a preview of pictures. */
export function FileInput({
  id,
  field,
  value,
  error,
  onChange,
  onBlur,
  stored,
}: InputProps & { field: FileField & AnyField }) {
  const t = useT();
  const choice = value as FileChoice;
  const [preview, setPreview] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  useEffect(() => {
    if (!(choice instanceof File) || !choice.type.startsWith('image/')) return setPreview(undefined);
    const url = URL.createObjectURL(choice);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [choice]);
  const kept = choice === undefined ? stored : null;
  const has = choice instanceof File || kept !== null;
  const limit = `${Math.round(field.maxBytes / 1_048_576)} MB`;
  // Kind and size are told at once, not after filling in the rest.
  const choose = (file: File) => {
    onChange(file);
    setTimeout(onBlur);
  };
  const { over, listen } = useFileDrop(([file]) => choose(file as File));
  return (
    // Dropping is a shortcut; the button does the same for the keyboard.
    <div className={`drop${over ? ' over' : ''}`} {...listen}>
      <span className="mark" aria-hidden="true">
        {preview ? (
          <img src={preview} alt="" />
        ) : kept?.mime.startsWith('image/') ? (
          <Picture file={kept} size={128} alt="" />
        ) : (
          <IconPhoto className="i" />
        )}
      </span>
      <span className="col grow" style={{ gap: 4 }}>
        <span className="row wrap">
          <input
            ref={input}
            id={id}
            type="file"
            accept={acceptedTypes(field).join(',')}
            className="sr"
            tabIndex={-1}
            aria-label={field.label}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) choose(file);
              event.currentTarget.value = '';
            }}
          />
          <button
            type="button"
            className="btn d sm"
            aria-describedby={error ? `${id}-error` : hint}
            onClick={() => input.current?.click()}
          >
            {t(has ? 'catalogue.replaceFile' : 'catalogue.browse')}
          </button>
          {has ? (
            <button type="button" className="btn g sm" onClick={() => onChange(stored ? null : undefined)}>
              {t('catalogue.removeFile')}
            </button>
          ) : null}
        </span>
        <span id={hint} className="help cut">
          {choice instanceof File ? (
            <bdi>{choice.name}</bdi>
          ) : kept ? (
            <bdi>{kept.name}</bdi>
          ) : (
            t('catalogue.dropHere', {
              kinds: acceptedNames(field),
              limit,
            })
          )}
        </span>
      </span>
    </div>
  );
}
