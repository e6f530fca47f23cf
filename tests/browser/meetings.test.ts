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

it('leads from the home to the meeting, by the clock of the building', async () => {
  await page.getByLabel('E-mail or phone').fill('resident5@hoasen.demo');
  await page.getByLabel('Password').fill('lobby-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const card = page.getByRole('link', { name: 'Meeting to come' });
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
  const values = {
    name: 'A short meeting',
    weighting: 'UNIT',
    venue: 'The hall',
    regulations: '<p>One unit, one vote</p>',
  };
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = good(await admin.post<{ id: string }>('/conference', { ...values, startAt }));
  for (const act of ['approve', 'show']) good(await admin.put(`/conference/${id}/${act}`, {}));
  const lead = { chairName: 'An', secretaryName: 'Binh', withoutQuorum: true, reason: 'A practice' };
  good(await admin.put(`/conference/${id}/open-meeting`, lead));
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
