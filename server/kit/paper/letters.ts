import type { Language } from '@lobby/shared/kit/languages.ts';
import { eastAsianFace } from './east-asia.ts';
import { type Face, facesOf, figureFace, type Weight } from './font.ts';

/** Letters of one font, in a row. */
export interface Run {
  face: Face;
  /** Its glyphs, each with the letter that it draws. */
  glyphs: { glyph: number; letter: string }[];
}

/** A text as runs of fonts: the house's own letters where they have it, else those of East Asia; `figures`: digits of one width. */
export function runsOf(text: string, weight: Weight, language: Language, figures = false): Run[] {
  const runs: Run[] = [];
  const faces = facesFor(weight, figures);
  for (const letter of text.normalize('NFC')) {
    const face = faceOf(faces, letter, weight, language);
    const drawn = { glyph: face.glyphOf(letter) ?? 0, letter };
    const last = runs.at(-1);
    if (last?.face === face) last.glyphs.push(drawn);
    else runs.push({ face, glyphs: [drawn] });
  }
  return runs;
}

const facesFor = (weight: Weight, figures: boolean) =>
  figures ? [figureFace(weight), ...facesOf(weight)] : facesOf(weight);

/** The first face that has a letter; one that nobody has is drawn as missing. */
function faceOf(faces: readonly Face[], letter: string, weight: Weight, language: Language): Face {
  const own = faces.find(face => face.glyphOf(letter) !== undefined) ?? eastAsianFace(letter, weight, language);
  return own ?? (facesOf(weight)[0] as Face);
}

/** How wide a text is at a size. */
export function widthOf(text: string, size: number, weight: Weight, language: Language, figures = false): number {
  const faces = facesFor(weight, figures);
  let sum = 0;
  for (const letter of text.normalize('NFC')) {
    const face = faceOf(faces, letter, weight, language);
    sum += face.widthOf(face.glyphOf(letter) ?? 0);
  }
  return (sum * size) / 1000;
}

/** A text in lines no wider than that: broken between words, and within one that is wider than the line. */
export function linesOf(
  text: string,
  room: number,
  size: number,
  weight: Weight,
  language: Language,
  figures = false,
): string[] {
  const fits = (line: string) => widthOf(line, size, weight, language, figures) <= room;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line ? `${line} ${word}` : word;
    if (fits(joined)) {
      line = joined;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const letter of word) {
      if (line && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}
