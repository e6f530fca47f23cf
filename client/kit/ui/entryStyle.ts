import type { SystemStyleObject } from '@chakra-ui/react';

/** A record that stands over its time in a calendar, a lane or a chart of bars: how it fares is the colour of its edge. */
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
