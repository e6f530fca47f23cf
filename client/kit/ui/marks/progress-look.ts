/** A neutral progress bar; the browser's own colours would suggest an error or success. */
export const progressLook = {
  appearance: 'none',
  display: 'block',
  w: 'full',
  h: '2',
  borderWidth: '0',
  borderRadius: 'full',
  bg: 'bg.emphasized',
  overflow: 'hidden',
  '&::-webkit-progress-bar': { bg: 'bg.emphasized' },
  '&::-webkit-progress-value': { bg: 'accent.solid' },
  '&::-moz-progress-bar': { bg: 'accent.solid' },
} as const;
