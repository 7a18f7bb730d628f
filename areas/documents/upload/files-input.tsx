import type { Ref } from 'react';
import { takenTypes } from './upload-queue.rules.ts';

/** Where the browser asks for pages of documents; a button opens it. */
export const FilesInput = (props: {
  inputRef: Ref<HTMLInputElement>;
  label: string;
  onFiles: (files: File[]) => void;
}) => (
  <input
    ref={props.inputRef}
    type="file"
    multiple
    accept={takenTypes.join(',')}
    className="sr"
    tabIndex={-1}
    aria-label={props.label}
    onChange={({ currentTarget }) => {
      const files = [...(currentTarget.files ?? [])];
      // The same file can be chosen again.
      currentTarget.value = '';
      if (files.length > 0) props.onFiles(files);
    }}
  />
);
