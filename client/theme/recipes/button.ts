import { defineRecipe } from '@chakra-ui/react';

/** Filled (one per screen), outline and ghost; `tone` is red for destructive acts, accent for links. */
export const buttonRecipe = defineRecipe({
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: '0',
    gap: '2',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    bg: 'transparent',
    color: 'fg',
    textStyle: 'sm',
    fontWeight: 'medium',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    transition: 'background-color var(--quick) ease-out, border-color var(--quick) ease-out',
    _disabled: { opacity: '0.5' },
    '&[aria-busy=true]': { opacity: '0.7' },
  },
  variants: {
    look: {
      filled: {
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        _hover: { bg: 'colorPalette.solidHover' },
        _active: { bg: 'colorPalette.solidHover' },
        // The ring has a gap of one pixel, since it would merge with the fill.
        _focusVisible: { outlineOffset: '1px', outlineWidth: '2px' },
      },
      outline: {
        bg: 'bg',
        borderColor: 'border.emphasized',
        _hover: { bg: 'bg.subtle' },
        _active: { bg: 'bg.muted' },
        _expanded: { bg: 'bg.muted' },
      },
      ghost: {
        color: 'fg.muted',
        _hover: { bg: 'bg.muted', color: 'fg' },
        _active: { bg: 'bg.emphasized' },
        _expanded: { bg: 'bg.muted', color: 'fg' },
      },
    },
    tone: { neutral: {}, accent: {}, bad: {} },
    size: {
      md: { h: 'control', px: '3' },
      sm: { h: 'controlSmall', px: '2.5', gap: '1.5' },
      lg: { h: '11', px: '4' },
    },
    icon: { true: { px: '0' } },
    wide: { true: { w: 'full' } },
  },
  compoundVariants: [
    { look: ['outline', 'ghost'], tone: 'accent', css: { color: 'accent.fg', _hover: { color: 'accent.fg' } } },
    { look: ['outline', 'ghost'], tone: 'bad', css: { color: 'bad.fg', _hover: { color: 'bad.fg' } } },
    {
      look: 'filled',
      tone: 'bad',
      css: { colorPalette: 'bad', _hover: { bg: 'bad.fg' }, _active: { bg: 'bad.fg' } },
    },
    { icon: true, size: 'md', css: { w: 'control' } },
    { icon: true, size: 'sm', css: { w: 'controlSmall' } },
    { icon: true, size: 'lg', css: { w: '11' } },
  ],
  defaultVariants: { look: 'outline', tone: 'neutral', size: 'md' },
});
