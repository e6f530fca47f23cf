import { good, staffAt } from '../stage/people.ts';
import { atHome } from './resident-app.ts';
import { dialog, go, type Place, type Scene } from './scene.ts';
import { openSetting } from './settings.ts';
import { listed, made, opened } from './upkeep.ts';

const ADMIN = 'admin@hoasen.demo';

/** The meeting that comes, and whoever prepares it. */
async function coming({ url }: Place) {
  const admin = await staffAt(url, ADMIN);
  const [meeting] = good(await admin.get<{ id: string }[]>('/conference?filter[status][]=ONGOING&limit=1'));
  if (!meeting) throw new Error('no meeting comes');
  return { admin, id: meeting.id };
}

/** A page of the hall, on the computer there: nobody is signed in. */
const inHall = (name: string, page: string): Scene => ({
  name,
  who: null,
  async play(place) {
    const { admin, id } = await coming(place);
    const { token } = good(await admin.put<{ token: string }>(`/conference/${id}/hall-link`, {}));
    good(await admin.put(`/conference/${id}/hall`, { page, speaker: 'Nguyễn Quang Minh' }));
    await place.page.goto(`${place.url}/resident/hall#${token}`);
    await place.page.locator('.hall h1').waitFor();
  },
});

/** A vote of the meeting that comes, on which some have voted at the desk; counted where it is to be shown decided. */
async function voteOf(place: Place, counted: boolean): Promise<string> {
  const { admin, id } = await coming(place);
  const { id: sheetId } = good(
    await admin.post<{ id: string }>('/vote-sheet', {
      conferenceId: id,
      title: 'Bầu Trưởng ban quản trị',
      who: 'ALL',
      oneAtATime: false,
      minutes: 30,
      questions: [
        {
          text: 'Ông/bà bầu ai làm Trưởng ban quản trị nhiệm kỳ tới?',
          kind: 'ELECTION',
          answers: CANDIDATES.join('\n'),
        },
      ],
      channels: [{ channel: 'DESK' }],
    }),
  );
  good(await admin.put(`/vote-sheet/${sheetId}/open`, {}));
  const rows = good(await admin.get<{ id: string }[]>(`/conference-unit?filter[conferenceId][]=${id}&limit=12`));
  for (const [n, row] of rows.entries()) {
    const body = { answers: [1 + (n % 3)], nonce: n.toString(16).repeat(64).slice(0, 64), conferenceUnitId: row.id };
    good(await admin.post(`/vote-sheet/${sheetId}/ballot`, body));
  }
  for (const act of counted ? ['close', 'count'] : []) good(await admin.put(`/vote-sheet/${sheetId}/${act}`, {}));
  return sheetId;
}
const CANDIDATES = ['Nguyễn Quang Minh', 'Trần Thị Lan', 'Phạm Đức Huy', 'Lê Hoàng Nam', 'Đỗ Thị Mai'];

/** A page of the hall about a vote. */
const ofVote = (name: string, page: string, counted: boolean): Scene => ({
  name,
  who: null,
  async play(place) {
    const sheetId = await voteOf(place, counted);
    const { admin, id } = await coming(place);
    const { token } = good(await admin.put<{ token: string }>(`/conference/${id}/hall-link`, {}));
    good(await admin.put(`/conference/${id}/hall`, { page, sheetId, question: 1, speaker: 'Nguyễn Quang Minh' }));
    await place.page.goto(`${place.url}/resident/hall#${token}`);
    await place.page.locator('.hall main > *').first().waitFor();
    if (!counted) good(await admin.put(`/vote-sheet/${sheetId}/cancel`, { reason: 'A picture' }));
  },
});

const meetingIn = (status: string) => async (place: Place) => {
  const admin = await staffAt(place.url, ADMIN);
  const [meeting] = good(await admin.get<{ id: string }[]>(`/conference?filter[status][]=${status}&limit=1`));
  return `/meetings/${meeting?.id}`;
};

/** A tab of a meeting, by its place in the list: 1 comes, 2 is over. */
const tabOf = (name: string, index: number, tab: string): Scene => ({
  name,
  who: ADMIN,
  async play(place) {
    await openSetting(place, 'conference?tab=all');
    await place.page.locator(`[role=row][data-index="${index}"]`).click();
    await place.page.locator(`[data-drawer] [role=tab][data-value=${tab}]`).click();
    await place.page.locator('[data-drawer] [role=tabpanel] h3').first().waitFor();
  },
});

/** The owners' meetings: prepared, answered, at the door, asked before and decided. */
export const meetings: readonly Scene[] = [
  listed('conferences', 'conference?tab=all'),
  opened('conference', 'conference?tab=all'),
  made('conference-new', 'conference'),
  listed('conference-units', 'conference-unit?tab=all'),
  opened('conference-unit', 'conference-unit?tab=all'),
  listed('conference-surveys', 'conference?part=surveys&tab=all'),
  listed('conference-votes', 'conference?part=votes&tab=all'),
  opened('conference-vote', 'conference?part=votes&tab=all'),
  {
    name: 'conference-desk',
    who: ADMIN,
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/conference-unit?screen=desk`);
      await place.page.locator('progress').first().waitFor();
    },
  },
  {
    name: 'conference-hall',
    who: ADMIN,
    async play(place) {
      const { id } = await coming(place);
      await go(place, `/projects/${place.story.projectId}/conference?id=${id}&screen=hall`);
      await place.page.locator('progress').first().waitFor();
    },
  },
  tabOf('conference-votes-tab', 1, 'votes'),
  tabOf('conference-result', 2, 'results'),
  {
    name: 'conference-answers',
    who: ADMIN,
    async play(place) {
      await openSetting(place, 'conference-unit?tab=all');
      await place.page.getByRole('button', { name: place.t('conference-unit:answers.title') }).click();
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
  inHall('hall-welcome', 'WELCOME'),
  inHall('hall-quorum', 'QUORUM'),
  ofVote('hall-question', 'QUESTION', false),
  ofVote('hall-turnout', 'TURNOUT', false),
  ofVote('hall-result', 'RESULT', true),
  atHome('home-meeting', '/', '.meeting'),
  atHome('meeting-coming', meetingIn('ONGOING'), 'h2'),
  atHome('meeting-over', meetingIn('ENDED'), 'table'),
];
