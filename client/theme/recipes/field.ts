import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

/** Box of all text inputs: input, textarea, select and combobox. */
export const inputRecipe = defineRecipe({
  base: {
    width: 'full',
    minWidth: '0',
    appearance: 'none',
    bg: 'bg',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'md',
    textStyle: 'sm',
    textAlign: 'start',
    textOverflow: 'ellipsis',
    transition: 'border-color var(--quick) ease-out',
    _focusVisible: { borderColor: 'accent.focusRing', outline: 'none' },
    _invalid: { borderColor: 'bad.solid' },
    _disabled: { bg: 'bg.subtle', color: 'fg.subtle', borderColor: 'border.emphasized' },
    _readOnly: { bg: 'bg.subtle' },
  },
  variants: {
    size: {
      md: { h: 'control', px: '2.5' },
      sm: { h: 'controlSmall', px: '2' },
      lg: { h: '11', px: '2.5' },
    },
    /** Search fields in toolbars are less prominent than form fields. */
    place: { form: {}, bar: { borderColor: 'border.emphasized' } },
  },
  defaultVariants: { size: 'md', place: 'form' },
});

export const textareaRecipe = defineRecipe({
  base: {
    ...inputRecipe.base,
    minH: 'calc(var(--control) * 2)',
    maxH: '320px',
    px: '2.5',
    py: '1.5',
    resize: 'none',
    scrollPaddingBottom: '1.5',
  },
});

export const fieldRecipe = defineSlotRecipe({
  slots: ['root', 'label', 'requiredIndicator', 'helperText', 'errorText'],
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: '1', width: 'full', minWidth: '0' },
    label: { display: 'flex', alignItems: 'center', gap: '1', textStyle: 'sm', fontWeight: 'medium', color: 'fg' },
    requiredIndicator: { color: 'bad.fg' },
    helperText: { textStyle: 'xs', color: 'fg.subtle' },
    errorText: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '1',
      textStyle: 'xs',
      color: 'bad.fg',
      '& svg': { width: '3', height: '3', marginTop: '2px' },
    },
  },
});

export const selectRecipe = defineSlotRecipe({
  slots: ['root', 'field', 'indicator'],
  base: {
    root: { position: 'relative', width: 'full', minWidth: '0' },
    field: { ...inputRecipe.base, pe: '8', '& option': { bg: 'bg', color: 'fg' } },
    indicator: {
      position: 'absolute',
      insetBlock: '0',
      insetInlineEnd: '2.5',
      display: 'flex',
      alignItems: 'center',
      color: 'fg.muted',
      pointerEvents: 'none',
    },
  },
  variants: {
    size: {
      md: { field: { h: 'control', ps: '2.5' } },
      sm: { field: { h: 'controlSmall', ps: '2' } },
      lg: { field: { h: '11', ps: '2.5' } },
    },
  },
  defaultVariants: { size: 'md' },
});
