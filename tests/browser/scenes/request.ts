import { firstOf } from '../stage/story.ts';
import { go, openRequest, type Place, type Scene, SERVICE } from './scene.ts';

/** Chooses an act of the open request, wherever the bar has put it. */
async function ask({ page, t }: Place, action: string): Promise<void> {
  const name = `${t(`ticket:actions.${action}`)}…`;
  const direct = page.locator('[data-drawer]').getByRole('button', { name });
  await page.locator('[data-drawer] [role=tab]').first().waitFor();
  if ((await direct.count()) > 0) await direct.click();
  else {
    await page
      .locator('[data-drawer]')
      .getByRole('button', { name: t('common:act.more') })
      .click();
    await page.getByRole('menuitem', { name }).click();
  }
  await page.getByRole('alertdialog').waitFor();
}

/** The open request: its tabs, its acts, what is asked before them. */
export const request: readonly Scene[] = [
  {
    name: 'request',
    who: SERVICE,
    async play(place) {
      await openRequest(place, place.story.talkId);
      await place.page.locator('[data-drawer] article[data-private]').waitFor();
    },
  },
  {
    name: 'request-info',
    who: SERVICE,
    play: place => openRequest(place, place.story.talkId, 'info'),
  },
  {
    name: 'request-files',
    who: SERVICE,
    play: place => openRequest(place, place.story.talkId, 'files'),
  },
  {
    name: 'request-activity',
    who: SERVICE,
    async play(place) {
      await openRequest(place, place.story.ratedId, 'activity', '&tab=done');
      await place.page.locator('[data-drawer] time').first().waitFor();
    },
  },
  {
    name: 'request-rated',
    who: SERVICE,
    play: place => openRequest(place, place.story.ratedId, 'talk', '&tab=done'),
  },
  {
    name: 'request-canned',
    who: SERVICE,
    async play(place) {
      const { page } = place;
      await openRequest(place, place.story.talkId);
      await page.locator('[data-drawer] textarea').fill('/th');
      await page.locator('[data-drawer] [role=option]').first().waitFor();
    },
  },
  {
    name: 'request-note',
    who: SERVICE,
    async play(place) {
      const { page, t } = place;
      await openRequest(place, place.story.talkId);
      await page.getByRole('radio', { name: t('thread:private') }).click();
      await page.locator('[data-drawer] textarea').fill('Nhớ gọi lại lúc 17 giờ.');
    },
  },
  {
    name: 'request-menu',
    who: SERVICE,
    async play(place) {
      const { page, t } = place;
      await openRequest(place, place.story.talkId);
      await page
        .locator('[data-drawer]')
        .getByRole('button', { name: t('common:act.more') })
        .click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'request-reject',
    who: SERVICE,
    async play(place) {
      await openRequest(place, place.story.talkId);
      await ask(place, 'reject');
      await place.page
        .getByRole('alertdialog')
        .getByRole('button', { name: place.t('ticket:actions.reject') })
        .click();
      await place.page.getByRole('alertdialog').locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'request-assign',
    who: SERVICE,
    async play(place) {
      const { page } = place;
      await openRequest(place, place.story.talkId);
      await ask(place, 'assign');
      await page.getByRole('alertdialog').getByRole('combobox').click();
      await page.locator('[role=option]').nth(2).waitFor();
    },
  },
  {
    name: 'request-read-only',
    who: 'technician@hoasen.demo',
    play: place => openRequest(place, place.story.talkId),
  },
  {
    name: 'request-missing',
    who: SERVICE,
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/help-desk?helpDeskId=${'0'.repeat(24)}`);
      await place.page.getByText(place.t('kit:detail.notFound')).waitFor();
    },
  },
  {
    name: 'request-going',
    who: SERVICE,
    async play(place) {
      const id = await firstOf(place.story.service, 'PROCESSING', 'dueAt');
      await openRequest(place, id, 'talk', '&tab=going&sort=dueAt');
    },
  },
];
