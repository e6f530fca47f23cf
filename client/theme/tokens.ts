import { defineTextStyles, defineTokens } from '@chakra-ui/react';

const steps = (sizes: readonly number[]) => Object.fromEntries(sizes.map(n => [n, { value: `${n * 4}px` }]));

/** The 4 px grid; `4` is 16 px. */
const grid = steps([0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 60]);

export const tokens = defineTokens({
  fonts: {
    // With proportional digits: sentences, titles and single amounts.
    body: { value: '"Be Vietnam Pro", var(--cjk), system-ui, sans-serif' },
    // With tabular digits: numbers in columns.
    figures: { value: '"Lobby Figures", "Be Vietnam Pro", var(--cjk), system-ui, sans-serif' },
  },
  fontSizes: {
    xs: { value: '0.75rem' },
    sm: { value: '0.875rem' },
    md: { value: '1rem' },
    lg: { value: '1.25rem' },
    xl: { value: '1.75rem' },
  },
  lineHeights: {
    xs: { value: '1rem' },
    sm: { value: '1.25rem' },
    md: { value: '1.5rem' },
    lg: { value: '1.75rem' },
    xl: { value: '2.25rem' },
  },
  fontWeights: {
    normal: { value: '400' },
    medium: { value: '500' },
    semibold: { value: '600' },
    bold: { value: '700' },
  },
  radii: {
    sm: { value: '4px' },
    md: { value: '6px' },
    lg: { value: '8px' },
    xl: { value: '12px' },
    full: { value: '9999px' },
  },
  spacing: grid,
  sizes: {
    ...grid,
    full: { value: '100%' },
    control: { value: 'var(--control)' },
    controlSmall: { value: 'var(--control-small)' },
    target: { value: 'var(--target)' },
    row: { value: 'var(--row-height)' },
    sideBar: { value: '240px' },
    sideBarIcons: { value: '56px' },
  },
  zIndex: {
    bar: { value: 10 },
    drawer: { value: 20 },
    dialog: { value: 1000 },
    // Lists and calendars open from within dialogs, so they lie above.
    popover: { value: 1100 },
    toast: { value: 1200 },
    tooltip: { value: 1300 },
  },
});

export const textStyles = defineTextStyles({
  xs: { value: { fontSize: 'xs', lineHeight: 'xs' } },
  sm: { value: { fontSize: 'sm', lineHeight: 'sm' } },
  md: { value: { fontSize: 'md', lineHeight: 'md' } },
  lg: { value: { fontSize: 'lg', lineHeight: 'lg' } },
  xl: { value: { fontSize: 'xl', lineHeight: 'xl' } },
});

export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1440px' };
