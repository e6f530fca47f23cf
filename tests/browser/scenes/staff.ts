import { dialog, go, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';

async function openStaff(place: Place): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/staffs`);
  await place.page.locator('[role=row][data-index]').first().waitFor();
}

/** The matrix, or its list on a phone. */
async function openMatrix(place: Place): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/configs-authorization`);
  await place.page.locator('#main input[type=checkbox]').first().waitFor();
}

async function openPart(place: Place, part: string): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/configs-authorization?part=${part}`);
  await place.page.locator('[role=row][data-index]').first().waitFor();
}

/** Employees with their positions and permissions. */
export const staff: readonly Scene[] = [
  { name: 'staff', who: ADMIN, play: openStaff },
  {
    name: 'employee',
    who: ADMIN,
    async play(place) {
      await openStaff(place);
      await place.page.locator('[role=row][data-index="2"]').click();
      await place.page.locator('[data-drawer] h2').waitFor();
    },
  },
  {
    name: 'employee-form',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await openStaff(place);
      await place.page.keyboard.press('n');
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
  {
    name: 'permissions',
    who: ADMIN,
    async play(place) {
      await openMatrix(place);
      const boxes = place.page.locator('#main input[type=checkbox]');
      for (const at of [0, 1, 4]) await boxes.nth(at).click();
    },
  },
  { name: 'positions', who: ADMIN, play: place => openPart(place, 'positions') },
  { name: 'departments', who: ADMIN, play: place => openPart(place, 'departments') },
];
