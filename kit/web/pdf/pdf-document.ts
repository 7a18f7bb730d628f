import { getDocument, type PDFDocumentProxy, PDFWorker, type RenderTask } from 'pdfjs-dist';

/** Most pixels of a page: beyond that browsers draw nothing, and say nothing. */
const mostPixels = 16_000_000;

export interface OpenPdf {
  /** Number of its pages. */
  count: number;
  /**
   * Draws a page, from 0 on, so wide as the place in CSS pixels; `turns` are quarters clockwise. A second call ends the first.
   * Gives whether it was drawn to its end.
   */
  draw: (canvas: HTMLCanvasElement, at: number, width: number, turns: number) => Promise<boolean>;
  close: () => void;
}

/**
 * Opens a PDF in a worker of its own. Nothing in it runs: no scripts, no forms, no links.
 * @throws Error when it cannot be read.
 */
export async function openPdf(data: ArrayBuffer): Promise<OpenPdf> {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data,
    worker,
    // The content policy allows neither WebAssembly nor code from text.
    useWasm: false,
    wasmUrl: new URL('/assets/pdf/', location.origin).href,
    disableWorkerRendering: true,
    enableXfa: false,
    verbosity: 0,
  });
  const close = () => {
    void task.destroy().finally(() => port.terminate());
  };
  let document: PDFDocumentProxy;
  try {
    document = await task.promise;
  } catch (error) {
    close();
    throw error;
  }
  let drawing: RenderTask | undefined;
  let turn = 0;
  return {
    count: document.numPages,
    close,
    async draw(canvas, at, width, turns) {
      const mine = (turn += 1);
      drawing?.cancel();
      const page = await document.getPage(at + 1);
      if (mine !== turn) return false;
      const rotation = (page.rotate + turns * 90) % 360;
      const plain = page.getViewport({ scale: 1, rotation });
      const wanted = (width * devicePixelRatio) / plain.width;
      const most = Math.sqrt(mostPixels / (plain.width * plain.height));
      const viewport = page.getViewport({ scale: Math.min(wanted, most), rotation });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      drawing = page.render({ canvas, viewport });
      await drawing.promise.catch((error: unknown) => {
        if (mine === turn) throw error;
      });
      return mine === turn;
    },
  };
}
