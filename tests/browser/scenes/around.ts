import { dialog, go, openDesk, type Place, type Scene, SERVICE } from './scene.ts';
import { open } from './usual.ts';

const MANAGER = 'manager@hoasen.demo';

async function openHome(place: Place): Promise<void> {
  await go(place, `/projects/${place.story.projectId}`);
  await place.page.locator('#main h1').waitFor();
  await place.page.locator('#main section a').first().waitFor();
}

async function openPalette(place: Place): Promise<void> {
  await openDesk(place);
  await place.page.keyboard.press('Shift+F');
  await place.page.getByRole('option').first().waitFor();
}

/** Getting around: the start of a project, the palette, the other projects, saved views. */
export const around: readonly Scene[] = [
  { name: 'home', who: SERVICE, play: openHome },
  ...(['accountant', 'reception', 'technician', 'manager', 'director'] as const).map(who => ({
    name: `home-${who}`,
    who: `${who}@hoasen.demo`,
    play: openHome,
  })),
  { name: 'palette', who: SERVICE, play: openPalette },
  {
    name: 'guide',
    who: SERVICE,
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/guide/help-desk`);
      await place.page.locator('article ol li').first().waitFor();
    },
  },
  {
    name: 'guide-beside',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      await openDesk(place);
      await place.page.getByRole('button', { name: place.t('shell:person.guide') }).click();
      await place.page.locator('aside article ol li').first().waitFor();
    },
  },
  {
    name: 'why-refused',
    who: SERVICE,
    screen: 'desk',
    alters: true,
    async play(place) {
      const { page, t } = place;
      await openDesk(place);
      await page.route('**/api/**/approve', route =>
        route.fulfill({ status: 409, json: { error: { code: 'SELF_APPROVAL', message: t('errors:SELF_APPROVAL') } } }),
      );
      await page.locator('[role=row][data-index]').first().click();
      await page
        .getByRole('button', { name: t('ticket:actions.approve') })
        .first()
        .click();
      await page.getByRole('button', { name: t('kit:act.why') }).click();
      await page.locator('aside li[data-asked] p').waitFor();
    },
  },
  {
    name: 'why-in-use',
    who: 'admin@hoasen.demo',
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await open(place, 'configs-labels');
      await page.locator('[role=row][data-index="1"]').click();
      await page.locator('[data-drawer] h2').waitFor();
      await page
        .getByRole('button', { name: t('common:act.more') })
        .last()
        .click();
      await page.getByRole('menuitem', { name: t('label:actions.remove') }).click();
      await dialog(page).locator('[type=submit]').click();
      await dialog(page).locator('summary').click();
      await dialog(page).locator('details p a').waitFor();
      await dialog(page).getByText(t('kit:act.why')).waitFor();
    },
  },
  {
    name: 'palette-found',
    who: SERVICE,
    async play(place) {
      await openPalette(place);
      await place.page.keyboard.type('nguyen');
      await place.page.locator('[role=option][id*=record]').first().waitFor();
    },
  },
  {
    name: 'palette-nothing',
    who: SERVICE,
    async play(place) {
      await openPalette(place);
      await place.page.keyboard.type('zzzz');
      await dialog(place.page).getByText(place.t('around:nothing')).last().waitFor();
    },
  },
  {
    name: 'project-switch',
    who: MANAGER,
    screen: 'desk',
    async play(place) {
      await openDesk(place);
      await place.page.getByTitle(place.t('shell:project.switch')).click();
      await place.page.getByRole('option').nth(1).waitFor();
    },
  },
  {
    name: 'view-save',
    who: SERVICE,
    async play(place) {
      await openDesk(place, '?tab=all&priority=urgent');
      await place.page.getByRole('button', { name: place.t('around:views.title') }).click();
      await place.page.getByRole('menuitem', { name: place.t('around:views.add') }).click();
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
];
