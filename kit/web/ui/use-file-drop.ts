import { type DragEvent, useState } from 'react';

/**
 * Lets files be dropped on a place. It is a shortcut: beside it stands a button that does the same for the keyboard.
 * @returns whether something hangs over the place, and what the place listens with.
 */
export function useFileDrop(take: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const listen = {
    onDragOver: (event: DragEvent) => {
      // Without this a browser opens the file instead of dropping it here.
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) take(files);
    },
  };
  return { over, listen };
}
