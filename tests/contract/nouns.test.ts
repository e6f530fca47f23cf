import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { markedNoun, NOUNS, sayNouns } from '@lobby/shared/kit/nouns.ts';
import { describe, expect, it } from 'vitest';
import { readWords, textsOf } from '../setup/contract/words.ts';

/** Where the words of a noun stand in a text of the product; each must be marked, `[[căn hộ]]`, so that a building can replace it. */
const WORDS: Record<Language, RegExp> = {
  vi: /căn hộ|(?<!\p{L})căn(?! (?:hộ|cước|bản|cứ))(?!\p{L})|cư dân|dự án/giu,
  en: /\b(?:units?|residents?|projects?)\b/gi,
  ja: /住戸|居住者|物件/g,
  zh: /房屋|住户|项目/g,
  ko: /세대(?!주|원)|입주민|단지/g,
};
/** The same letters with another meaning, by key; `zh` 项目 is also an item. */
const OTHERWISE = new Set([
  // A kind of unit, beside penthouse and office.
  'unit:options.type.APARTMENT',
  'handover-template:options.type.APARTMENT',
  'handover-unit:options.unitType.APARTMENT',
  // Variables that words of a building may name.
  'handover-config:help.minutesText',
  // Names of the placeholders of canned replies.
  'ticket-reply:help.content',
]);

describe.each(LANGUAGES.map(language => [language]))('the replaceable nouns in %s', language => {
  const texts = [...textsOf(readWords(language))];

  it('are marked wherever they stand', () => {
    const plain = texts
      .filter(([key]) => !OTHERWISE.has(key))
      .map(([key, text]) => [key, text.replace(/\[\[[^\]]*\]\]|\{\{\w+\}\}|\{[\w./-]+\}/g, '')] as const)
      .filter(([, text]) => text.match(WORDS[language]));
    expect(plain, 'put the noun into [[ ]]').toEqual([]);
  });

  it('are known by every mark, and leave no mark behind', () => {
    const marks = texts.flatMap(([key, text]) =>
      [...text.matchAll(/\[\[(?:an? )?([^\]]*)\]\]/gi)].map(one => [key, one[1] ?? '']),
    );
    expect(marks.length).toBeGreaterThan(20);
    expect(marks.filter(([, marked]) => !markedNoun(marked ?? '', language))).toEqual([]);
    expect(texts.filter(([, text]) => /\[\[|\]\]/.test(sayNouns(text, language)))).toEqual([]);
  });

  it('are all said anew when a building has words of its own', () => {
    const words = Object.fromEntries(NOUNS.map(noun => [noun, { one: 'Qqq' }]));
    const said = texts
      .filter(([key]) => !OTHERWISE.has(key))
      .map(([key, text]) => [key, sayNouns(text, language, words).replace(/\{\{\w+\}\}|\{[\w./-]+\}/g, '')] as const);
    expect(said.filter(([, text]) => text.match(WORDS[language]))).toEqual([]);
  });
});
