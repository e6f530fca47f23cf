import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordKeys } from '@lobby/shared/kit/default-words.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { ERRORS } from '@lobby/shared/kit/errors.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { MENU } from '@lobby/shared/modules/registry.ts';
import { describe, expect, it } from 'vitest';
import { readFile, readWords, textsOf } from '../setup/contract/words.ts';

const root = join(import.meta.dirname, '../..');

const byLanguage = new Map(LANGUAGES.map(language => [language, textsOf(readWords(language))]));
const textsIn = (language: Language) => byLanguage.get(language) ?? new Map<string, string>();
const model = textsIn(DEFAULT_LANGUAGE);
const words = readWords(DEFAULT_LANGUAGE);

/** English alone of the five tells one from many. */
const PLURAL = /_(one|other)$/;
const params = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();

/** Where a tax invoice, or the invoice of a supplier, is meant. */
const OF_INVOICES =
  /^(invoice|tax-message|sync-|mail:|resident-app:|stock-document:|payslip:|ticket-type:)|[Ii]nvoice|^errors:.*(INVOICE|SERIES)|\.replace$/;

describe('words in Vietnamese', () => {
  it('call a bill “khoản phí”, and only a tax invoice “hoá đơn”', () =>
    expect([...model].filter(([key, text]) => /hoá đơn(?! điện tử)/i.test(text) && !OF_INVOICES.test(key))).toEqual(
      [],
    ));

  it('say one word for one thing', () => {
    const others =
      /(?<!\p{L})(VAT|lãi chậm nộp|bình chọn|biểu phí|công tơ|app|hotline|bù trừ|mô-đun|theo toà(?! nhà)|số đọc|online)(?![\p{L}_])/iu;
    const said = [...model].map(([key, text]) => [key, text.replace(/\{+[^}]*\}+/g, '')] as const);
    expect(said.filter(([, text]) => others.test(text))).toEqual([]);
  });

  it('set the tone where the school book does: hoá, uỷ, toà', () =>
    expect([...model].filter(([, text]) => /[óòỏõọ][ae](?!\p{L})|(?<!q)[úùủũụ]y(?!\p{L})/iu.test(text))).toEqual([]));
});

describe.each(LANGUAGES.map(language => [language]))('words in %s', language => {
  const texts = textsIn(language);

  it('are all there', () => {
    expect(model.size).toBeGreaterThan(100);
    expect([...model.keys()].filter(key => !texts.has(key))).toEqual([]);
  });

  it('are no more than the others have', () => {
    const extra = [...texts.keys()].filter(key => !model.has(key));
    expect(extra.filter(key => !(key.endsWith('_one') && model.has(key.replace(PLURAL, '_other'))))).toEqual([]);
  });

  it('carry the same values and no stray spaces', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const wanted = params(model.get(key) ?? model.get(key.replace(PLURAL, '_other')) ?? '');
      const given = params(text);
      // "One minute" needs no number.
      const same = key.endsWith('_one') ? given.every(one => wanted.includes(one)) : String(given) === String(wanted);
      return !same || text.trim() !== text || text === '' || text.normalize('NFC') !== text;
    });
    expect(wrong).toEqual([]);
  });

  it('are words, no codes', () =>
    expect([...texts].filter(([, text]) => /(?<![\w{])[A-Z]{2,}_[A-Z_]+(?![\w}])/.test(text))).toEqual([]));

  it('name no two fields of one form alike', () => {
    const alike = MODULES.flatMap(({ name, fields }) => {
      const asked = Object.entries(fields).filter(([, { readOnly, internal }]) => !readOnly && !internal);
      const labels = asked.flatMap(([key, field]) => texts.get(`${name}:fields.${field.label ?? key}`) ?? []);
      return labels.filter((label, n) => labels.indexOf(label) !== n).map(label => `${name}: ${label}`);
    });
    expect(alike).toEqual([]);
  });

  if (language !== DEFAULT_LANGUAGE)
    it('are not left in Vietnamese', () => {
      const letters = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i;
      expect([...texts].filter(([, text]) => letters.test(text))).toEqual([]);
    });
});

/** Keys that screens, files and refusals build from a definition's name; IN_USE counts records by the keys of the referring definition. */
function keysOf(definition: Definition): string[] {
  const refs = Object.values(definition.fields).flatMap(field => ('to' in field ? [field.to] : []));
  const users = refs.map(to => (to === definition.name ? 'inside_other' : 'count_other'));
  return [...wordKeys(definition), ...users].map(key => `${definition.name}:${key}`);
}

/** The codes of field errors are a type: they are read where it is declared. */
const fieldCodes = () => {
  const source = readFileSync(join(root, 'shared/kit/errors.ts'), 'utf8');
  const union = /type FieldCode =([^;]+);/.exec(source)?.[1] ?? '';
  return [...union.matchAll(/'(\w+)'/g)].map(match => match[1] ?? '');
};

const wanted = [
  ...MODULES.flatMap(keysOf),
  ...MODULES.map(definition => `modules:${definition.code}`),
  ...[...Object.keys(ERRORS), ...fieldCodes(), ...MODULES.flatMap(module => Object.keys(module.errors ?? {}))].map(
    code => `errors:${code}`,
  ),
  ...MENU.flatMap(group => [`groups.${group.key}`, ...group.entries.map(entry => entry.key)]).map(key => `menu:${key}`),
];

describe('what is asked for by name', () => {
  it.each(MODULES.map(definition => [definition.name, definition] as const))(
    '%s has all its words',
    (_, definition) => {
      expect(keysOf(definition).filter(key => !model.has(key))).toEqual([]);
    },
  );

  it('every error, module and menu entry has its words', () => {
    expect(fieldCodes().length).toBeGreaterThan(15);
    expect(wanted.filter(key => !model.has(key))).toEqual([]);
  });
});

const sources = globSync(['client/**/*.{ts,tsx}', 'server/**/*.ts', 'shared/**/*.ts'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', 'server/demo/**'],
})
  .map(path => readFileSync(join(root, path), 'utf8'))
  .join('\n');

const found = (pattern: RegExp) => new Set([...sources.matchAll(pattern)].map(([, text = '']) => text));
/** Texts of the sources that may be keys; for templates with a placeholder, the parts before and after it. */
const said = {
  whole: found(/(?<=['"`])([\w.:/-]+)(?=['"`])/g),
  before: new Set(
    [...found(/([\w.:-]+)\.\$\{/g)].flatMap(text => text.split(/[.:]/).map((_, n, parts) => parts.slice(n).join('.'))),
  ),
  behindFile: found(/\}:([\w.-]+)/g),
  behind: found(/\}\.([\w.-]+)`/g),
};

/** Whether the sources name a key: whole, or up to a part that is filled in. */
function isNamed(key: string): boolean {
  const [file = '', path = ''] = key.replace(PLURAL, '').split(':');
  if ([path, `${file}:${path}`, `${file}.${path}`].some(text => said.whole.has(text))) return true;
  const parts = path.split('.');
  // `actions.${name}`, `${definition.name}:empty.title`
  return (
    parts.some((_, n) => n > 0 && said.before.has(parts.slice(0, n).join('.'))) ||
    said.behindFile.has(path) ||
    parts.some((_, n) => n > 0 && said.behind.has(parts.slice(n).join('.')))
  );
}

it('are there wherever a screen asks for them by a whole key', () => {
  const files = globSync('client/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', 'client/resident/**'],
  });
  const has = (key: string) => [key, `${key}_other`].some(one => model.has(one));
  const missing = files.flatMap(path => {
    const source = readFileSync(join(root, path), 'utf8');
    const spaces = [...source.matchAll(/useTranslation\(\s*(\[[^\]]*\]|[^)]*)\)/g)].map(([, given = '']) => given);
    const named = spaces.flatMap(given => [...given.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name));
    // The words of a definition that only the running screen knows: they may be those of any.
    const isOpen = spaces.some(given => given.replace(/'[\w-]+'|[[\],\s]/g, '') !== '');
    return [...source.matchAll(/(?<![.\w])t\(\s*'([\w.:/-]+)'(?! in )/g)]
      .map(([, key = '']) => key)
      .filter(key => {
        if (key.includes(':')) return !has(key);
        if (named.some(name => has(`${name}:${key}`))) return false;
        // `t` of a file that loads nothing of its own is handed to it.
        return named.length > 0 && !(isOpen && [...words.keys()].some(name => has(`${name}:${key}`)));
      })
      .map(key => `${path} ${key}`);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

it('has no words that nobody asks for', () => {
  const asked = new Set(wanted);
  expect([...model.keys()].filter(key => !asked.has(key) && !isNamed(key))).toEqual([]);
});

it('of one noun stand in its own file: those of its module, its menu entry and its refusals', () => {
  const declared = Map.groupBy(
    MODULES.flatMap(({ errors = {} }) => Object.keys(errors)).filter(code => !(code in ERRORS)),
    code => code,
  );
  const own = {
    modules: MODULES.map(module => module.code),
    menu: MODULES.flatMap(({ menu }) => (menu ? [menu.key] : [])),
    errors: [...declared].filter(([, { length }]) => length === 1).map(([code]) => code),
  };
  for (const [file, keys] of Object.entries(own))
    for (const language of LANGUAGES) {
      const words = readFile(language, file);
      expect(keys.length, file).toBeGreaterThan(20);
      expect(
        keys.filter(key => key in words),
        `${language} ${file}`,
      ).toEqual([]);
    }
});

/** Field and values that records under the tab `waiting` wait for: those of its first filter. */
function waitedFor({ list }: Definition): { field: string; values: readonly string[] } {
  const [first] = Object.entries(list?.tabs?.waiting ?? {});
  const values = first && typeof first[1] === 'object' && 'in' in first[1] ? first[1].in : [];
  return { field: first?.[0] ?? '', values: values as readonly string[] };
}

describe('the words that all modules share', () => {
  const own = new Map(
    LANGUAGES.map(language => [
      language,
      textsOf(new Map(['defaults', ...MODULES.map(({ name }) => name)].map(name => [name, readFile(language, name)]))),
    ]),
  );
  const said = (file: string, key: string) => LANGUAGES.map(language => own.get(language)?.get(`${file}:${key}`));
  const users = (key: string) => MODULES.filter(module => wordKeys(module).includes(key) && !said(module.name, key)[0]);
  const defaults = [...textsOf(new Map([['', readFile(DEFAULT_LANGUAGE, 'defaults')]])).keys()].map(key =>
    key.slice(1),
  );

  it('stand in one place: no module says one of them again, or in some languages only', () => {
    expect(defaults.length).toBeGreaterThan(10);
    for (const key of defaults) {
      expect(users(key).length, key).toBeGreaterThan(1);
      expect(new Set(LANGUAGES.map(language => own.get(language)?.has(`defaults:${key}`))), key).toEqual(
        new Set([true]),
      );
    }
    const again = MODULES.flatMap(({ name }) =>
      defaults
        .filter(key => {
          const texts = said(name, key);
          const given = texts.filter(text => text !== undefined);
          return (
            String(texts) === String(said('defaults', key)) || (given.length > 0 && given.length < LANGUAGES.length)
          );
        })
        .map(key => `${name}:${key}`),
    );
    expect(again).toEqual([]);
  });

  it('call a tab of what waits as its statuses are called: a module that waits for something else says so itself', () => {
    const wrong = MODULES.flatMap(module => {
      const { field, values } = waitedFor(module);
      if (values.length === 0 || said(module.name, 'tabs.waiting')[0]) return [];
      const shared = String(said('defaults', 'tabs.waiting'));
      const keys = values.map(value => (field === 'status' ? `statuses.${value}` : `options.${field}.${value}`));
      const named = keys.map(key => String(said(module.name, key)[0] ? said(module.name, key) : said('defaults', key)));
      return named.filter(text => text !== shared).map(text => `${module.name}: ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  it('are all those that three modules say alike', () => {
    const alike = Map.groupBy(
      MODULES.flatMap(module => wordKeys(module).map(key => [module.name, key] as const)),
      ([name, key]) => `${key} ${said(name, key)}`,
    );
    const repeated = [...alike].filter(
      ([, found]) => found.length > 2 && found.every(([name, key]) => said(name, key)[0]),
    );
    expect(repeated.map(([text]) => text)).toEqual([]);
  });
});
