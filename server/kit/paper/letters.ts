import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Face, facesOf, figureFace, type Weight } from './font.ts';

/** Letters of one font, in a row. */
export interface Run {
  /** The name of the font in the document. */
  font: string;
  /** As the font counts its letters, in hex. */
  codes: string;
  /** In thousandths of the size. */
  width: number;
}

/** A font of East Asia that every viewer brings along: the document names it and holds none of its thousands of letters. */
export interface ViewerFont {
  name: string;
  encoding: string;
  ordering: string;
}

export const VIEWER_FONTS: Readonly<Record<'ja' | 'zh' | 'ko', ViewerFont>> = {
  ja: { name: 'HeiseiKakuGo-W5', encoding: 'UniJIS-UTF16-H', ordering: 'Japan1' },
  zh: { name: 'STSong-Light', encoding: 'UniGB-UTF16-H', ordering: 'GB1' },
  ko: { name: 'HYGoThic-Medium', encoding: 'UniKS-UTF16-H', ordering: 'Korea1' },
};
export type ViewerKey = keyof typeof VIEWER_FONTS;

const WIDE = 1000;
const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;
const KANA = /[\u3040-\u30ff\uff66-\uff9f]/;

const hex = (code: number) => code.toString(16).padStart(4, '0');
const utf16 = (letter: string) => [...Array(letter.length).keys()].map(n => hex(letter.charCodeAt(n))).join('');

/** The viewer's font for a letter that the house's own do not have. */
function viewerOf(letter: string, language: Language): ViewerKey {
  if (HANGUL.test(letter)) return 'ko';
  if (KANA.test(letter)) return 'ja';
  return language === 'ja' || language === 'ko' ? language : 'zh';
}

/** A text as runs of fonts: the house's own letters where they have it, else those of the viewer; `figures`: digits of one width. */
export function runsOf(text: string, weight: Weight, language: Language, figures = false): Run[] {
  const runs: Run[] = [];
  const faces = figures ? [figureFace(weight), ...facesOf(weight)] : facesOf(weight);
  for (const letter of text.normalize('NFC')) {
    const one = drawn(faces, letter, language);
    const last = runs.at(-1);
    if (last?.font === one.font) Object.assign(last, { codes: last.codes + one.codes, width: last.width + one.width });
    else runs.push(one);
  }
  return runs;
}

function drawn(faces: readonly Face[], letter: string, language: Language): Run {
  for (const face of faces) {
    const glyph = face.glyphOf(letter);
    if (glyph !== undefined) return { font: face.name, codes: hex(glyph), width: face.widthOf(glyph) };
  }
  return { font: viewerOf(letter, language), codes: utf16(letter), width: WIDE };
}

/** How wide a text is at a size. */
export const widthOf = (text: string, size: number, weight: Weight, language: Language, figures = false): number =>
  (runsOf(text, weight, language, figures).reduce((sum, { width }) => sum + width, 0) * size) / 1000;

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
