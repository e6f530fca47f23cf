import { styleClass } from '../../../theme/classes.ts';

/** The composer: a bordered field with its own bars; dashed for internal notes. */
export const boxClass = styleClass({
  mx: '5',
  mb: '4',
  flex: 'none',
  bg: 'bg',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'lg',
  _focusWithin: {
    borderColor: 'accent.focusRing',
    boxShadow: '0 0 0 2px color-mix(in srgb, {colors.accent.focusRing} 24%, transparent)',
  },
  '&[data-private]': { borderStyle: 'dashed', bg: 'bg.subtle' },
  '& > p': { px: '3', pt: '1', textStyle: 'xs', color: 'bad.fg' },
  '& textarea': {
    display: 'block',
    w: 'full',
    minH: '11',
    maxH: '60',
    px: '3',
    py: '1',
    resize: 'none',
    bg: 'transparent',
    outline: 'none',
    // The box around it shows the focus.
    _focusVisible: { boxShadow: 'none' },
    fieldSizing: 'content',
  },
});

/** Above the text: the recipient. */
export const barClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  px: '3',
  pt: '2',
  '& button[role=radio]': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: 'target',
    textStyle: 'xs',
    color: 'fg.muted',
    borderRadius: 'sm',
  },
  '& button[aria-checked=true]': { color: 'fg', fontWeight: 'semibold' },
  '& button svg': { w: '3', h: '3' },
  '& small': { ms: 'auto', textStyle: 'xs', color: 'fg.subtle' },
});

/** Below the text: attachments and the send button. */
export const footClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  px: '2',
  pb: '2',
  '& small': { ms: 'auto', me: '2', textStyle: 'xs', color: 'fg.subtle' },
  // No keyboard hints on touch devices.
  '& small[data-keys]': {
    '@media (pointer: coarse)': { visibility: 'hidden', flex: '1', minW: '0', h: '0', overflow: 'hidden' },
  },
});
