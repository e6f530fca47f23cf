import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlankPaper, BlankSheet, pagesClass } from './BlankPaper.tsx';

GlobalWorkerOptions.workerSrc = worker;

/** Optional fonts, character maps and decoders of pdf.js; vite.config.ts copies them there. */
const PARTS = new URL('/assets/pdf/', location.href).href;
/** A4, until the real size is known. */
const USUAL = 297 / 210;
/** Limit of drawn pages; longer files are downloaded. */
const MOST = 300;

/** Pages of a PDF, by URL or loaded, drawn on canvases: nothing in the file runs, and none of its content reaches the DOM. */
export function PdfPages({ of, onFail }: { of: string | Blob; onFail: () => void }) {
  const { t } = useTranslation('kit');
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const fail = useRef(onFail);
  fail.current = onFail;
  useEffect(() => {
    let task: PDFDocumentLoadingTask | null = null;
    let gone = false;
    const open = async () => {
      const data = typeof of === 'string' ? null : await of.arrayBuffer();
      if (gone) return;
      const opened = getDocument({
        ...(data ? { data } : { url: String(of) }),
        cMapUrl: PARTS,
        standardFontDataUrl: PARTS,
        wasmUrl: PARTS,
        // The page's CSP allows neither.
        useWasm: false,
        isImageDecoderSupported: false,
        disableRange: true,
        disableStream: true,
        enableXfa: false,
        stopAtErrors: false,
      });
      task = opened;
      setPdf(await opened.promise);
    };
    open().catch(() => !gone && fail.current());
    return () => {
      gone = true;
      void task?.destroy();
    };
  }, [of]);
  if (!pdf) return <BlankPaper />;
  const count = Math.min(pdf.numPages, MOST);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <ul className={pagesClass()} tabIndex={0} aria-label={t('pdf.pages', { count: pdf.numPages })}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have their place as identity
        <Page key={at} pdf={pdf} number={at + 1} />
      ))}
      {pdf.numPages > count && <p>{t('pdf.morePages', { count: pdf.numPages - count })}</p>}
    </ul>
  );
}

function Page({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const { t } = useTranslation('kit');
  const place = useRef<HTMLLIElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  /** Called after rendering, also on failure. */
  const [over, setOver] = useState(false);
  const [ratio, setRatio] = useState(USUAL);
  useEffect(() => {
    const area = place.current;
    if (!area) return;
    let drawing: ReturnType<PDFPageProxy['render']> | null = null;
    let gone = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const plain = page.getViewport({ scale: 1 });
      setRatio(plain.height / plain.width);
      const width = Math.min(2000, area.clientWidth * Math.min(3, window.devicePixelRatio || 1));
      const viewport = page.getViewport({ scale: width / plain.width });
      const sheet = canvas.current;
      if (gone || !sheet) return;
      sheet.width = Math.ceil(viewport.width);
      sheet.height = Math.ceil(viewport.height);
      drawing = page.render({ canvas: sheet, viewport });
      await drawing.promise;
      if (!gone) setDrawn(true);
    };
    const sight = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        // A page that fails stays blank; others are drawn.
        void draw()
          .catch(() => undefined)
          .finally(() => !gone && setOver(true));
      },
      { rootMargin: '400px' },
    );
    sight.observe(area);
    return () => {
      gone = true;
      sight.disconnect();
      drawing?.cancel();
    };
  }, [pdf, number]);
  return (
    <li ref={place} style={{ aspectRatio: `1 / ${ratio}` }} data-drawn={drawn || undefined}>
      {!over && <BlankSheet />}
      <canvas ref={canvas} role="img" aria-label={t('pdf.page', { number })} />
    </li>
  );
}
