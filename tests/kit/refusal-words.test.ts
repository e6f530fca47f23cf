import { readdirSync, readFileSync } from 'node:fs';
import { words } from '@lobby/server/kit/base/messages.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { describe, expect, it } from 'vitest';
import { readWords } from '../setup/contract/words.ts';

const ERRORS = new Map(
  LANGUAGES.map(language => [language, (readWords(language).get('errors') ?? {}) as Record<string, string>]),
);
const errorsIn = (language: Language) => ERRORS.get(language) ?? {};
const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => String(name));
/** Values that the kit adds itself. */
const OWN = ['by', 'module', 'things', 'why'];
/** Refusals of an index that the module catches and says with values. */
const SAID_AGAIN = new Set(['APPROVAL_PENDING']);
const CODES = Object.entries(errorsIn('vi'))
  .map(([code, text]) => [code, namesIn(text).filter(name => !OWN.includes(name))] as const)
  .filter(([, names]) => names.length > 0);

describe('the message of a refusal', () => {
  it('is about many values', () => expect(CODES.length).toBeGreaterThan(80));

  it.each(LANGUAGES)('says in %s what its fields say with its code', language => {
    for (const [code, names] of CODES) {
      const params = Object.fromEntries(names.map(name => [name, `<${name}>`]));
      const said = words(language, code, { fields: { other: { code: 'REQUIRED' }, field: { code, params } } });
      for (const name of namesIn(errorsIn(language)[code] ?? '').filter(one => !OWN.includes(one)))
        expect(said, code).toContain(`<${name}>`);
      expect(said, code).not.toMatch(/\{\{|undefined|null/);
    }
  });

  it.each(LANGUAGES)('asks in %s for no value that it does not ask for in Vietnamese', language => {
    for (const [code, text] of Object.entries(errorsIn(language)))
      expect(namesIn(text).toSorted(), `${language} ${code}`).toEqual(namesIn(errorsIn('vi')[code] ?? '').toSorted());
  });

  it('asks for no value where an index alone found that something is taken', () => {
    const codes = MODULES.flatMap(({ fields, unique = [] }) => [
      ...unique.map(({ code }) => code),
      ...Object.values(fields).map(field => field.taken),
    ]).filter((code): code is string => code !== undefined && !SAID_AGAIN.has(code));
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter(code => namesIn(errorsIn('vi')[code] ?? '').length > 0)).toEqual([]);
  });

  it.each([
    ['vi', 3600, '1 giờ'],
    ['vi', 59, '59 giây'],
    ['en', 90, '2 minutes'],
    ['zh', 5400, '1小时30分钟'],
    ['ja', 3599, '1 時間'],
    ['ko', 60, '1분'],
  ] as const)('says in %s how long %i seconds are', (language, seconds, said) => {
    expect(words(language, 'TOO_MANY_REQUESTS', { seconds })).toContain(said);
  });

  it('writes days and months as people do', () => {
    expect(words('en', 'LOCK_DATE_EXISTS', { lockedTo: '2026-10-31' })).toContain('31/10/2026');
    expect(words('vi', 'PARKING_BILLED', { month: '2026-11' })).toContain('11/2026');
    expect([sayValue('day', '2026-11-05', 'ja'), sayValue('code', 'HD-2611-00042', 'vi')]).toEqual([
      '05/11/2026',
      'HD-2611-00042',
    ]);
  });
});

/** Errors whose message needs values but gets none, neither with the field nor beside it. */
const EMPTY = /code: '([A-Z_]+)' ?\}|\bfail\('([A-Z_]+)'\)/g;
it('is given its values wherever it is made', () => {
  const asking = new Set(CODES.map(([code]) => code));
  const root = new URL('../../server/', import.meta.url);
  const empty = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !/node_modules|\.test\.ts$|^migrations/.test(path))
    .flatMap(path => {
      const text = readFileSync(new URL(path, root), 'utf8');
      return [...text.matchAll(EMPTY)]
        .map(([, atField, alone]) => String(atField ?? alone))
        .filter(code => asking.has(code))
        .map(code => `${path} ${code}`);
    });
  expect(empty).toEqual([]);
});

/** A toast written by hand, up to the end of its object. */
const TOASTS = /\btoast\(\{(?:[^{}]|\{[^{}]*\})*\}/g;
/** Matches the parts of a refusal that such a toast would show. */
const REFUSED = /\.message\b|\btoApiError\b|errors:FAIL|t\('FAIL'\)/;
it('every toast of a refusal is shown by the function that explains it', () => {
  const root = new URL('../../client/', import.meta.url);
  const toasts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !/^(node_modules|resident)\//.test(path))
    .flatMap(path =>
      [...readFileSync(new URL(path, root), 'utf8').matchAll(TOASTS)].map(([toast]) => ({ path, toast })),
    );
  expect(toasts.length).toBeGreaterThan(80);
  expect(toasts.filter(({ toast }) => REFUSED.test(toast))).toEqual([]);
});
