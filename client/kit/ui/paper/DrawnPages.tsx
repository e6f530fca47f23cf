import './paper.css';
import { styleClass } from '../../../theme/classes.ts';

const sheetClass = styleClass({
  flex: 'none',
  maxW: 'full',
  bg: '#fff',
  boxShadow: 'pop',
  '& > svg': { display: 'block', w: 'full', h: 'auto' },
  '@media print': { maxH: '297mm', overflow: 'hidden', boxShadow: 'none', breakAfter: 'page', breakInside: 'avoid' },
});

const MM_PER_POINT = 25.4 / 72;
/** Paper width of a page. */
const widthOf = (page: string): string => {
  const points = Number(/viewBox="0 0 ([\d.]+)/.exec(page)?.[1] ?? 595.28);
  return `${points * MM_PER_POINT}mm`;
};

interface DrawnPagesProps {
  pages: readonly string[];
  /** Label of a page for screen readers. */
  label: (n: number) => string;
}

/** Documents as the server draws them for print: the same as their PDF, with selectable text. */
export function DrawnPages({ pages, label }: DrawnPagesProps) {
  return pages.map((page, n) => (
    <article
      // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
      key={n}
      className={sheetClass()}
      data-paper="sheet"
      aria-label={label(n + 1)}
      style={{ width: widthOf(page) }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our server, which escapes all words in it
      dangerouslySetInnerHTML={{ __html: page }}
    />
  ));
}
