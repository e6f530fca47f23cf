import { styleClass } from '../../theme/classes.ts';

/** A time that an elevator is taken, for a move or because it is closed: how far the move is stands at its edge. */
export const stayClass = styleClass({
  display: 'block',
  color: 'fg',
  textDecoration: 'none',
  bg: 'bg.muted',
  borderRadius: 'sm',
  borderInlineStartWidth: '3px',
  borderColor: 'border.emphasized',
  overflowWrap: 'anywhere',
  '&:is(a):hover': { bg: 'bg.emphasized' },
  '&[data-closed]': { color: 'fg.muted' },
  '&[data-tone=going]': { borderColor: 'going.solid' },
  '&[data-tone=done]': { borderColor: 'done.solid' },
  '&[data-tone=waiting]': { borderColor: 'waiting.solid' },
});
