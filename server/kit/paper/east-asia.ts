import { readFileSync } from 'node:fs';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Face, readSparseFace, type Weight } from './font.ts';

/** The fonts of letters that the house's own does not have (@fontsource 5.3.0, whole scripts), by the language that writes them so. */
const FONTS = { ko: 'noto-sans-kr', ja: 'noto-sans-jp', zh: 'noto-sans-sc' } as const;
type Key = keyof typeof FONTS;

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** In whose letters one is looked for: a Chinese sign is drawn as the language of the paper draws it. */
const orderOf = (letter: string, language: Language): readonly Key[] =>
  HANGUL.test(letter) || language === 'ko'
    ? ['ko', 'zh', 'ja']
    : language === 'ja'
      ? ['ja', 'zh', 'ko']
      : ['zh', 'ja', 'ko'];

const faces = new Map<string, Face>();

/** A font as it is first needed: each weighs a megabyte. */
function faceOf(key: Key, weight: 400 | 600): Face {
  const file = `${FONTS[key]}-${weight}`;
  const known = faces.get(file);
  if (known) return known;
  const name = `NotoSans${key.toUpperCase()}${weight}`;
  const face = readSparseFace(name, readFileSync(new URL(`./east-asia/${file}.woff`, import.meta.url)));
  faces.set(file, face);
  return face;
}

/** The face that draws a letter of East Asia; null where none has it. */
export function eastAsianFace(letter: string, weight: Weight, language: Language): Face | null {
  // One weight beside the usual one: their strokes are darker than those of Latin letters.
  const drawn = weight === 400 ? 400 : 600;
  for (const key of orderOf(letter, language)) {
    const face = faceOf(key, drawn);
    if (face.glyphOf(letter) !== undefined) return face;
  }
  return null;
}
