// PDFs come from strangers: they are read in a worker of their own, which ends with the page that shows them.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
