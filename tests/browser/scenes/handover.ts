import type { Scene } from './scene.ts';
import { go } from './scene.ts';
import { listed, made, opened } from './upkeep.ts';

/** The button that opens the sheet of an inspection that goes on, in any language. */
const INSPECTS = /Mở phiếu|Open the sheet|打开验收单|検収票を開く|점검표 열기/;

/** Handover templates and rooms, and the units that are handed over. */
export const handovers: readonly Scene[] = [
  listed('handover-units', 'handover/unit?tab=all'),
  opened('handover-unit', 'handover/unit?tab=all'),
  listed('handover-templates', 'handover/data-configuration?tab=all'),
  opened('handover-template', 'handover/data-configuration?tab=all'),
  made('handover-template-new', 'handover/data-configuration'),
  listed('handover-rooms', 'handover/data-configuration?part=rooms&tab=all'),
  listed('handover-schedules', 'handover/schedule?tab=all'),
  {
    name: 'handover-week',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/schedule?as=calendar&span=week`);
      await place.page.locator('[data-appointment]').first().waitFor();
    },
  },
  {
    name: 'handover-day',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/schedule?as=calendar&span=day`);
      await place.page.locator('[data-appointment]').first().waitFor();
    },
  },
  {
    name: 'handover-month',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/schedule?as=calendar&span=month`);
      await place.page.locator('[data-today]').waitFor();
    },
  },
  {
    name: 'handover-plan',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/unit?part=plan`);
      await place.page.locator('[data-floor]').first().waitFor();
    },
  },
  {
    name: 'handover-groups',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/unit-property-item-defect?part=groups`);
      await place.page.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'handover-walk',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/unit-property-item-defect?screen=walk`);
      await place.page.locator('[data-defect]').first().waitFor();
    },
  },
  listed('handover-defects', 'handover/unit-property-item-defect?tab=all'),
  opened('handover-defect', 'handover/unit-property-item-defect?tab=all'),
  made('handover-defect-new', 'handover/unit-property-item-defect'),
  {
    name: 'handover-inspect',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/schedule?tab=inspecting`);
      await place.page.locator('[role=row][data-index="0"]').click();
      await place.page.locator('[data-drawer] h2').waitFor();
      await place.page.getByRole('button', { name: INSPECTS }).first().click();
      await place.page.locator('[data-line]').first().waitFor();
    },
  },
  {
    name: 'handover-statistic',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/statistic`);
      await place.page.locator('[data-floor]').first().waitFor();
      await place.page.locator('section svg.recharts-surface').first().waitFor();
    },
  },
  {
    name: 'handover-rules',
    who: 'admin@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/handover/data-configuration?part=rules`);
      await place.page.locator('[data-field=paymentGate]').waitFor();
    },
  },
];
