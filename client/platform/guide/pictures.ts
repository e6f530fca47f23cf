import { GUIDE_PICTURES } from '@lobby/shared/guide.ts';

const FILES = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });
export const PICTURE_MODES = ['light', 'dark'] as const;

/** Screenshots of a page in light and dark mode; empty where there are none. */
export function pictureOf(page: string) {
  const scene = GUIDE_PICTURES[page];
  return PICTURE_MODES.flatMap(mode => {
    const file = scene && FILES[`./pictures/${scene}-${mode}.webp`];
    return file ? [{ mode, file }] : [];
  });
}
