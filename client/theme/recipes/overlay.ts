import { defineSlotRecipe } from '@chakra-ui/react';
import { inputRecipe } from './field.ts';

/** Box of floating elements: hairline, shadow, and 150 ms to appear. */
export const floating = {
  bg: 'bg.panel',
  color: 'fg',
  borderWidth: '1px',
  // In dark mode the shadow includes a ring.
  borderColor: { base: 'border.emphasized', _dark: 'transparent' },
  borderRadius: 'lg',
  boxShadow: 'pop',
  outline: 'none',
  textStyle: 'sm',
  _open: { animation: 'appear var(--quick) ease-out' },
} as const;

const option = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  w: 'full',
  minH: 'control',
  px: '2',
  py: '1',
  borderRadius: 'sm',
  color: 'fg',
  textAlign: 'start',
  textDecoration: 'none',
  userSelect: 'none',
  cursor: 'pointer',
  outline: 'none',
  _highlighted: { bg: 'bg.muted' },
  _disabled: { color: 'fg.subtle', cursor: 'not-allowed' },
  '& svg': { color: 'fg.muted' },
} as const;

export const menuRecipe = defineSlotRecipe({
  slots: ['content', 'item', 'itemText', 'itemIndicator', 'itemGroup', 'itemGroupLabel', 'separator', 'trigger'],
  base: {
    content: {
      ...floating,
      zIndex: 'popover',
      minW: '200px',
      maxW: '360px',
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      p: '1',
    },
    item: { ...option, '&[data-tone=bad]': { color: 'bad.fg', '& svg': { color: 'bad.fg' } } },
    itemText: { flex: '1', minW: '0' },
    itemIndicator: { display: 'inline-flex', marginInlineStart: 'auto', '& svg': { color: 'accent.fg' } },
    itemGroupLabel: { px: '2', py: '1', textStyle: 'xs', color: 'fg.subtle' },
    separator: { h: '1px', borderWidth: '0', bg: 'border', my: '1', mx: '-4px' },
  },
});

export const popoverRecipe = defineSlotRecipe({
  slots: ['content', 'body', 'title', 'trigger', 'anchor'],
  base: {
    content: {
      ...floating,
      zIndex: 'popover',
      maxW: 'min(420px, calc(100vw - 16px))',
      maxH: 'var(--available-height)',
      overflow: 'auto',
    },
    body: { p: '4' },
    title: { fontWeight: 'semibold' },
  },
});

export const comboboxRecipe = defineSlotRecipe({
  slots: ['root', 'control', 'input', 'trigger', 'clearTrigger', 'indicatorGroup', 'content', 'item', 'itemText'],
  base: {
    root: { w: 'full' },
    control: { position: 'relative' },
    input: { ...inputRecipe.base, h: 'control', ps: '2.5', pe: '16', textOverflow: 'ellipsis' },
    indicatorGroup: {
      position: 'absolute',
      insetBlock: '0',
      insetInlineEnd: '1',
      display: 'flex',
      alignItems: 'center',
      color: 'fg.muted',
    },
    trigger: { display: 'inline-flex', p: '1', borderRadius: 'sm' },
    clearTrigger: { display: 'inline-flex', p: '1', borderRadius: 'sm', _hover: { bg: 'bg.muted' } },
    content: { ...floating, zIndex: 'popover', maxH: 'min(320px, var(--available-height))', overflowY: 'auto', p: '1' },
    item: { ...option, '&[data-state=checked]': { fontWeight: 'medium' } },
    itemText: { flex: '1', minW: '0' },
  },
});

export const tooltipRecipe = defineSlotRecipe({
  slots: ['content', 'trigger'],
  base: {
    content: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      zIndex: 'tooltip',
      maxW: '320px',
      px: '2',
      py: '1',
      bg: 'fg',
      color: 'bg',
      borderRadius: 'sm',
      textStyle: 'xs',
      _open: { animation: 'appear var(--quick) ease-out' },
    },
  },
});

export const toastRecipe = defineSlotRecipe({
  slots: ['root', 'title', 'description', 'indicator', 'actionTrigger', 'closeTrigger'],
  base: {
    root: {
      ...floating,
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      w: 'min(400px, calc(100vw - 32px))',
      minH: '14',
      ps: '4',
      pe: '2',
      py: '2.5',
      overflow: 'hidden',
      opacity: 'var(--opacity)',
      zIndex: 'var(--z-index)',
      transition: 'opacity var(--quick) ease-out',
    },
    title: { fontWeight: 'medium' },
    description: { textStyle: 'xs', color: 'fg.muted' },
  },
});
