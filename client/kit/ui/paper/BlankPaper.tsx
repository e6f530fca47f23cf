import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';

/** Container of a document's pages, each as wide as fits. */
export const pagesClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  m: '0',
  p: '4',
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  listStyle: 'none',
  bg: 'bg.canvas',
  '& li': {
    flex: 'none',
    w: 'full',
    maxW: '960px',
    mx: 'auto',
    bg: 'white',
    borderWidth: '1px',
    borderColor: 'border',
    position: 'relative',
  },
  '& canvas': { display: 'block', w: 'full', h: 'auto' },
});

const sheetClass = styleClass({
  position: 'absolute',
  inset: '0',
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  p: '9%',
  overflow: 'hidden',
  '& > span': { h: '2.5', flex: 'none', bg: 'bg.emphasized', borderRadius: 'sm' },
  '& > :nth-child(4)': { mx: 'auto', my: '3' },
  '@media (prefers-reduced-motion: no-preference)': { animation: 'shimmer 1.6s ease-in-out infinite' },
});

/** Line widths of a placeholder page: sender, title, content. */
const LINES = ['46%', '30%', '38%', '52%', '64%', '58%', '70%', '100%', '100%', '100%', '100%', '42%', '36%'];

/** Placeholder of a loading page. */
export function BlankSheet() {
  return (
    <div className={sheetClass()} aria-hidden>
      {LINES.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without any identity
        <span key={at} style={{ width }} />
      ))}
    </div>
  );
}

/** Placeholder of a loading document. */
export function BlankPaper() {
  const { t } = useTranslation('common');
  return (
    <ul className={pagesClass()} aria-busy aria-label={t('state.loading')}>
      <li style={{ aspectRatio: '210 / 297' }}>
        <BlankSheet />
      </li>
    </ul>
  );
}
