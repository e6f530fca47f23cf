import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { addDays, dayOf, VIETNAM, weekdayOf } from '@lobby/shared/kit/dates.ts';
import type { Page, Response } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { png } from '../setup/contract/samples.ts';
import { codesOn } from './stage/codes.ts';
import { faultsOn } from './stage/faults.ts';
import { linkTo } from './stage/outbox.ts';
import { ask, good, residentAt, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';

/** Vite's manifest: the built file of each source. */
type Files = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>;

const stage = await shareStage();
const linh = await staffAt(stage.url, 'service1@hoasen.demo');
const desk = await staffAt(stage.url, 'reception@hoasen.demo');
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const page = await stage.seat(null, '/resident/', { screen: 'phone', mode: 'system' });
const BAR = ['Home', 'Fees', 'Chat', 'Guests', 'More'];
/** By the bar, or by the page of everything; a page that was gone into has none. */
const go = async (name: string) => {
  while ((await page.getByRole('navigation').count()) === 0) await page.getByRole('button', { name: 'Back' }).click();
  const bar = page.getByRole('navigation');
  await bar.getByRole('link', { name: BAR.includes(name) ? name : 'More' }).click();
  if (!BAR.includes(name)) await page.getByRole('main').getByRole('link', { name }).click();
};

/** Opens what is chosen from, and takes one of it: by its words, else the first. */
async function choose(on: Page, label: string, option?: string): Promise<void> {
  await on.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  const all = on.getByRole('dialog').getByRole('listitem').getByRole('button');
  await (option ? all.filter({ hasText: option }) : all.first()).click();
}

it('is small: what it needs before anything is opened is under 150 kB', () => {
  const dir = join(import.meta.dirname, '../../client/dist/resident');
  const files: Files = JSON.parse(readFileSync(join(dir, 'files.json'), 'utf8'));
  const needed = new Set<string>();
  const need = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const other of files[name]?.imports ?? []) need(other);
  };
  for (const [name, { isEntry }] of Object.entries(files)) if (isEntry) need(name);
  // The words of one language.
  need(Object.keys(files).find(name => name.endsWith('locales/ja/resident-app.json')) ?? '');
  const scripts = [...needed].map(name => files[name]?.file ?? '').filter(file => file.endsWith('.js'));
  const sizes = scripts.map(file => gzipSync(readFileSync(join(dir, file))).length);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThan(150);
});

it('lets a resident in by e-mail, and says when the password is wrong', async () => {
  await page.getByLabel('E-mail or phone').fill('resident5@hoasen.demo');
  await page.getByLabel('Password').fill('not-mine');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await faultsOn(page)).toEqual([]);
  await page.getByLabel('Password').fill('lobby-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'My home' }).waitFor();
});

it('says things as the white label and the building word them', async () => {
  const word = async (texts: Record<string, string>) => {
    const { version } = good(await admin.get<{ version: number }>('/dictionary/own'));
    good(await admin.put('/dictionary/own', { version, languages: { en: { words: {}, texts } } }));
  };
  await word({ 'resident-app:bar.chat': 'Ask the house' });
  await page.reload();
  await page.getByRole('navigation').getByRole('link', { name: 'Ask the house' }).waitFor({ timeout: SOON });
  await word({});
  await page.reload();
  await page.getByRole('navigation').getByRole('link', { name: 'Chat' }).waitFor({ timeout: SOON });
});

it('chats with the staff, live and without a network', async () => {
  await go('Chat');
  await page.getByRole('main').getByText('Security', { exact: true }).click();
  const write = page.getByRole('textbox', { name: 'Write a message' });
  await write.fill('Who was at the gate?');
  // A reload restores the draft.
  await page.reload();
  await expect.poll(() => write.inputValue(), { timeout: SOON }).toBe('Who was at the gate?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Who was at the gate?').waitFor({ timeout: SOON });
  const id = page.url().split('/').at(-1);
  const bell = () => page.locator('.bell b').allTextContents();
  const before = await bell();
  const read = page.waitForRequest(request => request.url().endsWith('/histories/read-all'));
  good(await linh.post(`/rooms/${id}/messages`, { content: 'A courier for B-10.' }));
  await page.getByText('A courier for B-10.').waitFor({ timeout: SOON });
  // A message that is on the screen is not counted by the bell.
  await read;
  await expect.poll(bell, { timeout: SOON }).toEqual(before);
  await page.context().setOffline(true);
  for (const word of ['First', 'Second']) {
    await write.fill(`${word} without a network`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }
  await expect.poll(() => page.getByText('To be sent').count(), { timeout: SOON }).toBe(2);
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('To be sent').count(), { timeout: 8 * SOON }).toBe(0);
  const said = good(await linh.get<{ content: string }[]>(`/rooms/${id}/messages?limit=100`));
  expect(said.map(({ content }) => content).filter(text => text.endsWith('a network'))).toEqual([
    'First without a network',
    'Second without a network',
  ]);
});

it('is refused nothing on any of its pages, and says words on all of them', async () => {
  const faults: string[] = [];
  let place = '';
  const hear = (answer: Response) => {
    if (answer.status() >= 400) faults.push(`${place}: ${answer.status()} ${answer.url()}`);
  };
  page.on('response', hear);
  await go('More');
  const links = page.getByRole('main').getByRole('link');
  await expect.poll(() => links.count()).toBeGreaterThan(12);
  const names = await links.evaluateAll(all => all.map(link => (link as unknown as { pathname: string }).pathname));
  for (const name of [...names, '/resident/bills', '/resident/chat', '/resident/guests']) {
    place = name;
    await go('More');
    await page.locator(`a[href="${name}"]`).first().click();
    await page.waitForURL(url => url.pathname.startsWith(name));
    await page.getByText('Loading…').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(200);
    for (const code of await codesOn(page)) faults.push(`${name} shows ${code}`);
  }
  page.off('response', hear);
  expect(faults).toEqual([]);
});

it('makes a request with a photo, and sees what becomes of it', async () => {
  await go('Requests');
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByRole('group', { name: 'What kind' }).getByRole('button').first().click();
  await page.getByLabel('What is it about?').fill('The tap drips\nIn the kitchen.');
  await page
    .getByLabel('Photos (up to 5)')
    .setInputFiles({ name: 'tap.png', mimeType: 'image/png', buffer: await png() });
  // A reload restores the draft.
  await page.getByText('Draft saved').waitFor();
  await page.reload();
  await page.getByRole('img', { name: 'tap.png' }).waitFor();
  expect(await page.getByLabel('What is it about?').inputValue()).toBe('The tap drips\nIn the kitchen.');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByRole('heading', { name: 'The tap drips' }).waitFor();
  expect(await faultsOn(page)).toEqual([]);
  const id = page.url().split('/').at(-1);
  const { images } = good(await linh.get<{ images: { name: string }[] }>(`/pms/helpdesk/${id}`));
  expect(images.map(({ name }) => name)).toEqual(['tap.jpg']);
  good(await linh.put(`/pms/helpdesk/${id}/approve`, {}));
  await page.getByText('Accepted').waitFor({ timeout: SOON });
  good(await linh.put(`/pms/helpdesk/${id}/complete`, {}));
  await page.getByRole('button', { name: 'Open it again' }).click();
  await page.getByLabel('Why should it be opened again?').fill('It still drips.');
  await page.getByRole('button', { name: 'Open it again' }).click();
  await page.getByText('In progress').waitFor({ timeout: SOON });
  good(await linh.put(`/pms/helpdesk/${id}/complete`, {}));
  await page.getByRole('button', { name: '4 ★' }).click();
  await page.getByLabel('A word (optional)').fill('Quick, thank you');
  expect(await faultsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send the rating' }).click();
  await page.getByText('Quick, thank you').waitFor({ timeout: SOON });
  await page.getByRole('img', { name: '4 stars' }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: /The tap drips/ }).waitFor();
});

it('counts in the bell what is unread in its list, until it is opened', async () => {
  const own = await residentAt(stage.url, 'resident5@hoasen.demo');
  for (const title of ['The bell is dumb', 'The gate squeaks']) {
    const { id } = await ask(own, title);
    good(await linh.put(`/pms/helpdesk/${id}/approve`, {}));
  }
  await go('Home');
  const counted = async () => Number((await page.locator('.bell b').allTextContents())[0] ?? 0);
  const unread = page.locator('[data-unread]');
  await expect.poll(counted, { timeout: SOON }).toBeGreaterThan(1);
  const before = await counted();
  await page.locator('.bell').click();
  await expect.poll(() => unread.count(), { timeout: SOON }).toBe(before);
  expect(await faultsOn(page)).toEqual([]);
  await go('Home');
  await expect.poll(counted, { timeout: SOON }).toBe(before);
  await page.locator('.bell').click();
  await unread.first().click();
  await page.getByRole('heading', { name: 'The gate squeaks' }).waitFor();
  await go('Home');
  await expect.poll(counted, { timeout: SOON }).toBe(before - 1);
  await page.locator('.bell').click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => unread.count(), { timeout: SOON }).toBe(0);
  await go('Home');
  await expect.poll(counted, { timeout: SOON }).toBe(0);
});

it('invites a guest, whose pass the desk knows', async () => {
  await go('Guests');
  await page.getByRole('button', { name: 'Invite a guest' }).click();
  // An error is shown at its input, in the language of the app.
  await page.getByRole('button', { name: 'Invite' }).click();
  const name = page.getByLabel('Guest’s name');
  await page.getByText('This is needed.').waitFor({ timeout: SOON });
  expect(await name.evaluate(input => [input.matches(':focus'), input.ariaInvalid])).toEqual([true, 'true']);
  await page.getByLabel('Guest’s name').fill('Aunt Ba');
  expect(await page.getByText('This is needed.').count()).toBe(0);
  await page.getByRole('button', { name: 'Invite' }).click();
  const code = (await page.locator('output').textContent()) ?? '';
  expect(await faultsOn(page)).toEqual([]);
  const { pass, visitorId } = good(await desk.post<{ pass: Row; visitorId: string }>('/visitor-pass/check', { code }));
  expect(pass.name).toBe('Aunt Ba');
  good(await desk.put(`/visitor/${visitorId}/approve`, {}));
  // The guest opens the pass by a link, and signs in nowhere.
  const theirs = await page.context().newPage();
  await theirs.goto(`${stage.url}/resident/pass#${pass.token}`);
  await expect.poll(() => theirs.locator('output').textContent(), { timeout: SOON }).toBe(code);
  expect(await faultsOn(theirs)).toEqual([]);
  await choose(theirs, 'Language', 'Tiếng Việt');
  await theirs.getByText('Đưa mã này ở quầy').waitFor();
  await choose(theirs, 'Ngôn ngữ', 'English');
  await theirs.getByText('Show this code').waitFor();
  await theirs.close();
  good(await desk.put(`/visitor/${visitorId}/in-progress`, {}));
  await page.getByText('Inside').waitFor({ timeout: SOON });
});

it('reserves an elevator at a free hour, and sees what becomes of it', async () => {
  await go('Lift reservations');
  await page.getByRole('button', { name: 'Reserve a lift' }).click();
  // Another day each time: a second try does not find the elevator taken by the first.
  const days = 20 + Math.floor(Math.random() * 30);
  const drawn = addDays(dayOf(new Date(), VIETNAM), days);
  // On Sundays no elevator is lent.
  const day = weekdayOf(drawn) === 0 ? addDays(drawn, 1) : drawn;
  await choose(page, 'Type');
  await choose(page, 'Lift');
  await page.getByRole('button', { name: /^Day/ }).click();
  const months = page.getByRole('dialog');
  // The browser has a clock of its own: months are turned until the one is there.
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const named = months.getByText(month.format(new Date(day)));
  await months.getByRole('button', { name: 'Next month' }).waitFor();
  while (!(await named.isVisible())) await months.getByRole('button', { name: 'Next month' }).click();
  await months.locator(`button:not([data-out])`, { hasText: new RegExp(`^${Number(day.slice(8))}$`) }).click();
  await page.getByRole('group', { name: 'Free times' }).getByRole('button').first().click();
  await page.locator('[name=goodsName]').fill('One piano');
  await page.locator('[name=transporterName]').fill('Careful Movers');
  await page.getByRole('checkbox').check();
  expect(await faultsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: /One piano/ }).waitFor();
  expect(await faultsOn(page)).toEqual([]);
  const id = page.url().split('/').at(-1);
  good(await admin.put(`/elevator-reservation/${id}/approve`, {}));
  await page.getByText('Approved', { exact: true }).waitFor({ timeout: SOON });
  await page.getByRole('button', { name: 'Cancel the registration' }).click();
  const question = page.getByRole('dialog');
  expect(await faultsOn(page)).toEqual([]);
  await question.getByRole('button', { name: 'Keep it' }).click();
  await question.waitFor({ state: 'hidden' });
  const kept = good(await admin.get(`/elevator-reservation/${id}`));
  expect(kept.status).toBe('APPROVED');
  await page.getByRole('button', { name: 'Cancel the registration' }).click();
  await question.getByLabel('Why').fill('The piano comes by crane');
  await question.getByRole('button', { name: 'Cancel the registration' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor({ timeout: SOON });
  await page.getByText('The piano comes by crane').waitFor();
});

it('votes, reads, and opens from what was loaded where there is no network', async () => {
  await go('Polls');
  await page.getByRole('link', { name: /Open$/ }).first().click();
  await page.getByRole('radio').or(page.getByRole('checkbox')).first().check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await page.getByRole('button', { name: 'Change the vote' }).waitFor({ timeout: SOON });
  for (const name of ['Home', 'More', 'Documents', 'Contacts', 'My account']) {
    await go(name);
    expect(await faultsOn(page)).toEqual([]);
  }
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.reload();
  await page.getByRole('navigation').waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('No connection.').first().waitFor();
  await go('Chat');
  await page.getByRole('main').getByText('Security', { exact: true }).click();
  await page.getByText('A courier for B-10.').waitFor();
  await page.context().setOffline(false);
});

it('keeps what one is told of and by which way, and the devices that show alerts', async () => {
  const own = await residentAt(stage.url, 'resident5@hoasen.demo');
  const keys = createECDH('prime256v1');
  const token = {
    endpoint: 'https://push.example/another',
    keys: { p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  const installed = await own.post('/installations', { deviceToken: JSON.stringify(token), deviceType: 'browser' });
  expect(installed.status, installed.text).toBe(201);
  await go('My account');
  await page.getByRole('main').getByRole('link', { name: 'How I am told' }).click();
  const mail = page.getByRole('group', { name: 'Announcements of the building' }).getByLabel('E-mail');
  await mail.uncheck();
  await expect
    .poll(async () => (await own.get<{ user: Row }>('/auth/me')).data.user.mailOff)
    .toContain('announcements');
  await page.reload();
  await mail.waitFor();
  expect(await mail.isChecked()).toBe(false);
  await mail.check();
  await expect
    .poll(async () => (await own.get<{ user: Row }>('/auth/me')).data.user.mailOff)
    .not.toContain('announcements');
  const remove = page.getByRole('button', { name: 'Remove the device' });
  await remove.first().click();
  await expect.poll(() => remove.count()).toBe(0);
  expect(await faultsOn(page)).toEqual([]);
});

it('is out at once when it is shut, knows why, and keeps nothing on the device', async () => {
  const id = await page.evaluate<string>(`JSON.parse(localStorage.getItem('resident-session')).home.residentId`);
  good(await admin.put(`/member/${id}/block-app`, {}));
  await page.getByText('The management has blocked this account.').waitFor({ timeout: SOON });
  expect(await faultsOn(page)).toEqual([]);
  const left = `new Promise(done => {
    const asked = indexedDB.open('resident-readings');
    asked.onsuccess = () => {
      const all = asked.result.transaction('readings').objectStore('readings').count();
      all.onsuccess = () => done(all.result);
    };
  })`;
  await expect.poll(() => page.evaluate<number>(left)).toBe(0);
  await page.getByLabel('E-mail or phone').fill('resident5@hoasen.demo');
  await page.getByLabel('Password').fill('lobby-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('The management has blocked this account.').waitFor();
  good(await admin.put(`/member/${id}/allow-app`, {}));
  await page.getByRole('button', { name: 'Sign in' }).click();
  // Back where they were.
  await page.getByRole('group', { name: 'Announcements of the building' }).waitFor();
});

it('sets a new password by the mail, and is in the app', async () => {
  const email = 'resident6@hoasen.demo';
  const before = (await (await fetch(`${stage.url}/api/outbox`)).text()).split(`<td>${email}</td>`).length;
  const guest = await stage.seat(null, '/resident/', { screen: 'phone' });
  await guest.getByRole('link', { name: 'Forgot the password?' }).click();
  await guest.locator('input[name=email]').fill(email);
  await guest.keyboard.press('Enter');
  await guest.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
  await guest.getByRole('link', { name: 'Back to sign-in' }).click();
  await guest.getByLabel('E-mail or phone').waitFor();
  await guest.goto(await linkTo(stage.url, email, before));
  for (const name of ['password', 'confirmation']) await guest.locator(`input[name=${name}]`).fill('lobby-demo');
  await guest.keyboard.press('Enter');
  await guest.getByRole('heading', { name: 'My home' }).waitFor();
});
