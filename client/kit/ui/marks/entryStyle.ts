import type { SystemStyleObject } from '@chakra-ui/react';

/** A record on a time axis in a calendar, lane or bar chart; the colour of its edge shows the status. */
export const entryStyle: SystemStyleObject = {
  color: 'fg',
  textDecoration: 'none',
  bg: 'bg.muted',
  borderRadius: 'sm',
  borderInlineStartWidth: '3px',
  borderColor: 'border.emphasized',
  '&:is(a):hover': { bg: 'bg.emphasized' },
  '&[data-tone=bad]': { borderColor: 'bad.solid' },
  '&[data-tone=going]': { borderColor: 'going.solid' },
  '&[data-tone=done]': { borderColor: 'done.solid' },
  '&[data-tone=waiting]': { borderColor: 'waiting.solid' },
};
