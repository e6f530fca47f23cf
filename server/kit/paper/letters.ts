import type { Language } from '@lobby/shared/kit/languages.ts';
import { eastAsianFace } from './east-asia.ts';
import { type Face, facesOf, figureFace, type Weight } from './font.ts';

/** A sequence of glyphs of one face. */
export interface Run {
  face: Face;
  /** Each glyph with the character it draws. */
  glyphs: { glyph: number; letter: string }[];
}

/**
 * Splits a text into runs by face: our own font where it has the character, otherwise East Asian ones. `figures` uses
 * tabular digits.
 */
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

/** The first face that has a character, or the first of our own, which draws a missing glyph. */
function faceOf(faces: readonly Face[], letter: string, weight: Weight, language: Language): Face {
  const first = faces.find(face => face.glyphOf(letter) !== undefined) ?? eastAsianFace(letter, weight, language);
  return first ?? (facesOf(weight)[0] as Face);
}

/** Width of a text at a font size, in points. */
export function widthOf(text: string, size: number, weight: Weight, language: Language, figures = false): number {
  const faces = facesFor(weight, figures);
  let sum = 0;
  for (const letter of text.normalize('NFC')) {
    const face = faceOf(faces, letter, weight, language);
    sum += face.widthOf(face.glyphOf(letter) ?? 0);
  }
  return (sum * size) / 1000;
}

/** Wraps a text to a width: between words, and inside a word that is wider than the line. */
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
