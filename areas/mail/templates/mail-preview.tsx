import { useCallback, useEffect, useRef, useState } from 'react';
import styles from '../mail.module.css';

interface Policy {
  createHTML(html: string): string;
}
const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;
/** Lets the parser read a mail. What it gives is looked at piece by piece and never put into a page as it is. */
const readable = factory?.createPolicy('mail-preview', { createHTML: (html) => html });

/** What a mail of ours is made of; anything else is left out. */
const elements = new Set(['TABLE', 'TBODY', 'TR', 'TD', 'P', 'A', 'SPAN', 'BR']);
const attributes = ['class', 'role', 'align', 'width', 'cellpadding', 'cellspacing'];

/**
 * A mail as its reader sees it, in a frame without scripts. The page's content policy, which the frame shares, keeps markup from
 * bringing styles along; so the mail is built element by element, and its styles are set from here. Links lead nowhere.
 */
export function MailPreview({ html, dark, title }: { html: string; dark: boolean; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(360);
  const draw = useCallback(() => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    drawMail(page, html, dark);
    setHeight(heightOf(page));
  }, [html, dark]);
  useEffect(() => {
    draw();
    const element = frame.current;
    if (!element) return;
    // A narrower frame breaks lines elsewhere.
    const watch = new ResizeObserver(() => {
      const page = element.contentDocument;
      if (page?.body?.firstElementChild) setHeight(heightOf(page));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [draw]);
  return (
    <iframe
      ref={frame}
      title={title}
      className={styles['mail-frame']}
      sandbox="allow-same-origin"
      style={{ height }}
      // Some browsers put another empty page into a new frame a moment later.
      onLoad={draw}
    />
  );
}

/** Of the mail itself: its page is at least as high as the frame. */
const heightOf = (page: Document) => Math.ceil(page.body.firstElementChild?.getBoundingClientRect().height ?? 0);

function drawMail(page: Document, html: string, dark: boolean): void {
  const written = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  // The parser must not meet styles, or the page's policy reports each. Quotation marks in texts are written otherwise.
  const plain = html.replace(/<style>[^<]*<\/style>/, '').replaceAll(' style="', ' data-style="');
  const mail = new DOMParser().parseFromString(readable ? readable.createHTML(plain) : plain, 'text/html');
  const style = page.createElement('style');
  style.nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  // What mail programs choose by the reader's settings is chosen here by whoever looks.
  style.textContent = dark ? written.replace('(prefers-color-scheme:dark)', 'all') : '';
  page.head.replaceChildren(style);
  page.documentElement.lang = mail.documentElement.lang;
  page.title = mail.title;
  page.body.replaceChildren(...copies(page, mail.body));
  dress(page.body, mail.body);
}

const copies = (page: Document, from: Node): Node[] =>
  [...from.childNodes].flatMap((node): Node[] => {
    if (node.nodeType === Node.TEXT_NODE) return [page.createTextNode(node.textContent ?? '')];
    if (!(node instanceof HTMLElement) || !elements.has(node.tagName)) return [];
    const made = page.createElement(node.tagName);
    dress(made, node);
    made.append(...copies(page, node));
    return [made];
  });

function dress(made: HTMLElement, from: HTMLElement): void {
  for (const name of attributes) {
    const value = from.getAttribute(name);
    if (value !== null) made.setAttribute(name, value);
  }
  made.style.cssText = from.dataset['style'] ?? '';
  if (from.tagName === 'A') made.title = from.getAttribute('href') ?? '';
}
