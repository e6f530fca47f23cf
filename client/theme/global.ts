import { defineGlobalStyles, defineKeyframes } from '@chakra-ui/react';

/** Keyframes of the client; each has a still counterpart, or is switched off with reduced motion. */
export const keyframes = defineKeyframes({
  appear: { from: { opacity: '0' } },
  slideIn: { from: { transform: 'translateX(100%)' } },
  rise: { from: { transform: 'translateY(100%)' } },
  shimmer: { '50%': { opacity: '0.5' } },
  typing: { '0%, 60%, 100%': { opacity: '0.3' }, '30%': { opacity: '1' } },
  countdown: { to: { transform: 'scaleX(0)' } },
});

/** Element styles shared by all screens: type, selection, placeholder and the focus ring. */
export const globalCss = defineGlobalStyles({
  html: {
    colorPalette: 'accent',
    color: 'fg',
    bg: 'bg',
    fontFamily: 'body',
    fontFeatureSettings: 'normal',
  },
  body: { textStyle: 'sm' },
  // Korean breaks lines between words.
  ':lang(ko)': { wordBreak: 'keep-all', overflowWrap: 'break-word' },
  'body, #root': { minHeight: '100dvh' },
  'button, input, textarea, select': { font: 'inherit', color: 'inherit' },
  'h1, h2, h3': { fontSize: 'inherit', fontWeight: 'inherit' },
  'button, [role=button], summary, label': { cursor: 'pointer' },
  ':disabled, [aria-disabled=true]': { cursor: 'not-allowed' },
  '*::placeholder': { color: 'fg.subtle', opacity: '1' },
  '*::selection': { bg: 'accent.muted', color: 'fg' },
  ':focus-visible': {
    outline: '1px solid {colors.accent.focusRing}',
    outlineOffset: '-1px',
    boxShadow: '0 0 0 2px color-mix(in srgb, {colors.accent.focusRing} 24%, transparent)',
  },
  '[tabindex="-1"]:focus-visible': { outline: 'none', boxShadow: 'none' },
});
