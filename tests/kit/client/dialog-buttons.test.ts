import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, type Definition, removes } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { REGISTRY } from '@lobby/shared/modules/registry.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { placeOf, provideDefinitions } from '../../../client/kit/records/definitions.ts';
import { refAtom } from '../../../client/kit/refs/refs.ts';
import { loadPermissions } from '../../../client/kit/session/permissions.ts';
import { scopeAtom } from '../../../client/kit/session/session.ts';
import { isAskedAbout, staffActions } from '../../../client/kit/ui/actions/acts.ts';
import { useResult } from '../../../client/kit/ui/actions/useResult.ts';
import { useFieldWords } from '../../../client/kit/ui/form/form-context.ts';
import { useCreated } from '../../../client/kit/ui/form/useCreated.ts';
import { readWords, textsOf } from '../../setup/contract/words.ts';
import { renderHook, renderHookIn } from './render-hook.ts';

const client = join(import.meta.dirname, '../../../client');
const words = new Map(LANGUAGES.map(language => [language, readWords(language)]));

beforeAll(() =>
  i18next.use(initReactI18next).init({
    resources: Object.fromEntries([...words].map(([language, files]) => [language, Object.fromEntries(files)])),
    lng: 'vi',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  }),
);

/** Texts of all definitions in a language, as the dialogs use them. */
async function sayingIn(language: string) {
  await i18next.changeLanguage(language);
  const hook = await renderHook(() => MODULES.map(({ name }) => useFieldWords(name)));
  hook.close();
  return hook.at;
}

describe.each(LANGUAGES.map(language => [language]))('the dialog of an act in %s', language => {
  it('has no two buttons of one name', async () => {
    const saying = await sayingIn(language);
    const dialogs = MODULES.flatMap((definition, n) =>
      [
        ...staffActions(definition),
        ...(removes(definition) ? [['remove', { danger: true, from: [], flag: 'delete' }] as const] : []),
      ]
        .filter(([, action]) => isAskedAbout(action))
        .flatMap(([name, action]) => {
          const say = saying[n];
          if (!say) return [];
          const does = say.button({ name, action }, say.thing('AB-1'));
          return {
            at: `${definition.name} ${name}`,
            action,
            does,
            leaves: i18next.t('common:act.keep'),
          };
        }),
    );
    expect(dialogs.length).toBeGreaterThan(100);
    const words = (text: string) => text.toLocaleLowerCase().replace(/[\s….]/g, '');
    expect(dialogs.filter(({ does, leaves }) => words(does) === words(leaves)).map(({ at }) => at)).toEqual([]);
    // The button of a dangerous action names its record, and the cancel button is not mistaken for the action.
    const dangerous = dialogs.filter(({ action }) => action.danger);
    expect(dangerous.length).toBeGreaterThan(50);
    expect(dangerous.filter(({ does }) => !does.includes('AB-1')).map(({ at }) => at)).toEqual([]);
    expect(dangerous.filter(({ does }) => /\{\{|full\.|actions\./.test(does)).map(({ at }) => at)).toEqual([]);
  });

  it('calls nothing final that can be taken back', async () => {
    const saying = await sayingIn(language);
    const final = i18next.t('kit:act.final').replace(/[.。]$/, '');
    const back = MODULES.flatMap(({ name: of, undo }, n) =>
      Object.keys(undo ?? {}).map(name => ({ at: `${of} ${name}`, asks: String(saying[n]?.ask(name) ?? '') })),
    );
    expect(back.length).toBeGreaterThan(50);
    expect(back.filter(({ asks }) => asks.includes(final)).map(({ at }) => at)).toEqual([]);
  });
});

it('names an act in full', async () => {
  const at = MODULES.indexOf(receipt);
  const cancel = { name: 'cancel', action: receipt.actions.cancel };
  const vi = (await sayingIn('vi'))[at];
  expect(vi?.button(cancel, vi.thing('PT-2611-00042'))).toBe('Huỷ phiếu thu PT-2611-00042');
  const en = (await sayingIn('en'))[at];
  expect(en?.button(cancel, en.thing('PT-2611-00042'))).toBe('Cancel receipt PT-2611-00042');
});

/** Response to a new record: with its code, or only its title. */
const madeOf = (definition: Definition) => ({
  id: 'r1',
  version: 0,
  ...(definition.fields.code ? { code: 'AB-1' } : { [definition.title]: 'Lamp' }),
});

it('a toast about a new record names it and leads to it, whatever tab the list shows', async () => {
  vi.spyOn(transport, 'fetch').mockImplementation(async () => {
    const data = MODULES.map(({ code }) => ({ code, read: true }));
    return new Response(JSON.stringify({ code: 'SUCCESS', data }), { status: 200 });
  });
  await i18next.changeLanguage('vi');
  provideDefinitions(REGISTRY);
  store.set(scopeAtom, { projectId: 'p1' });
  await loadPermissions('p1');
  const made = MODULES.filter(definition => answers(definition, 'create'));
  const hook = await renderHookIn(
    child => createElement(MemoryRouter, null, child),
    () => made.map(definition => useCreated(definition)),
  );
  hook.close();
  const told = made.map((definition, n) => ({ definition, shape: hook.at[n]?.(madeOf(definition)) }));
  const byTitle = told.filter(({ definition: { fields, title } }) => fields.code || fields[title]?.kind === 'text');
  expect(byTitle.length).toBeGreaterThan(60);
  expect(byTitle.filter(({ shape }) => !/AB-1|Lamp/.test(shape?.title ?? '')).map(({ shape }) => shape)).toEqual([]);
  const leads = told.filter(({ definition: { name } }) => placeOf(name, 'p1', 'r1'));
  expect(leads.length).toBeGreaterThan(40);
  expect(leads.filter(({ shape }) => shape?.action?.does !== 'open').map(({ shape }) => shape)).toEqual([]);
});

const sources = globSync('**/*.tsx', { cwd: client, exclude: ['**/node_modules', '**/dist'] }).map(path =>
  readFileSync(join(client, path), 'utf8'),
);

it('a dialog that shows a refusal itself leads to its explanation in the guide', () => {
  const says = sources.filter(source => /\berror\b[^}]*\} = useSubmit\(/.test(source));
  expect(says.length).toBeGreaterThan(50);
  const mute = says.filter(source => !/<(?:Refused|Why)\b|\scode=\{/.test(source));
  expect(mute.map(source => source.slice(source.indexOf('useSubmit();') - 200))).toEqual([]);
  expect(says.filter(source => /\{(?:error|refused) && <\w+ role="(?:alert|status)">/.test(source))).toEqual([]);
});

it('a dialog is never closed by a button with the word of an act that cancels', () => {
  const leaves =
    /<(\w*Button)\b[^>]*?onClick=\{(?:\(\) => (?:void )?)?(?:onClose|onCancel|close|set\w+\(false\)|navigate\(-1\))[^{}]*\}(?:\s\w+=\{[^{}]*\})*\s*>\s*\{t\((?:.*? : )?'([\w.:-]+)'/g;
  const buttons = sources.flatMap(source => [...source.matchAll(leaves)]);
  expect(buttons.length).toBeGreaterThan(10);
  for (const [language, files] of words) {
    const texts = textsOf(files);
    const cancels = texts.get('defaults:actions.cancel');
    const alike = buttons.filter(([, , key = '']) =>
      [...texts].some(
        ([at, text]) => text === cancels && (at === key || at.endsWith(`:${key}`)) && !at.includes('actions.'),
      ),
    );
    expect(
      alike.map(([, , key]) => key),
      language,
    ).toEqual([]);
  }
});

it('a dialog is never confirmed by a button with the word that closes it', () => {
  const keys = new Set(
    sources.flatMap(source => [...source.matchAll(/(?:confirm|send)=\{t\('([\w.:-]+)'/g)].map(([, key = '']) => key)),
  );
  expect(keys.size).toBeGreaterThan(10);
  for (const [language, files] of words) {
    const texts = textsOf(files);
    const leaving = ['act.close', 'act.keep'].map(key => texts.get(`common:${key}`));
    const alike = [...texts].filter(
      ([at, text]) => leaving.includes(text) && [...keys].some(key => at === key || at.endsWith(`:${key}`)),
    );
    expect(
      alike.map(([at]) => at),
      language,
    ).toEqual([]);
  }
});

it('what came of an act says the day that it set, and whom it was given to only where that is new', async () => {
  await i18next.changeLanguage('vi');
  const hook = await renderHook(() => useResult(handoverSchedule.name));
  hook.close();
  store.set(refAtom('employee', 'e1'), { id: 'e1', name: 'Mai Xuân Khánh', code: null });
  const { reschedule } = handoverSchedule.actions;
  const input = { scheduledAt: '2026-12-10T02:00:00.000Z', employeeId: 'e1' };
  const moved = hook.at('reschedule', reschedule, 'BG-1 · C-21.08', input, { employeeId: 'e1' });
  expect(moved).toMatch(/BG-1 · C-21\.08 → .*10\/12\/2026/);
  expect(moved).not.toContain('Mai Xuân Khánh');
  expect(hook.at('reschedule', reschedule, 'BG-1', input, { employeeId: 'e2' })).toContain('Mai Xuân Khánh');
});

// The residents' app translates the validation of the browser (client/resident/validity.ts).
const desk = globSync('{app,kit,modules,shell}/**/*.tsx', { cwd: client });
/** Opening form tags of a source, with braces in their attributes. */
const FORM = /<(?:chakra\.)?form\b((?:[^>{]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)>/g;
const checkedByBrowser = (source: string) =>
  [...source.matchAll(FORM)].filter(([, attributes = '']) => !/\bnoValidate\b/.test(attributes)).length;

it('no form of the back office is checked by the browser, which speaks its own language', () => {
  const forms = desk.map(path => ({ path, source: readFileSync(join(client, path), 'utf8') }));
  expect(forms.filter(({ source }) => source.search(FORM) >= 0).length).toBeGreaterThan(10);
  expect(forms.filter(({ source }) => checkedByBrowser(source) > 0).map(({ path }) => path)).toEqual([]);
  expect(checkedByBrowser('<form id={id} onSubmit={event => void send({ a: { b } })}>')).toBe(1);
  expect(checkedByBrowser('<chakra.form onSubmit={() => send()} noValidate>')).toBe(0);
});

it('an act in a line of a table of figures is in view on a phone, where the columns have no room', () => {
  /** Tables with too many columns for a phone, counted by the `key` properties in the source. */
  const tables = desk.flatMap(path =>
    [...readFileSync(join(client, path), 'utf8').matchAll(/\n( *)<FigureTable\b[\s\S]*?\n\1\/>/g)].map(([table]) => ({
      path,
      table,
    })),
  );
  const acting = tables.filter(
    ({ table }) => /<(?:Icon)?Button\b|<Checkbox\b/.test(table) && (table.match(/\bkey: '/g)?.length ?? 0) > 4,
  );
  expect(acting.length).toBeGreaterThan(4);
  expect(acting.filter(({ table }) => !/\n *(?:cards|plain)\n/.test(table)).map(({ path }) => path)).toEqual([]);
});
