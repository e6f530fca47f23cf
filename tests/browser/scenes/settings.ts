import { dialog, go, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';

export async function openSetting(place: Place, path: string): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/${path}`);
  await place.page.locator('[role=row][data-index]').first().waitFor();
}

/** The plain screens. */
export const settings: readonly Scene[] = [
  { name: 'types', who: ADMIN, play: place => openSetting(place, 'configs-helpdesk-type') },
  { name: 'replies', who: ADMIN, play: place => openSetting(place, 'configs-helpdesk-type?part=replies') },
  { name: 'service-levels', who: ADMIN, play: place => openSetting(place, 'configs-helpdesk-type?part=levels') },
  { name: 'assignment-rules', who: ADMIN, play: place => openSetting(place, 'configs-helpdesk-type?part=rules') },
  { name: 'labels', who: ADMIN, play: place => openSetting(place, 'configs-labels') },
  { name: 'partners', who: ADMIN, play: place => openSetting(place, 'partner') },
  {
    name: 'label-groups',
    who: ADMIN,
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/configs-labels?part=groups`);
      await place.page.getByRole('treeitem').nth(1).click();
      await place.page.locator('[data-drawer] h2').waitFor();
    },
  },
  {
    name: 'label',
    who: ADMIN,
    async play(place) {
      await openSetting(place, 'configs-labels');
      await place.page.locator('[role=row][data-index="1"]').click();
      await place.page.locator('[data-drawer] h2').waitFor();
    },
  },
  {
    name: 'label-form',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await openSetting(place, 'configs-labels');
      await place.page.keyboard.press('n');
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
];
