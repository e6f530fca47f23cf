import { dialog, go, openTab, type Scene } from './scene.ts';
import { openSetting } from './settings.ts';

const ADMIN = 'admin@hoasen.demo';
export const listed = (name: string, path: string): Scene => ({
  name,
  who: ADMIN,
  play: place => openSetting(place, path),
});
export const opened = (name: string, path: string): Scene => ({
  name,
  who: ADMIN,
  async play(place) {
    await openSetting(place, path);
    await place.page.locator('[role=row][data-index="1"]').click();
    await place.page.locator('[data-drawer] h2').waitFor();
  },
});
/** The second record of a list, on one of its tabs. */
const tabOf = (name: string, path: string, tab: string, shown?: string): Scene => ({
  name,
  who: ADMIN,
  async play(place) {
    await openSetting(place, path);
    await place.page.locator('[role=row][data-index="1"]').click();
    await openTab(place, tab, shown);
  },
});
export const made = (name: string, path: string): Scene => ({
  name,
  who: ADMIN,
  screen: 'desk',
  async play(place) {
    await openSetting(place, path);
    await place.page.keyboard.press('n');
    await dialog(place.page).locator('input').first().waitFor();
  },
});

/** Whom to call. */
export const hotlines: readonly Scene[] = [
  listed('hotlines', 'configs-projects?part=hotlines'),
  made('hotline-new', 'configs-projects?part=hotlines'),
];

export const assets: readonly Scene[] = [
  listed('assets', 'asset?tab=inUse'),
  opened('asset', 'asset?tab=inUse'),
  made('asset-new', 'asset'),
  listed('item-categories', 'asset?part=categories&tab=all'),
];

const due = (name: string, part: string): Scene => ({
  name,
  who: ADMIN,
  async play(place) {
    await go(place, `/projects/${place.story.projectId}/technical-management?tabActiveKey=${part}`);
    await place.page.locator('#due tbody tr').first().waitFor();
  },
});

/** The systems of the building, their machines, and what is due of them. */
export const technical: readonly Scene[] = [
  listed('systems', 'technical-management?tab=all'),
  opened('system', 'technical-management?tab=all'),
  made('system-new', 'technical-management'),
  listed('devices', 'technical-management?tabActiveKey=DEVICE&tab=all'),
  tabOf('device-downtime', 'technical-management?tabActiveKey=DEVICE&tab=all', 'downtime', 'dl'),
  tabOf('device-readings', 'technical-management?tabActiveKey=DEVICE&tab=all', 'readings', 'table'),
  due('due-maintenance', 'MAINTENANCE'),
  due('due-inspection', 'ACCREDITATION'),
];

/** Maintenance works, and the plans that make them. */
export const works: readonly Scene[] = [
  listed('works', 'maintenance-schedule?tab=planned'),
  opened('work', 'maintenance-schedule?tab=done'),
  tabOf('work-checklist', 'maintenance-schedule?tab=done', 'checklist'),
  tabOf('work-costs', 'maintenance-schedule?tab=done', 'costs'),
  made('work-new', 'maintenance-schedule'),
  {
    name: 'works-calendar',
    who: ADMIN,
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/maintenance-schedule?as=calendar&tab=all`);
      await place.page.locator('time[datetime]').first().waitFor();
      await place.page.locator('li a').first().waitFor();
    },
  },
  {
    name: 'works-week',
    who: ADMIN,
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/maintenance-schedule?as=calendar&tab=all&span=week`);
      await place.page.locator('li a').first().waitFor();
    },
  },
  {
    name: 'my-day',
    who: 'technician@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/maintenance-schedule?part=my-day`);
      await place.page.locator('main li a, [role=tabpanel] li a').first().waitFor();
    },
  },
  {
    name: 'my-day-work',
    who: 'technician@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/maintenance-schedule?part=my-day`);
      const first = place.page.locator('[role=tabpanel] li a').first();
      await first.waitFor();
      await first.click();
      await place.page.locator('section h1').waitFor();
    },
  },
  listed('checklists', 'config-maintenance-plan?part=checklists&tab=all'),
  opened('checklist', 'config-maintenance-plan?part=checklists&tab=all'),
  made('checklist-new', 'config-maintenance-plan?part=checklists'),
  listed('plans', 'config-maintenance-plan?tab=active'),
  opened('plan', 'config-maintenance-plan?tab=active'),
  made('plan-new', 'config-maintenance-plan'),
  {
    name: 'plan-year',
    who: ADMIN,
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/config-maintenance-plan?part=year`);
      await place.page.locator('#year tbody tr').first().waitFor();
    },
  },
];
