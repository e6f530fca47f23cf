import { GUIDE_PICTURES } from '@lobby/shared/guide.ts';

const FILES = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });
export const PICTURE_MODES = ['light', 'dark'] as const;

/** Where the picture of a page is fetched from, as it is in the light and in the dark; nothing where it has none. */
export function pictureOf(page: string) {
  const scene = GUIDE_PICTURES[page];
  return PICTURE_MODES.flatMap(mode => {
    const file = scene && FILES[`./pictures/${scene}-${mode}.webp`];
    return file ? [{ mode, file }] : [];
  });
}
