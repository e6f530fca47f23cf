import { connect, disconnect } from '@lobby/server/kit/database/database.ts';
import { changeProject } from '@lobby/server/platform/projects/projects.ts';
import { setDictionary } from '@lobby/server/platform/wording/dictionary.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { endAfterwards } from '../setup/server/started.ts';
import { deskOn } from './stage/desk.ts';
import { speak } from './stage/looking.ts';
import { good, staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';
import { visit } from './stage/steps.ts';
import { wordsOf } from './stage/words.ts';

const stage = await openStage();
const service = await staffAt(stage.url, 'service1@hoasen.demo');
const home = `/projects/${service.projectId}`;
const quiet = `/projects/${(await staffAt(stage.url, 'admin@banmai.demo')).projectId}`;
await connect(stage.uri);
endAfterwards(disconnect);
const [unit] = good(await service.get<Row[]>('/unit/options'));
const ask = async (title: string) =>
  good(await service.post('/pms/helpdesk', { title, content: `${title}.`, unitId: unit?.id }));
const by = () => ({ actor: { id: 'system', name: 'Lobby' }, now: new Date() });

/** Nouns that this building uses in place of the usual ones. */
const OWN: Record<Language, [unit: string, member: string, project: string]> = {
  vi: ['biệt thự', 'gia chủ', 'khu đô thị'],
  en: ['villa', 'owner', 'estate'],
  ja: ['ヴィラ', 'オーナー', 'エステート'],
  zh: ['别墅', '业主', '小区'],
  ko: ['빌라', '소유주', '마을'],
};
/** Usual nouns, which must not appear any more. */
const OLD: Record<Language, RegExp> = {
  vi: /căn hộ|(?<!\p{L})căn(?!\p{L})|cư dân|dự án/iu,
  en: /\b(?:units?|residents?|projects?)\b/i,
  ja: /住戸|居住者|物件/,
  zh: /房屋|住户|项目/,
  ko: /세대(?!주|원)|입주민|단지/,
};
const plural = (language: Language, word: string) =>
  language === 'en' ? { one: word, other: `${word}s` } : { one: word };
const dictionary = Object.fromEntries(
  LANGUAGES.map(language => {
    const [unit, member, project] = OWN[language];
    const words = {
      unit: plural(language, unit),
      member: plural(language, member),
      unit_group: plural(language, project),
    };
    return [language, { words, texts: {} }];
  }),
);
let version = 0;
const say = (languages: Parameters<typeof setDictionary>[2]) =>
  setDictionary({ projectId: service.projectId }, version++, languages, by());

/** All that the product itself says on a page: what people wrote (rows, titles, messages) is left out. */
const said = (page: Page) =>
  page.locator('body').evaluate(body => {
    const theirs = '[role=row][data-index], [role=log], [data-drawer] h2, h2, option, script, style, textarea';
    const all = [...body.querySelectorAll('*')].filter(one => !one.closest(theirs));
    const texts = all.flatMap(one =>
      [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent ?? ''),
    );
    const labels = all.flatMap(one => ['aria-label', 'title', 'placeholder'].map(name => one.getAttribute(name) ?? ''));
    return [...texts, ...labels].map(text => text.trim()).filter(Boolean);
  });

describe('words of a building', () => {
  it('stand everywhere, in its languages by turns, and no old one is left', { timeout: 120_000 }, async () => {
    await say(dictionary);
    await ask('Words of our own');
    const page = await stage.seat('admin@hoasen.demo', `${home}/help-desk`, { language: 'vi' });
    const userId = good(await (await staffAt(stage.url, 'admin@hoasen.demo')).get<{ user: Row }>('/auth/me')).user.id;
    const desk = deskOn(page);
    await desk.rows.first().waitFor();
    const seen: string[] = [];
    let looks = 0;
    const look = async (where: string) => {
      const turn = looks++;
      for (const language of LANGUAGES.filter((_, n) => process.env.LONG || (n + turn) % 3 === 0)) {
        await speak(page, userId, language);
        const old = async () => (await said(page)).filter(text => OLD[language].test(text));
        await expect.poll(old, { message: `${language}: ${where}` }).toEqual([]);
        seen.push(...(await said(page)));
      }
      await speak(page, userId, 'vi');
    };
    await look('the queue');
    await desk.open('Words of our own');
    await desk.part('info').click();
    await desk.drawer.locator('[role=tabpanel] dt').first().waitFor();
    await look('the request');
    await visit(page, `${home}/help-desk`);
    const create = wordsOf('vi')('ticket:actions.create');
    await page.getByRole('button', { name: create }).first().click();
    await desk.dialog.getByRole('textbox').first().waitFor();
    await look('the form');
    for (const path of ['configs-labels', 'configs-helpdesk-type', 'nowhere']) {
      await visit(page, `${home}/${path}`);
      await page.locator('#main').getByRole('heading').first().waitFor();
      await look(path);
    }
    const all = seen.join(' ').toLowerCase();
    for (const language of LANGUAGES)
      for (const word of OWN[language].slice(0, 2)) expect(all).toContain(word.toLowerCase());
    await page.context().close();
  });

  it('change before one’s eyes, and leave what was typed', async () => {
    await say(dictionary);
    const page = await stage.seat('service1@hoasen.demo', `${home}/help-desk`);
    // Below the form, too.
    const head = page.getByRole('columnheader', { includeHidden: true });
    await head.filter({ hasText: 'Villa' }).waitFor();
    await page.getByRole('button', { name: 'New request' }).first().click();
    const title = deskOn(page).dialog.getByLabel('Title');
    await title.fill('Half a sen');
    await say({ ...dictionary, en: { words: { unit: { one: 'loft', other: 'lofts' } }, texts: {} } });
    await deskOn(page).dialog.getByLabel('Loft').waitFor({ timeout: SOON });
    expect(await title.inputValue()).toBe('Half a sen');
    await head.filter({ hasText: 'Loft' }).waitFor();
    await head.filter({ hasText: 'Resident' }).waitFor();
    await say(dictionary);
    await head.filter({ hasText: 'Villa' }).waitFor({ timeout: SOON });
  });

  it('are those of the project in the path, and of the language', async () => {
    await say(dictionary);
    const page = await stage.seat('manager@hoasen.demo', `${home}/help-desk`);
    const head = page.getByRole('columnheader');
    await head.filter({ hasText: 'Villa' }).waitFor();
    await page.goto(`${stage.url}${quiet}/help-desk?tab=all`);
    await head.filter({ hasText: 'Unit' }).waitFor();
    await page.goBack();
    await head.filter({ hasText: 'Villa' }).waitFor();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: '한국어' }).click();
    await head.filter({ hasText: '빌라' }).waitFor();
  });

  it('can be whole texts, and refusals say them too', async () => {
    const texts = { 'shell:lost.title': 'Nothing here in this [[project]]' };
    await say({ ...dictionary, en: { words: dictionary.en?.words ?? {}, texts } });
    const page = await stage.seat('service1@hoasen.demo', `${home}/nowhere`);
    await page.getByRole('heading', { name: 'Nothing here in this estate' }).waitFor();
    const refused = await service.get('/pms/helpdesk', { 'X-Project-Id': '' });
    expect(refused.error.message).toBe('Choose a project.');
  });
});

describe('settings of a project', () => {
  let at = 1;
  const set = async (values: Parameters<typeof changeProject>[2]) => {
    ({ version: at = 1 } = await changeProject(service.projectId, at, values, by()));
  };

  it('move the times on the screen into its zone, at once', async () => {
    const { id } = await ask('Where the sun rises');
    const page = await stage.seat('service1@hoasen.demo', `${home}/help-desk?helpDeskId=${id}`);
    const { log } = deskOn(page);
    const { data } = await service.get<{ createdAt: string }>(`/pms/helpdesk/${id}`);
    const timeIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(new Date(data.createdAt));
    await log.getByText(timeIn('Asia/Ho_Chi_Minh')).first().waitFor();
    await set({ timeZone: 'Pacific/Auckland' });
    await log.getByText(timeIn('Pacific/Auckland')).first().waitFor({ timeout: SOON });
    await set({ timeZone: 'Asia/Ho_Chi_Minh' });
  });

  it('say when the subscription has ended; reading goes on, and nothing else is offered', async () => {
    const { id } = await ask('Too late');
    const page = await stage.seat('service1@hoasen.demo', `${home}/help-desk?helpDeskId=${id}`);
    const take = deskOn(page).drawer.getByRole('button', { name: 'Take it' });
    const create = page.getByRole('button', { name: 'New request' });
    await take.waitFor();
    await set({ serviceEndsOn: '2020-01-31' });
    const banner = page.getByText('ended on 31/01/2020', { exact: false });
    await banner.first().waitFor({ timeout: SOON });
    for (const offered of [take, create, deskOn(page).composer]) await offered.waitFor({ state: 'hidden' });
    await page.reload();
    await deskOn(page).rows.first().waitFor();
    expect(await create.count()).toBe(0);
    await set({ serviceEndsOn: null });
    await banner.waitFor({ state: 'hidden', timeout: SOON });
    for (const offered of [take, create]) await offered.waitFor();
  });
});
