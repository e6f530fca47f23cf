import { go, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';

async function openHistory(place: Place, query = '', first = '#main article'): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/activity${query}`);
  await place.page.locator(first).first().waitFor();
}

/** The history of the project. */
export const activity: readonly Scene[] = [
  { name: 'activity', who: ADMIN, play: place => openHistory(place) },
  { name: 'activity-filtered', who: ADMIN, play: place => openHistory(place, '?module=HELP_DESK&from=2026-11-01') },
  { name: 'activity-empty', who: ADMIN, play: place => openHistory(place, '?to=2001-01-01', '#main h2') },
];
