import { button, dialog, go, openDesk, type Place, type Scene, SERVICE } from './scene.ts';

async function choose({ page }: Place, ...indexes: number[]): Promise<void> {
  for (const index of indexes) {
    const row = page.locator(`[role=row][data-index="${index}"]`);
    if ((await row.getAttribute('aria-selected')) !== 'true') await row.locator('[data-check]').click();
  }
  await page.getByRole('toolbar').waitFor();
}

/** The queue of the help desk in its states. */
export const queue: readonly Scene[] = [
  { name: 'list', who: SERVICE, play: place => openDesk(place) },
  { name: 'list-all', who: SERVICE, play: place => openDesk(place, '?tab=all') },
  {
    name: 'list-new-rows',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, story } = place;
      await openDesk(place, '?tab=all');
      await page.getByRole('grid').evaluate(box => box.scrollTo(0, 300));
      await page.locator('[role=row][data-index="20"]').waitFor();
      const unitId = String((await story.service.get(`/pms/helpdesk/${story.talkId}`)).data.unitId);
      const values = { title: 'Đèn sảnh tầng 1 nhấp nháy', content: 'Nhấp nháy từ sáng nay.', unitId };
      await story.service.post('/pms/helpdesk', values);
      await page.getByRole('grid').locator('[role=status] button').waitFor();
    },
  },
  {
    name: 'list-bulk',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      await openDesk(place);
      await choose(place, 1, 2, 4);
    },
  },
  {
    name: 'list-bulk-label',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place, '?tab=going');
      await choose(place, 0, 1, 2, 3, 4, 5, 6, 7, 8);
      const acts = page.getByRole('toolbar');
      await acts.getByRole('button', { name: t('ticket:actions.label') }).click();
      await dialog(page).getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'list-bulk-refused',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place, '?tab=all&status=WAITING_APPROVAL,APPROVED');
      // New requests wait for approval on top; approved ones stand below, at some hours of the day far below.
      const approved = page.locator('[role=row][data-index]', { hasText: t('ticket:statuses.APPROVED') });
      for (let top = 0; (await approved.count()) === 0; top += 300)
        await page.getByRole('grid').evaluate((box, to) => box.scrollTo(0, to), top);
      await approved.first().locator('[data-check]').click();
      await page.getByRole('grid').evaluate(box => box.scrollTo(0, 0));
      await choose(place, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
      const acts = page.getByRole('toolbar');
      await acts.getByRole('button', { name: t('ticket:actions.complete') }).click();
      await page.getByRole('list', { name: t('kit:bulk.result') }).waitFor();
    },
  },
  {
    name: 'list-loading',
    who: SERVICE,
    alters: true,
    async play(place) {
      await place.page.route('**/api/pms/helpdesk?*', () => undefined);
      await openDesk(place, '', '[data-shape=pill]');
    },
  },
  {
    name: 'list-failed',
    who: SERVICE,
    alters: true,
    async play(place) {
      await place.page.route('**/api/pms/helpdesk?*', route => route.fulfill({ status: 500, body: '{}' }));
      await openDesk(place, '', '#main [role=alert]');
    },
  },
  {
    name: 'list-empty',
    who: 'admin@banmai.demo',
    async play(place) {
      await go(place, `/projects/${place.story.quietId}/help-desk`);
      await place.page.locator('#main h2').waitFor();
    },
  },
  {
    name: 'list-no-match',
    who: SERVICE,
    play: place => openDesk(place, '?q=khongcogica&priority=urgent', '#main h2'),
  },
  {
    name: 'offline',
    who: SERVICE,
    alters: true,
    async play(place) {
      const { page, t } = place;
      await openDesk(place);
      await page.context().setOffline(true);
      await page.getByText(t('shell:offline.title')).waitFor();
    },
  },
  {
    name: 'menu-icons',
    who: SERVICE,
    alters: true,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place);
      await button(page, t('shell:menu.collapse')).click();
      await button(page, t('shell:menu.expand')).waitFor();
    },
  },
  {
    name: 'menu-person',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place);
      await button(page, t('shell:person.menu')).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'menu-more',
    who: 'manager@hoasen.demo',
    screen: 'phone',
    async play(place) {
      const { page, t } = place;
      await openDesk(place);
      await button(page, t('shell:menu.more')).click();
      await dialog(page).waitFor();
    },
  },
];
