import { dialog, go, type Place, type Scene } from './scene.ts';

/** The first row of a list. */
export const FIRST = '[role=row][data-index]';

/** Goes to a screen of the project and waits for what it shows. */
export async function open(place: Place, path: string, wait = FIRST): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/${path}`);
  await place.page.locator(wait).first().waitFor();
}

/** The usual scenes of somebody: a list, its first record with a tab, the form of a new one. */
export const usualOf = (who: string) => ({
  list: (name: string, path: string, wait?: string): Scene => ({ name, who, play: place => open(place, path, wait) }),
  opened: (name: string, path: string, tab = 'info', wait = '> *'): Scene => ({
    name,
    who,
    async play(place) {
      await open(place, path);
      await place.page.locator(FIRST).first().click();
      await place.page.locator(`[data-drawer] [role=tab][data-value=${tab}]`).click();
      await place.page.locator(`[data-drawer] [role=tabpanel] ${wait}`).first().waitFor();
    },
  }),
  made: (name: string, path: string): Scene => ({
    name,
    who,
    screen: 'desk',
    async play(place) {
      await open(place, path);
      await place.page.keyboard.press('n');
      await dialog(place.page).locator('input, select, textarea').first().waitFor();
    },
  }),
});
