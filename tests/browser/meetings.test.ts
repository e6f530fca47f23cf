import { expect, it } from 'vitest';
import { faultsOn } from './stage/faults.ts';
import { good, residentAt, staffAt } from './stage/people.ts';
import { shareStage } from './stage/stage.ts';

const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const own = await residentAt(stage.url, 'resident5@hoasen.demo');
const page = await stage.seat(null, '/resident/', { screen: 'phone', options: { timezoneId: 'America/New_York' } });
const [meeting] = good(
  await admin.get<{ id: string; startAt: string }[]>('/conference?filter[status][]=ONGOING&limit=1'),
);

/** A vote of the meeting that comes, open to all. */
async function vote(title: string, values: object = {}): Promise<string> {
  const { id } = good(
    await admin.post<{ id: string }>('/vote-sheet', {
      conferenceId: meeting?.id,
      title,
      who: 'ALL',
      oneAtATime: false,
      channels: [{ channel: 'APP' }],
      questions: [{ text: `${title}: what do you say?`, kind: 'DECISION', answers: 'Yes\nNo\nOther' }],
      ...values,
    }),
  );
  good(await admin.put(`/vote-sheet/${id}/open`, {}));
  return id;
}

/** A further meeting, which goes on though hardly anybody is there. */
async function going(name: string, acts: readonly string[]): Promise<string> {
  const values = { name, weighting: 'UNIT', venue: 'The hall', regulations: '<p>One unit, one vote</p>' };
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = good(await admin.post<{ id: string }>('/conference', { ...values, startAt }));
  for (const act of acts) good(await admin.put(`/conference/${id}/${act}`, {}));
  const lead = { chairName: 'An', secretaryName: 'Binh', withoutQuorum: true, reason: 'A practice' };
  good(await admin.put(`/conference/${id}/open-meeting`, lead));
  return id;
}

it('leads from the home to the meeting, by the clock of the building', async () => {
  await page.getByLabel('E-mail or phone').fill('resident5@hoasen.demo');
  await page.getByLabel('Password').fill('lobby-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const card = page.getByRole('link', { name: 'Upcoming meeting' });
  // In Vietnam it is eight in the morning, wherever the phone is.
  await card.getByText('08:00').waitFor();
  await card.click();
  await page.getByRole('heading', { level: 2 }).waitFor();
});

it('asks for each choice, shows the ballot before it is sent, and says when it was counted', async () => {
  const id = await vote('The lifts');
  await page.reload();
  const sheet = page.getByRole('article').filter({ hasText: 'The lifts' });
  await sheet.getByRole('button', { name: 'Look at my ballot' }).click();
  await sheet.getByRole('alert').filter({ hasText: 'Please choose an answer' }).waitFor();
  const cast = async () => good(await own.get<{ cast: boolean }[]>(`/vote-sheet/${id}/mine`)).some(one => one.cast);
  await sheet.getByLabel('No').check();
  await sheet.getByRole('button', { name: 'Look at my ballot' }).click();
  await sheet.getByRole('definition').filter({ hasText: 'No' }).waitFor();
  expect(await cast()).toBe(false);
  await sheet.getByRole('button', { name: 'Send' }).click();
  await sheet.getByText('Not counted yet').waitFor();
  expect(await cast()).toBe(true);
  for (const act of ['close', 'count']) good(await admin.put(`/vote-sheet/${id}/${act}`, {}));
  await page.reload();
  await sheet.getByText('Your ballot was counted').waitFor();
  expect(await faultsOn(page)).toEqual([]);
});

it('tells who is not checked in so, instead of a form, and lets them vote once they are', async () => {
  const id = await going('A short meeting', ['approve', 'show']);
  const sheetId = await vote('For those who are there', { conferenceId: id, who: 'PRESENT' });
  const theirs = await stage.beside(page, `/resident/meetings/${id}`);
  const sheet = theirs.getByRole('article').filter({ hasText: 'For those who are there' });
  await sheet.getByText('please go to the desk first').waitFor();
  expect(await sheet.getByRole('radio').count()).toBe(0);
  const [row] = good(await own.get<{ id: string }[]>(`/conference-unit?filter[conferenceId][]=${id}`));
  good(await admin.put(`/conference-unit/${row?.id}/check-in`, { desk: '1' }));
  await sheet.getByRole('radio').first().waitFor();
  expect(await faultsOn(theirs)).toEqual([]);
  good(await admin.put(`/vote-sheet/${sheetId}/cancel`, { reason: 'A practice' }));
  good(await admin.put(`/conference/${id}/end`, { outcome: 'CALLED_OFF', note: 'A practice' }));
  await theirs.close();
});

it('takes what is typed at the desk from its first moment on, with a key that takes back and one that gives papers', async () => {
  const id = await going('At the door', ['approve']);
  const sheetId = await vote('On paper', { conferenceId: id, who: 'PRESENT', channels: [{ channel: 'PAPER' }] });
  type Row = { id: string; unitId: string; code6: string; checkIn: string; ballotsPaper: string[] };
  const rows = good(await admin.get<Row[]>(`/conference-unit?filter[conferenceId][]=${id}&sort=place&limit=3`));
  const read = async (n: number) => good(await admin.get<Row>(`/conference-unit/${rows[n]?.id}`));
  const isIn = (n: number) => expect.poll(async () => (await read(n)).checkIn, { timeout: 10_000 });
  const path = `/projects/${admin.projectId}/conference-unit?screen=desk&conferenceId=${id}`;
  const desk = await stage.seat('admin@hoasen.demo', path);
  const box = desk.getByRole('textbox', { name: 'Scan' });
  // Opened by its address, a scanner types as soon as there is a desk; nothing of it is lost.
  const machine = await desk.context().newCDPSession(desk);
  for (const [n, row] of rows.entries()) {
    // A slow machine shows the frame long before there is a box.
    if (n > 0) await desk.locator('#awaited').waitFor({ state: 'attached' });
    else await desk.getByRole('region', { name: 'Check-in desk' }).waitFor();
    await desk.keyboard.type(row.code6);
    await desk.keyboard.press('Enter');
    await desk.getByRole('button', { name: /^Check in \d/ }).waitFor();
    await expect.poll(() => box.evaluate(element => element.matches(':focus'))).toBe(true);
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    if (n === rows.length - 1) break;
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await desk.reload({ waitUntil: 'commit' });
  }
  const last = rows.length - 1;
  await desk.keyboard.press('Enter');
  await isIn(last).toBe('CHECKED_IN');
  // Its key takes that back, and stands in no box.
  await desk.getByRole('button', { name: 'Undo' }).waitFor();
  await desk.keyboard.press('u');
  await isIn(last).toBe('NOT_CHECKED_IN');
  expect(await box.inputValue()).toBe('');
  // Letters that go on are a name, whatever they begin with.
  await desk.keyboard.type('uyen');
  expect(await box.inputValue()).toBe('uyen');
  await box.fill('');
  await desk.keyboard.type(rows[last]?.code6 ?? '');
  await desk.keyboard.press('Enter');
  await desk.getByRole('button', { name: /^Check in \d/ }).waitFor();
  await desk.keyboard.press('Enter');
  await desk.getByRole('button', { name: /^Papers for/ }).waitFor();
  const file = desk.waitForEvent('download');
  await desk.keyboard.press('p');
  await file;
  expect((await read(last)).ballotsPaper).toEqual([sheetId]);
  // A person who is already checked in is shown with time, desk and employee.
  await desk.keyboard.type(rows[last]?.code6 ?? '');
  await desk.keyboard.press('Enter');
  await desk.getByText(/Checked in at \d\d:\d\d, desk 1, by \S+/).waitFor();
  expect(await faultsOn(desk)).toEqual([]);
  // Loaded again while the network is away it stands as it stood, with its list and its number; what it scans goes out once.
  await desk.getByRole('textbox', { name: 'Desk' }).fill('7');
  const kept = () =>
    desk.evaluate<number>(`caches.open('office-shell').then(shell => shell.keys()).then(keys => keys.length)`);
  await expect.poll(kept, { timeout: 20_000 }).toBeGreaterThan(5);
  await desk.context().setOffline(true);
  await desk.reload();
  await desk.getByText('No network: the desk works on').waitFor();
  await box.fill(rows[0]?.code6 ?? '');
  await box.press('Enter');
  await desk.getByRole('button', { name: /^Check in \d/ }).waitFor();
  await desk.keyboard.press('Enter');
  await desk.getByText(/not sent/i).waitFor();
  expect((await read(0)).checkIn).toBe('NOT_CHECKED_IN');
  await desk.context().setOffline(false);
  await isIn(0).toBe('CHECKED_IN');
  expect(good(await admin.get<{ desk: string }>(`/conference-unit/${rows[0]?.id}`)).desk).toBe('7');
  good(await admin.put(`/vote-sheet/${sheetId}/cancel`, { reason: 'A practice' }));
  good(await admin.put(`/conference/${id}/end`, { outcome: 'CALLED_OFF', note: 'A practice' }));
});

it('keeps a result of five candidates and whoever speaks on the screen of the hall', async () => {
  const asked = [{ text: 'Who leads the board?', kind: 'ELECTION', answers: 'Ann\nBen\nCarl\nDora\nEmil' }];
  const sheetId = await vote('The board', { questions: asked });
  for (const act of ['close', 'count']) good(await admin.put(`/vote-sheet/${sheetId}/${act}`, {}));
  const { token } = good(await admin.put<{ token: string }>(`/conference/${meeting?.id}/hall-link`, {}));
  const body = { page: 'RESULT', sheetId, question: 1, speaker: 'Nguyễn Quang Minh' };
  good(await admin.put(`/conference/${meeting?.id}/hall`, body));
  const hall = await stage.beside(page, `/resident/hall#${token}`);
  await hall.setViewportSize({ width: 1920, height: 1080 });
  const footer = hall.locator('.hall > footer');
  await footer.waitFor();
  const ends = await footer.evaluate(element => element.getBoundingClientRect().bottom);
  expect(ends).toBeLessThanOrEqual(1080);
  await hall.close();
});
