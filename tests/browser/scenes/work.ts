import { dialog, go, type Place, type Scene, SERVICE } from './scene.ts';

const first = (page: Place['page']) => page.locator('[role=row][data-index]').first();

async function openTasks(place: Place, query = '', wait = '[role=row][data-index]'): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/task${query}`);
  await place.page.locator(wait).first().waitFor();
}

async function openRooms(place: Place, query = ''): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/member-communicate${query}`);
  await first(place.page).waitFor();
}

/** Tasks: the list, the open one and its parts, board and calendar, and a new one. */
export const tasks: readonly Scene[] = [
  { name: 'tasks', who: SERVICE, play: openTasks },
  {
    name: 'task',
    who: SERVICE,
    async play(place) {
      await openTasks(place, '?tab=all&q=bơm+tăng+áp');
      await first(place.page).click();
      await place.page.locator('[data-drawer] dl, [data-drawer] dt').first().waitFor();
    },
  },
  {
    name: 'task-steps',
    who: SERVICE,
    async play(place) {
      await openTasks(place, '?q=bơm+tăng+áp');
      await first(place.page).click();
      await place.page.locator('[data-drawer] [role=tab][data-value=steps]').click();
      await place.page.locator('[data-drawer] ul[aria-busy=false] li').first().waitFor();
    },
  },
  {
    name: 'task-board',
    who: SERVICE,
    screen: 'desk',
    play: place => openTasks(place, '?as=board', 'ul[aria-busy=false] a[draggable]'),
  },
  {
    name: 'task-calendar',
    who: SERVICE,
    play: place => openTasks(place, '?as=calendar&tab=all', 'section[aria-busy=false] a[data-tone]'),
  },
  {
    name: 'task-new',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openTasks(place);
      await page
        .getByRole('button', { name: t('task:actions.create') })
        .last()
        .click();
      await dialog(page).locator('input').first().waitFor();
    },
  },
];

/** Conversations with residents: the list, an open one, and one that staff begin. */
export const rooms: readonly Scene[] = [
  { name: 'rooms', who: SERVICE, play: openRooms },
  {
    name: 'room',
    who: SERVICE,
    async play(place) {
      await openRooms(place);
      await first(place.page).click();
      await place.page.locator('[data-drawer] [role=log] article').first().waitFor();
    },
  },
  {
    name: 'room-new',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openRooms(place);
      await page
        .getByRole('button', { name: t('room:actions.create') })
        .last()
        .click();
      await dialog(page).locator('textarea').waitFor();
    },
  },
];

/** Notifications: the page, and the list behind the bell. */
export const told: readonly Scene[] = [
  {
    name: 'notifications',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/notifications`);
      await place.page.getByRole('main').locator('a small').first().waitFor();
    },
  },
];
