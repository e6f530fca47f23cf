import { defineRecipe } from '@chakra-ui/react';
import { recipeClass, styleClass } from '../../../theme/classes.ts';

const TINTS = 7;

/** Colour of a person, stable by a hash (FNV-1a) of the id. */
export function tintOf(id: string): 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  let hash = 0x811c9dc5;
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const tints = [1, 2, 3, 4, 5, 6, 7] as const;
  return tints[(hash >>> 0) % TINTS] ?? 1;
}

/** Initials of a Vietnamese name: of the first and last word; `Phạm Thị Linh` is PL. */
export function initialsOf(name: string, count: 1 | 2): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const last = words.at(-1)?.[0] ?? '';
  const first = words.length > 1 ? (words[0]?.[0] ?? '') : '';
  return (count === 1 ? last : first + last).toUpperCase();
}

const size = (px: number, font: string) => ({ w: `${px}px`, h: `${px}px`, fontSize: font });

export const avatarClass = recipeClass(
  defineRecipe({
    base: {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      flex: 'none',
      borderRadius: 'full',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      fontWeight: 'semibold',
      lineHeight: '1',
      userSelect: 'none',
      '& img': { w: 'full', h: 'full', borderRadius: 'inherit', objectFit: 'cover' },
    },
    variants: {
      tint: {
        1: { colorPalette: 'tint1' },
        2: { colorPalette: 'tint2' },
        3: { colorPalette: 'tint3' },
        4: { colorPalette: 'tint4' },
        5: { colorPalette: 'tint5' },
        6: { colorPalette: 'tint6' },
        7: { colorPalette: 'tint7' },
        nobody: {
          bg: 'transparent',
          color: 'fg.subtle',
          borderWidth: '1px',
          borderStyle: 'dashed',
          borderColor: 'border.control',
          '& svg': { w: '3', h: '3' },
        },
        more: { bg: 'bg.emphasized', color: 'fg.muted' },
      },
      size: {
        20: size(20, 'xs'),
        24: size(24, 'xs'),
        28: size(28, 'xs'),
        32: size(32, 'xs'),
        36: size(36, 'sm'),
      },
      /** Present: a ring at 2 px distance. */
      present: {
        true: { outline: '1.5px solid {colors.going.solid}', outlineOffset: '2px' },
      },
    },
  }),
);

export const markClass = styleClass({
  position: 'absolute',
  insetInlineEnd: '-6px',
  bottom: '-6px',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  w: '14px',
  h: '14px',
  borderRadius: 'full',
  bg: 'going.solid',
  color: 'going.contrast',
  '& svg': { w: '8px', h: '8px', strokeWidth: '2.5' },
});

export const stackClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.5',
  '&[data-present]': { gap: '2', px: '1' },
});
