import { dialog, go, type Scene } from './scene.ts';
import { openSetting } from './settings.ts';

const ADMIN = 'admin@hoasen.demo';
const list = (name: string, path: string): Scene => ({ name, who: ADMIN, play: place => openSetting(place, path) });
const opened = (name: string, path: string): Scene => ({
  ...{ name, who: ADMIN },
  async play(place) {
    await openSetting(place, path);
    await place.page.locator('[role=row][data-index="1"]').click();
    await place.page.locator('[data-drawer] h2').waitFor();
  },
});
const made = (name: string, path: string): Scene => ({
  ...{ name, who: ADMIN, screen: 'desk' },
  async play(place) {
    await openSetting(place, path);
    await place.page.keyboard.press('n');
    await dialog(place.page).locator('input').first().waitFor();
  },
});

/** Whom to call. */
export const hotlines: readonly Scene[] = [
  list('hotlines', 'configs-projects?part=hotlines'),
  made('hotline-new', 'configs-projects?part=hotlines'),
];

/** What the building owns. */
export const assets: readonly Scene[] = [
  list('assets', 'asset?tab=inUse'),
  opened('asset', 'asset?tab=inUse'),
  made('asset-new', 'asset'),
  list('item-categories', 'asset?part=categories&tab=all'),
];

const due = (name: string, part: string): Scene => ({
  ...{ name, who: ADMIN },
  async play(place) {
    await go(place, `/projects/${place.story.projectId}/technical-management?tabActiveKey=${part}`);
    await place.page.locator('#due tbody tr').first().waitFor();
  },
});

/** The systems of the building, their machines, and what is due of them. */
export const technical: readonly Scene[] = [
  list('systems', 'technical-management?tab=all'),
  opened('system', 'technical-management?tab=all'),
  made('system-new', 'technical-management'),
  list('devices', 'technical-management?tabActiveKey=DEVICE&tab=all'),
  due('due-maintenance', 'MAINTENANCE'),
  due('due-inspection', 'ACCREDITATION'),
];
