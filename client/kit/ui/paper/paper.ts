import './paper.css';
import { styleClass } from '../../../theme/classes.ts';

/** The sheets on screen as A4; in print only the sheets. */
export const deskClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '6',
  minH: '100vh',
  pb: '12',
  bg: 'bg.canvas',
  '@media print': { display: 'block', bg: 'transparent', pb: '0', '& > [data-bar]': { display: 'none' } },
});

export const barClass = styleClass({
  position: 'sticky',
  top: '0',
  zIndex: 'bar',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  w: 'full',
  minH: '14',
  px: '4',
  py: '2',
  bg: 'bg',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > h1': { textStyle: 'md', fontWeight: 'semibold', flex: '1 1 160px', minW: '0', textWrap: 'balance' },
  '& > span': { color: 'fg.muted', whiteSpace: 'nowrap' },
});

/** An A4 page, dark on white in any colour mode. */
export const paperClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  w: 'min(210mm, 100%)',
  minH: '297mm',
  px: { base: '5', md: '16mm' },
  py: '14mm',
  bg: '#fff',
  color: '#15191c',
  boxShadow: 'pop',
  '@media print': {
    w: '210mm',
    h: '297mm',
    minH: '0',
    px: '16mm',
    boxShadow: 'none',
    breakAfter: 'page',
    overflow: 'hidden',
  },
});

/** A text that flows over pages; in print the page sets the margins. */
export const textPaperClass = styleClass({
  w: 'min(210mm, 100%)',
  minH: '297mm',
  flex: 'none',
  px: { base: '5', md: '18mm' },
  py: '20mm',
  bg: '#fff',
  color: '#15191c',
  fontSize: '0.9375rem',
  lineHeight: '1.6',
  boxShadow: 'pop',
  '@media print': { w: 'auto', minH: '0', p: '0', boxShadow: 'none' },
});

/** A titled table on such a page: figures right-aligned, boxes to be filled in by hand. */
export const tableClass = styleClass({
  '& h2': { fontSize: '1.5rem', fontWeight: 'bold' },
  '& p': { my: '2' },
  '& table': { w: 'full', borderCollapse: 'collapse', mt: '4' },
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', px: '2', py: '1.5', border: '1px solid #9aa4ab' },
  '& thead th': { fontWeight: 'semibold', bg: '#eef1f3' },
  '& tbody th': { fontWeight: 'semibold' },
  '& tr': { breakInside: 'avoid' },
  '& [data-figure]': { textAlign: 'end', fontFamily: 'figures' },
  '& [data-box]': { w: '5em' },
});
