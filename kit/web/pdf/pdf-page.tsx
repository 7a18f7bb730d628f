import { useEffect, useRef, useState } from 'react';
import { openPdf, type OpenPdf } from './pdf-document.ts';

interface Props {
  file: Blob;
  /** Which of its pages, from 0 on. */
  at: number;
  /** What the page is called by a screen reader. */
  label: string;
  /** How wide, in widths of the place. */
  zoom: number;
  /** Quarters clockwise. */
  turns: number;
  /** How many pages there are, once that is known. */
  onOpened: (count: number) => void;
  /** The page stands on the screen, one of so many. */
  onDrawn: (at: number, count: number) => void;
  /** It cannot be read. */
  onFailed: () => void;
}

/** One page of a PDF, drawn in the page. */
export function PdfPage({ file, at, label, zoom, turns, ...told }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<OpenPdf>();
  const latest = useRef(told);
  latest.current = told;
  useEffect(() => {
    let opened: OpenPdf | undefined;
    let isOver = false;
    const open = async () => {
      opened = await openPdf(await file.arrayBuffer());
      if (isOver) return opened.close();
      setPdf(opened);
      latest.current.onOpened(opened.count);
    };
    open().catch(() => isOver || latest.current.onFailed());
    return () => {
      isOver = true;
      setPdf(undefined);
      opened?.close();
    };
  }, [file]);
  useEffect(() => {
    if (!pdf || !canvas.current || at >= pdf.count) return;
    const width = (place.current?.clientWidth ?? 600) * zoom;
    pdf.draw(canvas.current, at, width, turns).then(
      (isDrawn) => isDrawn && latest.current.onDrawn(at, pdf.count),
      () => latest.current.onFailed(),
    );
  }, [pdf, at, zoom, turns]);
  return (
    <div ref={place}>
      {pdf ? null : <span className="sk" />}
      <canvas
        ref={canvas}
        // Letters of a canvas are laid out in its direction: those of a PDF have their places already.
        dir="ltr"
        role="img"
        aria-label={label}
        hidden={!pdf}
        style={{ display: pdf ? 'block' : 'none', width: `${zoom * 100}%` }}
      />
    </div>
  );
}
