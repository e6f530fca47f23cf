import { readFileSync } from 'node:fs';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Face, readSparseFace, type Weight } from './font.ts';

/** Fonts for scripts that our own font lacks (@fontsource 5.3.0, whole scripts), by language. */
const FONTS = { ko: 'noto-sans-kr', ja: 'noto-sans-jp', zh: 'noto-sans-sc' } as const;
type Key = keyof typeof FONTS;

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** Order of fonts to look for a character in: a Chinese character is drawn in the style of the document's language. */
const orderOf = (letter: string, language: Language): readonly Key[] =>
  HANGUL.test(letter) || language === 'ko'
    ? ['ko', 'zh', 'ja']
    : language === 'ja'
      ? ['ja', 'zh', 'ko']
      : ['zh', 'ja', 'ko'];

const faces = new Map<string, Face>();

/** Loads a font on first use, since each has about a megabyte. */
function faceOf(key: Key, weight: 400 | 600): Face {
  const file = `${FONTS[key]}-${weight}`;
  const cached = faces.get(file);
  if (cached) return cached;
  const name = `NotoSans${key.toUpperCase()}${weight}`;
  const face = readSparseFace(name, readFileSync(new URL(`./east-asia/${file}.woff`, import.meta.url)));
  faces.set(file, face);
  return face;
}

/** The face for an East Asian character; null if none has it. */
export function eastAsianFace(letter: string, weight: Weight, language: Language): Face | null {
  // Only one bold weight: East Asian strokes look darker than Latin ones.
  const drawn = weight === 400 ? 400 : 600;
  for (const key of orderOf(letter, language)) {
    const face = faceOf(key, drawn);
    if (face.glyphOf(letter) !== undefined) return face;
  }
  return null;
}
