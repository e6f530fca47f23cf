import { button, dialog, type Scene } from './scene.ts';
import { open, usualOf } from './usual.ts';

const ADMIN = 'admin@hoasen.demo';
const { list, opened, made } = usualOf(ADMIN);

/** The desk and the gate: visits, the screen of the desk, familiar guests. */
export const visits: readonly Scene[] = [
  list('visitors', 'access-management?tab=all'),
  opened('visitor-pass', 'access-management?tab=expected', 'pass'),
  made('visitor-new', 'access-management?tab=all'),
  list('watchlist', 'access-management?part=watchlist&tab=all'),
  list('guests', 'access-management?part=guests'),
  list('reception', 'access-management/reception', '[data-visit]'),
];

/** Forms of residents, and how they are processed. */
export const residentForms: readonly Scene[] = [
  list('moves', 'inventory-transfer-management?tab=all'),
  list('moves-calendar', 'inventory-transfer-management?as=calendar&tab=all', 'section[aria-busy=false] a[data-tone]'),
  {
    name: 'moves-week',
    who: ADMIN,
    async play(place) {
      await open(place, 'inventory-transfer-management?part=lanes', '#main section h2');
      await button(place.page, place.t('elevator-reservation:lanes.week')).click();
      await place.page.locator('tbody th').first().waitFor();
    },
  },
  made('move-new', 'inventory-transfer-management?tab=all'),
  list('elevators', 'inventory-transfer-management?part=elevators'),
  made('elevator-new', 'inventory-transfer-management?part=elevators'),
  list('closures', 'inventory-transfer-management?part=closures'),
  opened('works', 'construction-management?tab=going'),
  made('works-new', 'construction-management?tab=all'),
  opened('card-form', 'card-registration-management?tab=all'),
  list('card-desk', 'card-registration-form', 'form [name]'),
  opened('flow', 'approval-flow-config'),
  {
    name: 'flow-new',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await open(place, 'approval-flow-config');
      await place.page.keyboard.press('n');
      await dialog(place.page)
        .getByRole('button', { name: place.t('kit:form.addLine') })
        .click();
      await dialog(place.page).locator('[name=stepName]').waitFor();
    },
  },
];

/** Announcements, news and polls. */
export const notices: readonly Scene[] = [
  opened('announcement-results', 'announcement?tab=sent', 'results'),
  made('announcement-new', 'announcement?tab=all'),
  opened('news', 'news?tab=all'),
  list('news-write', 'news/write', '[contenteditable]'),
  made('poll-new', 'polls?tab=all'),
  opened('poll-results', 'polls?tab=all', 'results'),
];

/** Cards and vehicles, parcels, and the log of the shifts. */
export const deskBooks: readonly Scene[] = [
  opened('cards', 'card-warehouse'),
  list('vehicles', 'card-warehouse?part=vehicles'),
  opened('parcels', 'receive-package-management?tab=all'),
  opened('shift-logs', 'shift-log?tab=all'),
];
