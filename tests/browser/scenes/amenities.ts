import { dayOf, nextDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { dialog, type Scene } from './scene.ts';
import { FIRST, open, usualOf } from './usual.ts';

const SERVICE = 'service1@hoasen.demo';
const BOOKINGS = 'amenities-orders?tab=all';
const { list, made, opened } = usualOf(SERVICE);
const ORDERS = 'amenities-merchant-orders?tab=all';

/** Amenities that residents may use. */
export const amenities: readonly Scene[] = [
  list('amenities', 'configs-amenities?tab=all'),
  list('amenity-groups', 'configs-amenities?part=groups'),
  list('amenity-closures', 'configs-amenities?part=closures'),
  {
    name: 'amenity',
    who: SERVICE,
    async play(place) {
      await open(place, 'configs-amenities?tab=all');
      await place.page
        .locator(FIRST)
        .filter({ hasText: /BBQ|Barbecue/ })
        .first()
        .click();
      await place.page.locator('[data-drawer] [role=tabpanel] > *').first().waitFor();
    },
  },
  {
    name: 'amenity-new',
    who: SERVICE,
    async play(place) {
      await open(place, 'configs-amenities?tab=all&new=1');
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
];

/** Bookings of residents, and the form of a new booking. */
export const bookings: readonly Scene[] = [
  list('bookings', BOOKINGS),
  list('bookings-calendar', `${BOOKINGS}&as=calendar`, 'section[aria-busy=false] a[data-tone]'),
  {
    name: 'booking',
    who: SERVICE,
    async play(place) {
      await open(place, `${BOOKINGS}&status=COMPLETED`);
      await place.page.locator(FIRST).first().click();
      await place.page.locator('[data-drawer] [role=tabpanel] > *').first().waitFor();
    },
  },
  {
    name: 'booking-new',
    who: SERVICE,
    async play(place) {
      const { page, t } = place;
      await open(place, `${BOOKINGS}&new=1`);
      const form = dialog(page);
      await form.getByRole('combobox', { name: t('utility-booking:fields.utilityId') }).fill('Sân tennis 1');
      await page.getByRole('option', { name: /Sân tennis 1|Tennis court 1/ }).click();
      // Late in the evening nothing of today is left.
      const day = nextDay(dayOf(new Date(), VIETNAM)).split('-').reverse().join('/');
      await form.getByRole('textbox', { name: t('utility-booking:picker.day') }).fill(day);
      const free = form.locator('[data-field=slots] li button:enabled');
      await free.last().click();
      await form.locator('[data-price]').waitFor();
    },
  },
  list('bookings-slots', 'amenities-orders?part=slots', 'table, section'),
  list('bookings-statistics', 'amenities-orders?part=statistics', 'table'),
  list('bookings-calendars', 'amenities-orders?part=feeds', 'table, h2'),
];

/** Orders that partners carry out for households. */
export const orders: readonly Scene[] = [
  list('orders', ORDERS),
  opened('order', 'amenities-merchant-orders?tab=underWay', 'partner'),
  made('order-new', ORDERS),
  list('orders-statistics', 'amenities-merchant-orders?part=statistics', 'table, [role=status]'),
  list('orders-commission', 'amenities-merchant-orders?part=commission', 'table, [role=status]'),
];
