import { defineSlotRecipe } from '@chakra-ui/react';
import { floating } from './overlay.ts';

export const dialogRecipe = defineSlotRecipe({
  slots: ['backdrop', 'positioner', 'content', 'header', 'title', 'description', 'body', 'footer'],
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      zIndex: 'dialog',
      bg: 'bg.scrim',
      _open: { animation: 'appear var(--quick) ease-out' },
    },
    positioner: {
      position: 'fixed',
      inset: '0',
      zIndex: 'dialog',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      p: '4',
      overflow: 'auto',
    },
    content: {
      ...floating,
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      maxW: '440px',
      maxH: 'full',
      '&[data-wide]': { maxW: '960px' },
    },
    header: { px: '5', pt: '5' },
    title: { textStyle: 'md', fontWeight: 'semibold', textWrap: 'balance' },
    description: { color: 'fg.muted', textWrap: 'pretty' },
    body: { display: 'flex', flexDirection: 'column', gap: '3', px: '5', pt: '2', overflow: 'auto' },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '2',
      p: '5',
      // The full name of an act may be wider than the dialog.
      '& > button': { maxW: 'full', h: 'auto', minH: 'control', py: '1', whiteSpace: 'normal' },
    },
  },
});

/** Bottom sheet on phones. */
export const sheetRecipe = defineSlotRecipe({
  slots: ['backdrop', 'positioner', 'content', 'body', 'title'],
  base: {
    backdrop: dialogRecipe.base?.backdrop,
    positioner: { position: 'fixed', inset: '0', zIndex: 'dialog', display: 'flex', alignItems: 'flex-end' },
    content: {
      w: 'full',
      maxH: '85dvh',
      display: 'flex',
      flexDirection: 'column',
      bg: 'bg.panel',
      color: 'fg',
      borderTopRadius: 'xl',
      boxShadow: 'pop',
      outline: 'none',
      _open: { animation: 'rise var(--quick) ease-out' },
    },
    body: { overflow: 'auto', px: '4', pb: 'max(16px, env(safe-area-inset-bottom))' },
    title: { textStyle: 'md', fontWeight: 'semibold' },
  },
});

export const drawerRecipe = defineSlotRecipe({
  slots: ['positioner', 'content', 'header', 'title', 'body', 'footer'],
  base: {
    positioner: {
      position: 'relative',
      display: 'flex',
      flex: 'none',
      w: 'min(var(--drawer-width), var(--drawer-most, 60%))',
      minW: '440px',
      h: 'full',
      '@container beside (max-width: 799px)': {
        position: 'absolute',
        inset: '0',
        w: 'full',
        minW: '0',
        zIndex: 'drawer',
      },
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      minW: '0',
      h: 'full',
      bg: 'bg.panel',
      borderInlineStartWidth: '1px',
      borderColor: 'border.emphasized',
      '@container beside (max-width: 799px)': { borderInlineStartWidth: '0' },
      outline: 'none',
      // The drawer slides in once when it opens, not on each change of record.
      _open: { animation: 'slideIn var(--quick) ease-out' },
    },
    header: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      flex: 'none',
      minH: '11',
      ps: '5',
      pe: '3',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    title: { fontWeight: 'semibold' },
    body: { flex: '1', minH: '0', overflow: 'auto' },
    footer: { flex: 'none' },
  },
});
